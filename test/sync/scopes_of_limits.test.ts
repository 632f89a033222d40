// A vendor that says whose quota is used up stops only those who share that quota.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { gx_ads } from '#connectors/gx_ads/index.ts'
import { seo_console } from '#connectors/seo_console/index.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'

const PAUSE_S = 3_600

let bench: SyncBench
before(async () => {
  bench = await sync_bench({ connectors: { gx_ads, seo_console }, history_days: 10 })
})
after(() => bench?.close())
beforeEach(() => {
  bench.sandbox.faults.clear()
  bench.forget_limits()
})

/** Syncs a new organization. Returns the end, the addresses that were asked, and the accounts that have rows. */
async function synced(platform: 'gx_ads' | 'seo_console') {
  const place = await bench.connect(platform)
  bench.sandbox.log.clear()
  const { end } = await bench.sync(place)
  const asked = bench.sandbox.log.list(platform).map(({ url }) => url)
  const { campaign_daily = [] } = await bench.rows(place.org_id)
  return { end, asked, accounts: [...new Set(campaign_daily.map(({ account_id }) => String(account_id)))].sort() }
}

test('gx_ads: a quota of one customer stops that customer, and no other customer or organization', async () => {
  const [first = '', ...others] = bench.sandbox.world.ads.gx.accounts.map(({ id }) => id).sort()
  assert.ok(others.length > 0)
  const path = `customers/${first}/googleAds`
  bench.sandbox.faults.add({ platform: 'gx_ads', kind: 'throttle', name: 'customer', seconds: PAUSE_S, path, count: 0 })
  const one = await synced('gx_ads')
  assert.deepEqual([one.end, one.accounts], ['failed', others])
  assert.equal(one.asked.filter((url) => url.includes(path)).length, 1)
  const two = await synced('gx_ads')
  assert.deepEqual([two.end, two.accounts], ['failed', others])
  // The organizations share the quota of the customer.
  assert.equal(two.asked.filter((url) => url.includes(path)).length, 0)
})

test('gx_ads: a quota of the developer token stops every organization', async () => {
  bench.sandbox.faults.add({ platform: 'gx_ads', kind: 'throttle', seconds: PAUSE_S })
  assert.equal((await synced('gx_ads')).end, 'failed')
  const two = await synced('gx_ads')
  assert.deepEqual([two.end, two.asked], ['failed', []])
})

test('seo_console: the load of one site stops the queries of that site, and not those who share the project', async () => {
  const path = 'searchAnalytics/query'
  bench.sandbox.faults.add({ platform: 'seo_console', kind: 'throttle', name: 'load', path })
  const one = await synced('seo_console')
  assert.deepEqual([one.end, one.asked.filter((url) => url.includes(path)).length], ['failed', 1])
  const two = await synced('seo_console')
  assert.ok(two.asked.length > 0)
  assert.deepEqual([two.end, two.asked.filter((url) => url.includes(path)).length], ['failed', 0])
})
