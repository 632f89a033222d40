// A report of campaigns that comes without lines for once. The account's own total is then no spend of other campaigns.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { tx_ads } from '#connectors/tx_ads/index.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'

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
