// An organization with much data on one PostgreSQL: platforms of the sandbox, read by the real connectors, and what jobs make of their rows.
import assert from 'node:assert/strict'
import { in_org } from '#db/org.ts'
import { Postponed } from '#engine/job.ts'
import { run_job } from '#engine/queue/run_job.ts'
import { create_connection } from '#engine/vendors/connections.ts'
import { jobs } from '#jobs/index.ts'
import { create_org } from '#test/access.ts'
import { recent_connectors } from '#test/recent.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { sandbox_connections } from '../../sandbox/connections.ts'

export interface Business {
  name: string
  currency: string
  time_zone: string
  platforms: readonly string[]
  /** The time of the sandbox and of Tablero at the beginning. Waiting for platforms moves it. */
  now: string
  /** Days of the simulated world, and of the histories that are read. */
  days: number
  /** A folder with Olist's files, as the orders of the store. */
  orders?: string
}

export interface RealData {
  bench: SyncBench
  org_id: string
}

/** Jobs of a connection's older days. Each reads some slices. */
const BACKFILLS_MAX = 20

export const every_platform = sandbox_connections.map(({ platform }) => platform)

/** Runs a job as the queue does, without what it leaves in the queue. */
export const run_alone = ({ engine }: SyncBench, name: string, queued = {}, moment?: string) => {
  const clock = moment ? { ...engine.clock, now: () => new Date(moment) } : engine.clock
  return run_job({ ...engine, clock }, jobs[name]!, queued, { log: engine.log, signal: new AbortController().signal })
}

export async function read_business(business: Business): Promise<RealData> {
  const { name, currency, time_zone, platforms, now, days, orders } = business
  const bench = await sync_bench({ now, history_days: days, orders, connectors: recent_connectors(days) })
  try {
    const org_id = await create_org(bench.engine.pool, { name, currency, time_zone })
    await read_platforms(bench, org_id, platforms)
    return { bench, org_id }
  } catch (error) {
    await bench.close()
    throw error
  }
}

/** Amounts in other currencies need the rates first. */
async function read_platforms(bench: SyncBench, org_id: string, platforms: readonly string[]) {
  for (const job of ['load_fx_rates', 'load_fx_rates_daily']) await run_alone(bench, job)
  for (const connection of sandbox_connections)
    if (platforms.includes(connection.platform)) await read_platform(bench, org_id, connection)
}

async function read_platform(bench: SyncBench, org_id: string, connection: (typeof sandbox_connections)[number]) {
  const { engine } = bench
  const connection_id = await in_org(engine.pool, { org_id }, (db) =>
    create_connection(db, engine, { ...connection, org_id }),
  )
  const { end } = await bench.sync({ org_id, connection_id })
  assert.equal(end, 'succeeded', `the first sync of ${connection.platform}`)
  for (let left = BACKFILLS_MAX; left > 0 && (await has_history_left(bench, connection_id)); left--)
    try {
      await run_alone(bench, 'backfill_connection', { org_id, payload: { connection_id } })
    } catch (error) {
      // A platform that wants longer waits keeps older days unread, as in the demo.
      if (error instanceof Postponed) return
      throw error
    }
}

async function has_history_left({ database }: SyncBench, connection_id: string): Promise<boolean> {
  const { rowCount } = await database.owner.query(
    `select from sync_cursors where connection_id = $1 and state <> 'denied' and cursor->>'history_left' = 'true' limit 1`,
    [connection_id],
  )
  return rowCount! > 0
}
