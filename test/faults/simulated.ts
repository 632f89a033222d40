// What is simulated: the things at hand in one run, and what both its steps and its invariants ask of them.
import { in_org } from '#db/org.ts'
import type { Connector } from '#engine/connector.ts'
import type { Engine } from '#engine/engine.ts'
import { load_secrets } from '#engine/secrets.ts'
import type { Clock } from '#lib/clock.ts'
import type { SyncBench } from '#test/sync.ts'
import { sandbox_connections } from '../../sandbox/connections.ts'
import type { Plan } from './plan.ts'
import { PLATFORM as SMALL } from './small_vendor.ts'
import type { SmallWorld } from './small_world.ts'

/** Days of history a first sync reads of the sandbox's vendors. */
export const START_DAYS = 5

export interface Simulation {
  plan: Plan
  bench: SyncBench
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
}

export const account_of = (platform: string) =>
  sandbox_connections.find((account) => account.platform === platform) ?? {
    platform: SMALL,
    name: 'Small',
    settings: {},
    secrets: { client_id: 'id', client_secret: 'secret', refresh_token: `sandbox-refresh-${SMALL}` },
  }

/** Whether the vendor would no longer take what we have. */
export async function sign_in_is_gone({ engine, place, plan, connector, revoked, newest_refresh, bench }: Simulation) {
  const secrets = await in_org(engine.pool, { org_id: place.org_id }, (db) => load_secrets(db, engine, place))
  if (!connector.auth.refresh) {
    const key = Object.values(account_of(plan.platform).secrets)[0]!
    return bench.sandbox.tokens.check(plan.platform, key) !== 'ok'
  }
  // A renewed token is the newest refresh token here; elsewhere one that was given out and not stored is lost for good.
  const lost = plan.platform !== 'mx_ads' && newest_refresh !== undefined && newest_refresh !== secrets.refresh_token
  return revoked || lost
}
