// A first read whose answers are empty although campaigns run: its days are no zeros until further reads say the same.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import type { Connector } from '#engine/connector.ts'
import { run_backfill } from '#engine/sync/backfill.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { with_short_history } from '../connectors/short_history.ts'

/** The paths of figures by day. */
const figures = {
  mx_ads: '/insights',
  net_c_ads: '/adAnalytics',
  net_d_ads: '/active_entities',
  net_c: 'timeIntervals',
  merchant_feed: 'reports:search',
}
type Platform = keyof typeof figures
type Place = Awaited<ReturnType<SyncBench['connect']>>

/** Later reads bring the last days only, so that they do not heal older ones. */
const few_days_again = (connector: Connector): Connector => ({
  ...connector,
  streams: Object.fromEntries(
    Object.entries(connector.streams).map(([name, stream]) => [
      name,
      'window' in stream ? { ...stream, window: { ...stream.window, overlap_days: 3 } } : stream,
    ]),
  ),
})

let bench: SyncBench
before(async () => {
  const short = (platform: Platform) => few_days_again(with_short_history(platform, connectors[platform]!))
  const platforms = Object.keys(figures) as Platform[]
  bench = await sync_bench({
    connectors: Object.fromEntries(platforms.map((platform) => [platform, short(platform)])),
  })
})
after(() => bench?.close())
afterEach(() => bench.sandbox.faults.clear())

/** One sync, some hours after the one before. */
async function sync(place: Place, hours = 0) {
  bench.sandbox.clock.advance(hours * 3_600_000)
  assert.equal((await bench.sync(place)).end, 'succeeded')
}
const empty = (platform: Platform) =>
  bench.sandbox.faults.add({ platform, kind: 'empty', path: figures[platform], count: 0 })
const cursors = ({ org_id }: Place) =>
  in_org(bench.engine.pool.worker, { org_id, read_only: true }, (db) =>
    db
      .selectFrom('sync_cursors')
      .select(['account_id', 'state', 'reason', 'covered_from', 'cursor'])
      .where('stream', 'in', ['campaign_daily', 'daily'])
      .orderBy('account_id')
      .execute(),
  )
const states = async (place: Place) => [
  ...new Set((await cursors(place)).map(({ state, covered_from }) => `${state} ${covered_from !== null}`)),
]
/** Of days that are over, because today grows. */
const daily_rows = async ({ org_id }: Place) => {
  const tables = Object.entries(await bench.rows(org_id)).filter(([table]) => table.endsWith('_daily'))
  return tables.map(([table, rows]) => [table, rows.filter(({ date }) => String(date) < '2026-11-20')])
}

for (const [platform, beside] of Object.entries({
  mx_ads: 'running campaigns',
  net_c_ads: 'running campaigns',
  net_d_ads: 'running campaigns',
  net_c: 'posts with figures',
  merchant_feed: 'products',
}) as [Platform, string][])
  test(`days are not known after an empty first read beside ${beside}, and are read whole when rows come (${platform})`, async () => {
    const truth = await bench.connect(platform)
    await sync(truth)
    empty(platform)
    const place = await bench.connect(platform)
    await sync(place)
    assert.deepEqual(await states(place), ['suspect false'])
    for (const { reason } of await cursors(place))
      assert.match(reason ?? '', new RegExp(`lists ${beside} of this account`))
    bench.sandbox.faults.clear()
    await sync(place)
    assert.deepEqual(await states(place), ['ok true'])
    assert.deepEqual(await daily_rows(place), await daily_rows(truth))
  })

test('three empty first reads, each an hour or more after the one before, are what the platform has', async () => {
  const place = await bench.connect('mx_ads')
  empty('mx_ads')
  await sync(place)
  // Reads within an hour are one read.
  for (const hours of [0, 0, 1]) {
    await sync(place, hours)
    assert.deepEqual(await states(place), ['suspect false'])
  }
  await sync(place, 1)
  assert.deepEqual(await states(place), ['ok true'])
  await sync(place, 1)
  assert.deepEqual(await states(place), ['ok true'], 'it is not doubted again')
})

test('the first rows after that make the older days doubtful, and they are read again', async () => {
  const place = await bench.connect('mx_ads')
  empty('mx_ads')
  for (const hours of [0, 1, 1]) await sync(place, hours)
  assert.deepEqual(await states(place), ['ok true'])
  bench.sandbox.faults.clear()
  await sync(place, 1)
  const { signal } = new AbortController()
  assert.equal(await run_backfill(bench.engine, { ...place, signal }), 'done')
  const truth = await bench.connect('mx_ads')
  await sync(truth)
  assert.deepEqual(await daily_rows(place), await daily_rows(truth))
  for (const { cursor } of await cursors(place)) assert.ok(!('unproven' in (cursor as object)))
})

test('the first rows make the older days doubtful too where the campaigns could not be listed', async () => {
  const place = await bench.connect('mx_ads')
  empty('mx_ads')
  bench.sandbox.faults.add({ platform: 'mx_ads', kind: 'deny_account', path: '/campaigns', count: 0 })
  await bench.sync(place)
  assert.deepEqual(await states(place), ['ok true'])
  bench.sandbox.faults.clear()
  await sync(place, 1)
  const { signal } = new AbortController()
  assert.equal(await run_backfill(bench.engine, { ...place, signal }), 'done')
  const truth = await bench.connect('mx_ads')
  await sync(truth)
  assert.deepEqual(await daily_rows(place), await daily_rows(truth))
})

test('an account whose campaigns do not run has zeros from its first read', async () => {
  empty('mx_ads')
  bench.sandbox.faults.add({
    ...{ platform: 'mx_ads', kind: 'rewrite', path: '/campaigns', count: 0 },
    ...{ find: '"ACTIVE"', replace: '"PAUSED"' },
  })
  const place = await bench.connect('mx_ads')
  await sync(place)
  assert.deepEqual(await states(place), ['ok true'])
})

for (const [path, reason] of [
  ['/adsets', /lists running campaigns of this account/],
  ['/campaigns', /did not list running campaigns of this account/],
] as const)
  test(`days of an empty first read are not known either when the sync ends before it has read ${path}`, async () => {
    empty('mx_ads')
    bench.sandbox.faults.add({ platform: 'mx_ads', kind: 'fail', status: 503, path, count: 0 })
    const place = await bench.connect('mx_ads')
    assert.equal((await bench.sync(place)).end, 'failed')
    assert.deepEqual(await states(place), ['suspect false'])
    for (const one of await cursors(place)) assert.match(one.reason ?? '', reason)
  })
