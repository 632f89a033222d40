// A rule that compares claims with sales is silent where a part of either has no exchange rate, or where claims are of other sales.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { evaluate } from '#rules/evaluate.ts'
import { claims_beyond_sales } from '#rules/tracking.ts'
import { within } from '#test/answers.ts'
import { campaign_day, type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'
import { day } from '#test/known_days.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench()
})
after(() => bench.close())

/** Ads that claim 100 a day, and a shop that sells for 20 a day in the reporting currency. */
async function beyond_sales() {
  const org = await bench.org()
  const [mx, sx] = [await org.connect('mx_ads'), await org.connect('sx')]
  const days = Array.from({ length: 60 }, (_, back) => day(back))
  await org.insert(async (db) => {
    const ads = days.map((date) => campaign_day(mx, { date, spend: 10_000_000n, value: 100_000_000n }))
    await db.insertInto('campaign_daily').values(ads).execute()
    const orders = days.map((date) =>
      store_order(sx, { order_id: date, ordered_at: `${date}T16:00:00Z`, total: '20.00' }),
    )
    await db.insertInto('store_orders').values(orders).execute()
  })
  const found = () => within(bench, org, (context) => evaluate(context, claims_beyond_sales))
  return { org, sx, found }
}

test('claims are not compared with sales of which a part has no exchange rate', async () => {
  const { org, sx, found } = await beyond_sales()
  assert.equal((await found()).findings.length, 1)
  const order = { order_id: 'uyu', ordered_at: `${day(12)}T16:00:00Z`, currency: 'UYU', total: '900000.00' }
  await org.insert((db) => db.insertInto('store_orders').values(store_order(sx, order)).execute())
  assert.deepEqual((await found()).findings, [])
})

/** Ads of a platform that claim 100 a day, beside `beyond_sales`. */
async function claiming(org: FiguresOrg, platform: string, values: { last_sync_at?: string } = {}) {
  const connection_id = await org.connect(platform, values)
  const days = Array.from({ length: 60 }, (_, back) => day(back))
  const rows = days.map((date) => ({
    ...campaign_day(connection_id, { date, spend: 10_000_000n, value: 100_000_000n }),
    platform,
  }))
  await org.insert((db) => db.insertInto('campaign_daily').values(rows).execute())
}

/** A shop that sells for 50 a day, without any ads. */
async function shop_of_50() {
  const org = await bench.org()
  const sx = await org.connect('sx')
  const orders = Array.from({ length: 60 }, (_, back) =>
    store_order(sx, { order_id: day(back), ordered_at: `${day(back)}T16:00:00Z`, total: '50.00' }),
  )
  await org.insert((db) => db.insertInto('store_orders').values(orders).execute())
  const found = () => within(bench, org, (context) => evaluate(context, claims_beyond_sales))
  return { org, found }
}

for (const [platform, place] of [
  ['mpb_ads', 'on the marketplace'],
  ['tx_ads', 'in the platform’s own shop'],
] as const) {
  test(`claims of ${platform} are not compared, because they can be of sales ${place}`, async () => {
    const { org, found } = await shop_of_50()
    await claiming(org, platform)
    assert.deepEqual((await found()).findings, [])
    // With another platform, whose claims are below the sales of the shop.
    await claiming(org, 'gx_ads')
    await org.insert((db) =>
      db
        .updateTable('campaign_daily')
        .set({ conversion_value_micros: 40_000_000n })
        .where('platform', '=', 'gx_ads')
        .execute(),
    )
    assert.deepEqual((await found()).findings, [])
  })

  test(`claims beside those of ${platform} are compared, also while ${platform} is not read`, async () => {
    const { org, found } = await beyond_sales()
    await claiming(org, platform, { last_sync_at: '2026-11-10T00:00:00Z' })
    const { findings, state } = await found()
    assert.equal(state, 'evaluated')
    // 30 days of 100, and nothing of the other platform.
    assert.deepEqual(
      findings.map(({ evidence }) => evidence.claimed_revenue),
      [3000],
    )
  })
}
