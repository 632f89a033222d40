// How often platforms are read: orders within minutes, figures of ads within the hour, and lists less often.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import { every_ms } from '#domain/intervals.ts'
import { run_job } from '#engine/queue/run_job.ts'
import { spread_s } from '#engine/sync/spread.ts'
import { jobs } from '#jobs/index.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'

const MINUTE_MS = 60_000
/** searchOrders of Amazon allows twenty requests an hour. */
const SLOWER: Record<string, number> = { mpb_sp: 30 }

const streams = Object.entries(connectors).flatMap(([platform, { streams }]) =>
  Object.entries(streams).map(([name, { into, every, adds_only }]) => ({
    platform,
    name,
    into: adds_only ? [] : into,
    minutes: every_ms(every) / MINUTE_MS,
  })),
)
const filling = (...tables: string[]) => streams.filter(({ into }) => into.some((table) => tables.includes(table)))

test('orders of shops and marketplaces are read every quarter of an hour', () => {
  const orders = filling('store_orders', 'marketplace_orders')
  assert.ok(orders.length >= 5)
  for (const { platform, name, minutes } of orders) assert.equal(minutes, SLOWER[platform] ?? 15, `${platform} ${name}`)
})

test('days of campaigns are read every hour', () => {
  const days = filling('campaign_daily')
  assert.ok(days.length >= 5)
  for (const { platform, name, minutes } of days) assert.equal(minutes, 60, `${platform} ${name}`)
})

let bench: SyncBench
let place: Awaited<ReturnType<SyncBench['connect']>>
before(async () => {
  bench = await sync_bench({ connectors: { tnx: connectors.tnx! }, history_days: 10 })
  place = await bench.connect('tnx')
})
after(() => bench?.close())

/** The lists that a scheduled sync asks for. */
async function asked(): Promise<string[]> {
  bench.sandbox.log.clear()
  assert.equal((await bench.sync(place, { all_streams: false })).end, 'succeeded')
  const paths = bench.sandbox.log.list('tnx').map(({ url }) => new URL(url, 'http://vendor.test').pathname)
  return ['orders', 'products', 'checkouts'].filter((list) => paths.some((path) => path.endsWith(`/${list}`)))
}

const due = async () => {
  const log = bench.engine.log
  await run_job({ ...bench.engine, pool: bench.engine.pool.worker }, jobs.schedule_syncs!, {}, { log, signal })
  return in_org(bench.engine.pool.worker, place, async (db) => {
    const runs = await db.selectFrom('sync_runs').select('run_id').where('state', '=', 'queued').execute()
    await db.deleteFrom('sync_runs').where('state', '=', 'queued').execute()
    return runs.length
  })
}
const { signal } = new AbortController()

test('the next sync comes after the interval and the part of a tenth of it that is the connection’s own', async () => {
  await bench.sync(place, { all_streams: true })
  const { last_sync_at, next_sync_at } = await in_org(bench.engine.pool.worker, place, (db) =>
    db.selectFrom('connections').select(['last_sync_at', 'next_sync_at']).executeTakeFirstOrThrow(),
  )
  const wait_ms = Date.parse(next_sync_at!) - Date.parse(last_sync_at!)
  assert.equal(wait_ms, 15 * MINUTE_MS + Math.trunc(spread_s(place.connection_id, 15 * 60) * 1000))
})

test('a failed sync is retried after a quarter of an hour, and each further failure doubles the wait, up to six hours', async () => {
  await bench.sync(place)
  bench.sandbox.faults.add({ platform: 'tnx', kind: 'fail', status: 500, count: 0 })
  const waits: number[] = []
  for (let failed = 1; failed <= 7; failed += 1) {
    assert.equal((await bench.sync(place)).end, 'failed')
    const { last_error_at, next_sync_at } = await in_org(bench.engine.pool.worker, place, (db) =>
      db.selectFrom('connections').select(['last_error_at', 'next_sync_at']).executeTakeFirstOrThrow(),
    )
    const wait_ms = Date.parse(next_sync_at!) - Date.parse(last_error_at!)
    waits.push(Math.round(wait_ms / MINUTE_MS - spread_s(place.connection_id, 15 * 60) / 60))
  }
  bench.sandbox.faults.clear()
  assert.deepEqual(waits, [15, 30, 60, 120, 240, 360, 360])
})

test('the schedule starts the next sync of a shop after a quarter of an hour, and it reads only the lists that are due', async () => {
  await bench.sync(place)
  bench.sandbox.clock.advance(14 * MINUTE_MS)
  assert.equal(await due(), 0)
  bench.sandbox.clock.advance(3 * MINUTE_MS)
  assert.equal(await due(), 1)
  assert.deepEqual(await asked(), ['orders'])
  bench.sandbox.clock.advance(45 * MINUTE_MS)
  assert.deepEqual(await asked(), ['orders', 'products', 'checkouts'])
})
