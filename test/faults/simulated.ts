// A simulation: its parts, and the functions that both its steps and its invariants need.
import type { Table } from '#db/tables.ts'
import type { Connector, Secrets } from '#engine/connector.ts'
import type { Engine } from '#engine/engine.ts'
import type { Cursor } from '#engine/sync/cursor.ts'
import type { Clock } from '#lib/clock.ts'
import { sandbox_connections } from '../../sandbox/connections.ts'
import type { Sandbox } from '../../sandbox/server.ts'
import type { Plan } from './plan.ts'
import type { Sessions } from './sessions.ts'
import { PLATFORM as SMALL } from './small_vendor.ts'
import type { SmallWorld, Truth } from './small_world.ts'

/** Days of history that a first sync reads from the sandbox's vendors. */
export const START_DAYS = 3

export type Line = Record<string, string>

export interface CursorRow {
  stream: string
  account_id: string
  cursor: Cursor
}

/** The data of the connection in the database. */
export interface Seen {
  connection: { needs_reconnection: boolean; next_sync_at: string; last_error: string | null }
  run: { state: string; error: string | null; progress: number; rows: number; pages: number } | null
  cursors: CursorRow[]
  /** Daily rows by table and key. */
  daily: Map<string, { table: string; key: readonly string[]; row: Line }>
  restated: string[]
  /** Stored records that the last read did not bring, of the simulation's own vendor: kind and key. */
  missing: ReadonlySet<string>
  secrets: Secrets
  is_sign_in_lost: boolean
  /** All stored records, in the shapes of the simulation's own vendor. */
  records: Truth | undefined
  /** Its daily records, with the time of the read. */
  days: { kind: 'daily' | 'search'; record: unknown; synced_at: string }[]
}

export interface Simulation {
  plan: Plan
  sandbox: Sandbox
  sessions: Sessions
  tables: ReadonlyMap<string, Table>
  engine: Engine
  connector: Connector
  world: SmallWorld | undefined
  place: { org_id: string; connection_id: string }
  clock: Clock
  skew_ms: number
  is_ending: boolean
  /** The latest time of Tablero's clock so far. */
  latest_ms: number
  /** The refresh token that the vendor issued last. */
  newest_refresh: string | undefined
  revoked: boolean
  /** Errors that the engine logged as internal. */
  faults: unknown[]
  /** The newest change of each order that was ever stored. */
  newest: Map<string, string>
  /** Number of changes of the vendor's history. */
  changes: number
  /** The result of the last read of the database. */
  seen: Seen | undefined
  /** The events so far, as texts that are the same on every run. */
  trace: string[]
  /** Every warehouse row of an organization. */
  rows_of(org_id: string): Promise<Record<string, Record<string, unknown>[]>>
}

export const account_of = (platform: string) =>
  sandbox_connections.find((account) => account.platform === platform) ?? {
    platform: SMALL,
    name: 'Small',
    settings: {},
    secrets: { client_id: 'id', client_secret: 'secret', refresh_token: `sandbox-refresh-${SMALL}` },
  }

/** Whether the vendor would reject the stored credentials. */
/** Platforms of one vendor, which renews a token with the token itself. */
const META = ['mx_ads', 'social_a']

export function is_sign_in_lost(
  { plan, connector, revoked, newest_refresh, sandbox }: Simulation,
  kept: Secrets,
): boolean {
  if (!connector.auth.refresh) {
    const key = Object.values(account_of(plan.platform).secrets)[0]!
    return sandbox.tokens.check(plan.platform, key) !== 'ok'
  }
  // At Meta a renewed token is also the newest refresh token. At others, a refresh token that was issued and not stored is
  // lost permanently.
  const lost = !META.includes(plan.platform) && newest_refresh !== undefined && newest_refresh !== kept.refresh_token
  return revoked || lost
}
