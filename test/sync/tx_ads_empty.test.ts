// Whole syncs of advertisers whose answers lack something: all lines of a report, a part of them, and a total that the platform
// does not give.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { tx_ads } from '#connectors/tx_ads/index.ts'
import { in_org } from '#db/org.ts'
import { add_campaigns } from '#test/large_advertisers.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { read_left_out } from '#tools/connections/reading_states.ts'

const platform = 'tx_ads'
const { campaign_daily } = tx_ads.streams
const short = { ...campaign_daily!, window: { ...(campaign_daily as { window: object }).window, history_days: 12 } }

let bench: SyncBench
before(async () => {
  bench = await sync_bench({ connectors: { tx_ads: { ...tx_ads, streams: { campaign_daily: short as never } } } })
})
after(() => bench?.close())

test('after a report without lines, the next sync has every day with its spend, and nothing twice', async () => {
  const place = await bench.connect(platform)
  const past = async () => {
    const rows = (await bench.rows(place.org_id)).campaign_daily!.filter(({ date }) => String(date) < '2026-11-20')
    const sums: Record<string, number> = {}
    for (const { date, account_id, spend_micros } of rows)
      sums[`${account_id} ${date}`] = (sums[`${account_id} ${date}`] ?? 0) + Number(spend_micros)
    return sums
  }
  await bench.sync(place)
  const truth = await past()
  bench.sandbox.faults.add({ platform, kind: 'empty', path: 'AUCTION_CAMPAIGN', count: 0 })
  await bench.sync(place)
  bench.sandbox.faults.clear()
  // The ledger finds the difference, and the next read confirms what is real.
  bench.sandbox.clock.advance(3_601_000)
  assert.equal((await bench.sync(place)).end, 'succeeded')
  assert.deepEqual(await past(), truth)
})

test('campaigns that a report leaves out keep their spend, and the row of other campaigns does not take it', async () => {
  const place = await bench.connect(platform)
  const days = async () =>
    (await bench.rows(place.org_id)).campaign_daily!.filter(({ date }) => String(date) < '2026-11-20')
  await bench.sync(place)
  const truth = await days()
  const others = truth.filter(({ campaign_id }) => String(campaign_id).startsWith('other campaigns'))
  assert.ok(others.length > 0)
  bench.sandbox.faults.add({ platform, kind: 'halve', is_recounted: true, path: 'AUCTION_CAMPAIGN', count: 0 })
  for (const hours of [0, 2]) {
    bench.sandbox.clock.advance(hours * 3_600_000)
    assert.equal((await bench.sync(place)).end, 'succeeded')
    assert.deepEqual(await days(), truth)
  }
  bench.sandbox.faults.clear()
})

test('an advertiser with too many ads for a total is read, and named with the reason among the accounts that lack something', async () => {
  const place = await bench.connect(platform)
  const leave = add_campaigns(bench.sandbox.world, { campaigns: 110, ads_each: 200 })
  try {
    assert.equal((await bench.sync(place)).end, 'succeeded')
  } finally {
    leave()
  }
  const { org_id } = place
  const named = await in_org(bench.engine.pool.worker, { org_id, read_only: true }, (db) => read_left_out({ db }))
  assert.equal(named.length, 1)
  assert.match(named[0]!.reason ?? '', /20,000 ads or more/)
  const read = new Set((await bench.rows(org_id)).campaign_daily!.map(({ account_id }) => account_id))
  assert.ok(read.has(named[0]!.account_id))
})
