// A platform that builds a report of changes, up to an instant, for longer than a sync waits.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mpb_sp } from '#connectors/mpb_sp/index.ts'
import { in_org } from '#db/org.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** One marketplace is enough for every state of the fault. */
const { orders, listings } = mpb_sp.streams
const accounts = {
  ...mpb_sp.accounts,
  read: async (source: Parameters<typeof mpb_sp.accounts.read>[0]) => (await mpb_sp.accounts.read(source)).slice(0, 1),
}
const one_marketplace = { ...mpb_sp, accounts, streams: { orders: orders!, listings: listings! } }

let bench: SyncBench
let place: { org_id: string; connection_id: string }
before(async () => {
  bench = await sync_bench({ connectors: { mpb_sp: one_marketplace }, history_days: 40 })
  place = await bench.connect('mpb_sp')
})
after(() => bench?.close())

const read = <T>(work: Parameters<typeof in_org<T>>[2]) =>
  in_org(bench.engine.pool.worker, { org_id: place.org_id, read_only: true }, work)
const stream = () =>
  read((db) =>
    db
      .selectFrom('sync_cursors')
      .select(['state', 'reason', 'covered_from'])
      .where('stream', '=', 'orders')
      .executeTakeFirstOrThrow(),
  )
/** The ends of the reports that were ordered since the log was cleared. */
const ends_ordered = () =>
  bench.sandbox.log
    .list('mpb_sp')
    .filter(({ method, url }) => method === 'POST' && url.endsWith('/reports'))
    .map(({ body }) => String((body as { dataEndTime?: string }).dataEndTime))
const unfinished = () =>
  bench.sandbox.faults.add({
    platform: 'mpb_sp',
    kind: 'own',
    name: 'unfinished',
    path: 'GET .*reports/2021-06-30/reports/',
    count: 0,
  })
const newest_order = async () => {
  const { marketplace_orders = [] } = await bench.rows(place.org_id)
  return marketplace_orders
    .map(({ ordered_at }) => String(ordered_at))
    .sort()
    .at(-1)
}

test('the newest orders of a first load are in a report that is ordered once, however many syncs look at it', async () => {
  const began = bench.sandbox.clock.now()
  unfinished()
  for (let syncs = 0; syncs < 3; syncs++) {
    assert.equal((await bench.sync(place)).end, 'succeeded')
    const { state, reason, covered_from } = await stream()
    assert.deepEqual([state, covered_from], ['ok', null])
    assert.match(reason ?? '', /still builds a report.*awaited since 2026-11-20 18:0\d UTC/)
    bench.sandbox.clock.advance(10 * MINUTE_MS)
  }
  assert.equal(ends_ordered().length, 1)
  bench.sandbox.faults.clear()
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const [first = '', ...older] = ends_ordered()
  assert.ok(Date.parse(first) - began < MINUTE_MS, first)
  assert.ok(older.every((end) => end < first))
  assert.deepEqual((await stream()).reason, null)
  assert.ok(await newest_order())
  // Changes are read from the end of the report on, although it was read later.
  bench.sandbox.log.clear()
  await bench.sync(place)
  const [since = ''] = bench.sandbox.log
    .list('mpb_sp')
    .flatMap(({ url }) => /lastUpdatedAfter=([^&]+)/.exec(url)?.slice(1) ?? [])
  assert.ok(since !== '' && decodeURIComponent(since) < first, since)
})

test('the report of a later sweep is ordered once too, and the next sweep comes a day after its instant', async () => {
  bench.sandbox.clock.advance(25 * HOUR_MS)
  bench.sandbox.log.clear()
  unfinished()
  for (let syncs = 0; syncs < 2; syncs++) {
    assert.equal((await bench.sync(place)).end, 'succeeded')
    bench.sandbox.clock.advance(31 * MINUTE_MS)
  }
  bench.sandbox.faults.clear()
  await bench.sync(place)
  // Thirty days and the part of today that is over are more than a report may have.
  assert.equal(ends_ordered().length, 2)
  bench.sandbox.clock.advance(23.5 * HOUR_MS)
  await bench.sync(place)
  assert.equal(ends_ordered().length, 4)
})

test('a stream that awaits a report for more than a day is an error with its reason, until the report is read', async () => {
  bench.sandbox.clock.advance(25 * HOUR_MS)
  unfinished()
  assert.equal((await bench.sync(place)).end, 'succeeded')
  bench.sandbox.clock.advance(25 * HOUR_MS)
  assert.equal((await bench.sync(place)).end, 'failed')
  const { state, reason } = await stream()
  assert.equal(state, 'failed')
  assert.match(reason ?? '', /still builds a report.*awaited since/)
  const { last_error, next_sync_at, needs_reconnection } = await read((db) =>
    db.selectFrom('connections').selectAll().executeTakeFirstOrThrow(),
  )
  assert.deepEqual([last_error, needs_reconnection], [reason, false])
  const wait_ms = Date.parse(next_sync_at!) - bench.sandbox.clock.now()
  assert.ok(wait_ms <= 15 * MINUTE_MS, `${wait_ms} ms`)
  bench.sandbox.faults.clear()
  assert.equal((await bench.sync(place)).end, 'succeeded')
  assert.deepEqual([(await stream()).state, (await stream()).reason], ['ok', null])
})
