// What is simulated: the things at hand in one run, and what both its steps and its invariants ask of them.
import type { Table } from '#db/backup/tables.ts'
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

/** Days of history a first sync reads of the sandbox's vendors. */
export const START_DAYS = 3

export type Line = Record<string, string>

export interface CursorRow {
  stream: string
  account_id: string
  cursor: Cursor
}

/** What the database shows of the connection. */
export interface Seen {
  connection: { needs_reconnection: boolean; next_sync_at: string; last_error: string | null }
  run: { state: string; error: string | null; progress: number; rows: number; pages: number } | null
  cursors: CursorRow[]
  /** Rows of days by table and key. */
  daily: Map<string, { table: string; key: readonly string[]; row: Line }>
  restated: string[]
  secrets: Secrets
  sign_in_is_gone: boolean
  /** What is stored, in the shapes of the simulation's own vendor. */
  records: Truth | undefined
  /** Its days, with the time at which each was read. */
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
  /** The latest our clock ever was. */
  latest_ms: number
  /** The refresh token that the vendor gave out last. */
  newest_refresh: string | undefined
  revoked: boolean
  /** What the engine logged as its own. */
  faults: unknown[]
  /** The newest change of each order that was ever stored. */
  newest: Map<string, string>
  /** How often the past has changed. */
  changes: number
  /** What the database showed last. */
  seen: Seen | undefined
  /** What happened, in words that are the same each time. */
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

/** Whether the vendor would no longer take what we have. */
export function sign_in_is_gone(
  { plan, connector, revoked, newest_refresh, sandbox }: Simulation,
  kept: Secrets,
): boolean {
  if (!connector.auth.refresh) {
    const key = Object.values(account_of(plan.platform).secrets)[0]!
    return sandbox.tokens.check(plan.platform, key) !== 'ok'
  }
  // A renewed token is the newest refresh token here; elsewhere one that was given out and not stored is lost for good.
  const lost = plan.platform !== 'mx_ads' && newest_refresh !== undefined && newest_refresh !== kept.refresh_token
  return revoked || lost
}
