// Amazon keeps the figures of each kind of ads for another number of days. What is not read in time is lost.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { in_org } from '#db/org.ts'
import { add_days } from '#domain/windows.ts'
import { run_backfill } from '#engine/sync/backfill.ts'
import { WHOLE_HISTORY } from '#test/recent.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { product_of } from '../../../sandbox/vendors/mpb_ads/api.ts'
import { mpb_ads } from './index.ts'

const TODAY = '2026-11-20'
const { campaign_daily } = mpb_ads.streams
const connector = { ...mpb_ads, streams: { campaign_daily: campaign_daily! } }

let bench: SyncBench
before(async () => {
  bench = await sync_bench({ last_days: WHOLE_HISTORY, connectors: { mpb_ads: connector }, history_days: 120 })
})
after(() => bench?.close())

/** By profile: the kinds of its campaigns, the first stored day, and whether older ones are still expected. */
async function history_of(kinds: readonly string[]) {
  const { mpb } = bench.sandbox.world.ads
  const usual = Object.getOwnPropertyDescriptor(mpb, 'campaigns')!
  const all = mpb.campaigns
  const { kind } = all.find((one) => product_of(one) === 'SPONSORED_PRODUCTS')!
  const campaigns = all.map((one) => (kinds.includes(product_of(one)) ? one : { ...one, kind }))
  Object.defineProperty(mpb, 'campaigns', { configurable: true, value: campaigns })
  const place = await bench.connect('mpb_ads')
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const { signal } = new AbortController()
  assert.equal(await run_backfill(bench.engine, { ...place, signal }), 'done')
  // A later sync expects no more than what the platform keeps.
  bench.forget_limits()
  assert.equal((await bench.sync(place, { all_streams: true })).end, 'succeeded')
  Object.defineProperty(mpb, 'campaigns', usual)
  const cursors = await in_org(bench.engine.pool.worker, { org_id: place.org_id, read_only: true }, (db) =>
    db
      .selectFrom('sync_cursors')
      .select(['account_id', 'state', 'covered_from', 'cursor'])
      .where('stream', '=', 'campaign_daily')
      .execute(),
  )
  return cursors.map(({ account_id, cursor, ...of }) => ({
    ...of,
    kinds: new Set(campaigns.filter((one) => one.account_id === account_id).map(product_of)),
    is_more_expected: 'history_left' in (cursor as object),
  }))
}

const DAYS = { SPONSORED_PRODUCTS: 94, SPONSORED_TELEVISION: 94, SPONSORED_DISPLAY: 64, SPONSORED_BRANDS: 59 } as const

for (const [kinds, days] of [
  [['SPONSORED_PRODUCTS'], 94],
  [['SPONSORED_PRODUCTS', 'SPONSORED_TELEVISION'], 94],
  [['SPONSORED_PRODUCTS', 'SPONSORED_DISPLAY'], 64],
  [['SPONSORED_PRODUCTS', 'SPONSORED_DISPLAY', 'SPONSORED_BRANDS'], 59],
] as const)
  test(`a profile with ${kinds.join(', ')} has ${days} days before today, and no more are expected`, async () => {
    const found = await history_of(kinds)
    // Another profile can lack some of the kinds.
    assert.ok(found.some((one) => one.kinds.size === kinds.length))
    for (const { kinds: own, ...one } of found) {
      const covered_from = add_days(TODAY, -Math.min(...[...own].map((kind) => DAYS[kind])))
      assert.deepEqual(one, { state: 'ok', covered_from, is_more_expected: false })
    }
  })
