// A rule that compares claims with sales is silent where a part of either has no exchange rate.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { evaluate } from '#rules/evaluate.ts'
import { claims_beyond_sales } from '#rules/tracking.ts'
import { within } from '#test/answers.ts'
import { campaign_day, figures_bench, store_order } from '#test/figures.ts'
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
