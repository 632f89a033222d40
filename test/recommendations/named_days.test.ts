// The figures of a recommendation are those of the days that it names, so that a reader can ask for them again.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { jobs } from '#jobs/index.ts'
import { campaign_day, type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'
import { day } from '#test/known_days.ts'
import { find } from './world.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench({ jobs })
})
after(() => bench.close())

const DAYS = Array.from({ length: 60 }, (_, at) => day(at))

async function recommended(org: FiguresOrg, rule: string) {
  await find(bench, org.org_id)
  const { recommendations } = await org.ask('list_recommendations')
  return recommendations.find((one: { rule: string }) => one.rule === rule)
}

/** A metric over the days from `from` to `to`. */
async function metric(org: FiguresOrg, name: string, from: string, to: string): Promise<number> {
  return (await org.ask('query_data', { metric: name, date_from: from, date_to: to })).total_value
}

test('amounts of a lost budget are of the days whose sales have arrived, and the shares of the last two weeks', async () => {
  const org = await bench.org()
  const gx = await org.connect('gx_ads')
  const account = { connection_id: gx, account_id: 'a1', platform: 'gx_ads' }
  await org.insert(async (db) => {
    await db
      .insertInto('ad_accounts')
      .values({ ...account, name: 'Account', currency: 'MXN', time_zone: 'UTC' })
      .execute()
    const named = { campaign_id: 'c1', name: 'Campaign', status: 'ENABLED', currency: 'MXN' }
    await db
      .insertInto('ad_campaigns')
      .values({ ...account, ...named, daily_budget_micros: 1_000_000_000n })
      .execute()
    // No two windows have the same sum.
    const rows = DAYS.map((date, at) => ({
      ...campaign_day(gx, {
        date,
        spend: BigInt(1000 + at * at) * 1_000_000n,
        value: 5_000_000_000n,
        conversions: '9',
      }),
      ...account,
    }))
    await db.insertInto('campaign_daily').values(rows).execute()
    const shares = { impression_share: '0.5', lost_to_budget_share: '0.4', lost_to_rank_share: '0.1' }
    await db
      .insertInto('campaign_share_daily')
      .values(DAYS.map((date) => ({ ...account, campaign_id: 'c1', date, impressions: 1000n, ...shares })))
      .execute()
  })
  const { evidence, text } = await recommended(org, 'budget_lost')
  const { valued_from, valued_to, from, to } = evidence
  assert.deepEqual([from, to, valued_from, valued_to], [day(14), day(1), day(37), day(8)])
  assert.equal(evidence.spend, await metric(org, 'search_ads.spend', valued_from, valued_to))
  assert.equal(evidence.roas, Number((await metric(org, 'search_ads.roas', valued_from, valued_to)).toFixed(2)))
  for (const named of [from, to, valued_from, valued_to]) assert.ok(text.includes(named), text)
})

test('sales beside claims are of the days that are named for them', async () => {
  const org = await bench.org()
  const [mx, sx] = [await org.connect('mx_ads'), await org.connect('sx')]
  await org.insert(async (db) => {
    const ads = DAYS.map((date) => campaign_day(mx, { date, spend: 10_000_000n, value: 100_000_000n }))
    await db.insertInto('campaign_daily').values(ads).execute()
    const orders = DAYS.map((date, at) =>
      store_order(sx, { order_id: date, ordered_at: `${date}T16:00:00Z`, total: `${10 + at}.00` }),
    )
    await db.insertInto('store_orders').values(orders).execute()
  })
  const { evidence, text } = await recommended(org, 'claims_beyond_sales')
  const { from, to, sold_to } = evidence
  assert.equal(evidence.claimed_revenue, await metric(org, 'social_ads.claimed_revenue', from, to))
  assert.equal(evidence.store_revenue, await metric(org, 'store.revenue', from, sold_to))
  assert.ok(text.includes(sold_to), text)
})
