// A platform that builds reports for longer than a sync waits.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mpb_ads } from '#connectors/mpb_ads/index.ts'
import { in_org } from '#db/org.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'

/** More than a report has, so that each level is read in two slices. */
const LAST_DAYS = 40

let bench: SyncBench
let place: { org_id: string; connection_id: string }
before(async () => {
  bench = await sync_bench({ connectors: { mpb_ads }, last_days: LAST_DAYS })
  place = await bench.connect('mpb_ads')
})
after(() => bench?.close())

/** Orders that Amazon accepted. Those of a kind of ads that a profile cannot have are refused. */
const accepted = () =>
  bench.sandbox.log.list('mpb_ads').filter(({ url, status }) => url.endsWith('/reporting/reports') && status === 200)
const profile_of = ({ headers }: { headers: Record<string, unknown> }) => headers['amazon-advertising-api-scope']
const orders = () => accepted().length
const read = <T>(work: Parameters<typeof in_org<T>>[2]) =>
  in_org(bench.engine.pool.worker, { org_id: place.org_id, read_only: true }, work)
const connection = () => read((db) => db.selectFrom('connections').selectAll().executeTakeFirstOrThrow())
const streams = () =>
  read((db) => db.selectFrom('sync_cursors').select(['stream', 'state', 'covered_from']).orderBy('stream').execute())

test('a sync reads the rest, ends without an error, and is planned again soon; the days stay uncovered', async () => {
  bench.sandbox.faults.add({
    platform: 'mpb_ads',
    kind: 'own',
    name: 'unfinished',
    path: 'reporting/reports/',
    count: 0,
  })
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const { last_error, next_sync_at } = await connection()
  const wait_s = (Date.parse(next_sync_at!) - bench.sandbox.clock.now()) / 1000
  assert.equal(last_error, null)
  assert.ok(wait_s > 0 && wait_s <= 900, `${wait_s} s`)
  const found = await streams()
  assert.ok(['ads', 'ad_groups', 'campaigns'].every((name) => found.some(({ stream }) => stream === name)))
  assert.deepEqual(
    found.filter(({ stream, covered_from }) => stream.endsWith('_daily') && covered_from !== null),
    [],
  )
})

test('a sync that is stopped while it waits leaves its reports to the next one, which orders none of them again', async () => {
  const ordered = orders()
  const stopped = new AbortController()
  const running = bench.sync(place, { signal: stopped.signal })
  setImmediate(() => stopped.abort(new Error('the process stops')))
  await assert.rejects(running)
  bench.sandbox.faults.clear()
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const rows = await bench.rows(place.org_id)
  for (const table of ['campaign_daily', 'ad_group_daily', 'ad_daily']) assert.ok(rows[table]!.length > 0, table)
  // The newest slice of each level had been ordered by the first sync.
  const left = await read((db) => db.selectFrom('vendor_reports').select('report_id').execute())
  assert.deepEqual(left, [])
  const fresh = await bench.connect('mpb_ads')
  const before = orders()
  await bench.sync(fresh)
  assert.equal(before, orders() - before, `${ordered} of ${before} before the stop`)
  // The figures of the current day grow between the two syncs.
  const today = bench.sandbox.world.today()
  const finished = (all: typeof rows) =>
    Object.entries(all).map(([table, of]) => [table, of.filter(({ date }) => date !== today)])
  assert.deepEqual(finished(rows), finished(await bench.rows(fresh.org_id)))
})

test('a sync orders the reports of all streams, and waits for five minutes in all when none comes', async () => {
  bench.sandbox.faults.add({
    platform: 'mpb_ads',
    kind: 'own',
    name: 'unfinished',
    path: 'GET .*reporting/reports/',
    count: 0,
  })
  const fresh = await bench.connect('mpb_ads')
  bench.sandbox.log.clear()
  const began = bench.sandbox.clock.now()
  assert.equal((await bench.sync(fresh)).end, 'succeeded')
  const waited_s = (bench.sandbox.clock.now() - began) / 1000
  assert.ok(waited_s > 200 && waited_s < 330, `${waited_s} s`)
  const all = bench.sandbox.log.list('mpb_ads')
  // A refused order of a kind of ads has the others looked for first.
  const refused = new Set(all.filter(({ status }) => status === 400).map(profile_of))
  const requests = all.filter((request) => !refused.has(profile_of(request)))
  const first_look = requests.findIndex(({ method, url }) => method === 'GET' && url.includes('/reporting/reports/'))
  const ordered = accepted().filter((request) => requests.includes(request))
  assert.ok(ordered.length >= 9)
  assert.ok(ordered.every((order) => requests.indexOf(order) < first_look))
})

test('a report that was built after the time that it usually takes is read, and not ordered again', async () => {
  bench.sandbox.faults.clear()
  bench.sandbox.log.clear()
  const fresh = await bench.connect('mpb_ads')
  const running = { platform: 'mpb_ads', kind: 'own', name: 'unfinished', path: 'GET .*reporting/reports/' } as const
  bench.sandbox.faults.add({ ...running, count: 0 })
  await bench.sync(fresh)
  bench.sandbox.faults.clear()
  const before = orders()
  bench.sandbox.clock.advance(4 * 3_600_000)
  assert.equal((await bench.sync(fresh)).end, 'succeeded')
  const asked = accepted().map(({ body, headers }) => JSON.stringify([profile_of({ headers }), body]))
  assert.ok(before > 0)
  const slices = new Set(accepted().map(({ body }) => (body as { startDate: string }).startDate))
  assert.equal(slices.size, 2)
  // Each of the slices of the first load was ordered once.
  assert.equal(new Set(asked).size, asked.length)
})
