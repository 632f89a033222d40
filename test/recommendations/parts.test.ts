// Rules that compare two sums. A part on one side of the comparison is no reason for advice.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { store_c } from '#connectors/store_c/index.ts'
import { jobs } from '#jobs/index.ts'
import { campaign_day, type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'
import { day, TODAY } from '#test/known_days.ts'
import { find } from './world.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench({ jobs, connectors: { store_c } })
})
after(() => bench.close())

const WHOLE = { covered_from: '-infinity', covered_until: day(1), read_until: TODAY, state: 'ok' }
const some = (count: number) => Array.from({ length: count }, (_, at) => at)

async function rules_of(org: FiguresOrg): Promise<string[]> {
  await find(bench, org.org_id)
  const { recommendations } = await org.ask('list_recommendations')
  return recommendations.map(({ rule }: { rule: string }) => rule)
}

/** A shop with as many carts on each day, and a shop without carts that sells less in the last two weeks. */
async function of_carts({ sold, carts }: { sold: (is_now: boolean) => number; carts: (is_now: boolean) => number }) {
  const org = await bench.org()
  const [sx, woo] = [await org.connect('sx'), await org.connect('store_c')]
  for (const stream of Object.keys(store_c.streams)) await org.cover(woo, WHOLE, stream)
  const days = some(28).map((at) => ({ date: day(at + 1), is_now: at < 14 }))
  const each = (count: (is_now: boolean) => number) =>
    days.flatMap(({ date, is_now }) =>
      some(count(is_now)).map((at) => ({ id: `${date} ${at}`, at: `${date}T16:00:00Z` })),
    )
  const orders = (shop: string, count: (is_now: boolean) => number) =>
    each(count).map(({ id, at }) => store_order(shop, { order_id: id, ordered_at: at, total: '100' }))
  const left = each(carts).map(({ id, at }) => ({
    ...{ connection_id: sx, platform: 'sx', checkout_id: id, currency: 'MXN', total_micros: 100_000_000n },
    ...{ started_at: at, changed_at: at },
  }))
  await org.insert(async (db) => {
    await db.insertInto('checkouts').values(left).execute()
    await db
      .insertInto('store_orders')
      .values([...orders(sx, () => 6), ...orders(woo, sold)])
      .execute()
  })
  return rules_of(org)
}

test('a shop without carts that sells less is no reason to say that customers leave more of them', async () => {
  const fewer_sales = await of_carts({ carts: () => 8, sold: (is_now) => (is_now ? 2 : 40) })
  assert.ok(!fewer_sales.includes('carts_rising'), fewer_sales.join())
  const more_carts = await of_carts({ carts: (is_now) => (is_now ? 20 : 6), sold: () => 40 })
  assert.ok(more_carts.includes('carts_rising'), more_carts.join())
})

/** Claims of twice what the priced orders come to. */
async function of_claims(unpriced: number) {
  const org = await bench.org()
  const [mx, market] = [await org.connect('mx_ads'), await org.connect('mpb_sp')]
  const days = some(40).map((at) => day(at + 1))
  await org.insert(async (db) => {
    await db
      .insertInto('campaign_daily')
      .values(days.map((date) => campaign_day(mx, { date, spend: 50_000_000n, value: 200_000_000n })))
      .execute()
    const order = { connection_id: market, platform: 'mpb_sp', currency: 'MXN', status: 'shipped', has_charges: true }
    const placed = (order_id: string, date: string, total_micros: bigint | null) => ({
      ...{ ...order, order_id, total_micros, ordered_at: `${date}T16:00:00Z`, changed_at: `${date}T16:00:00Z` },
    })
    await db
      .insertInto('marketplace_orders')
      .values([
        ...days.map((date) => placed(date, date, 100_000_000n)),
        ...some(unpriced).map((at) => placed(`open ${at}`, day(20), null)),
      ])
      .execute()
  })
  return rules_of(org)
}

test('sales of which some have no price yet are no reason to say that ads claim more than all sales', async () => {
  assert.ok((await of_claims(0)).includes('claims_beyond_sales'))
  const unpriced = await of_claims(40)
  assert.ok(!unpriced.includes('claims_beyond_sales'), unpriced.join())
})
