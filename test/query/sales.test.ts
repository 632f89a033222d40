// The definition of a sale is the same everywhere. The KPIs, the lists and the metric catalog have the sums that this file computes
// from the tables, for any days. They exclude voided orders, test orders, and refunds of both.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import type { Insertable } from 'kysely'
import type { DB } from '#db/schema.ts'
import { type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'

const TODAY = '2026-11-20'
const day = (back: number) => new Date(Date.parse(TODAY) - back * 86_400_000).toISOString().slice(0, 10)
/** A time in the organization's time zone, which is six hours behind UTC. */
const at = (back: number, hour: number) =>
  new Date(Date.parse(`${day(back)}T06:00:00Z`) + hour * 3_600_000).toISOString()

describe('the definition of a sale', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let org: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    org = await bench.org()
    const [shop, market] = [await org.connect('sx'), await org.connect('mpa')]
    const orders: ReturnType<typeof store_order>[] = []
    const refunds: Insertable<DB['store_refunds']>[] = []
    const sold: Insertable<DB['marketplace_orders']>[] = []
    for (let n = 0; n < 300; n++) {
      const [back, hour] = [1 + ((n * 37) % 50), (n * 11) % 24]
      const dropped = { is_voided: n % 9 === 0, is_test: n % 13 === 0 }
      const ordered_at = at(back, hour)
      orders.push(
        store_order(shop, { order_id: `${n}`, ordered_at, total: `${(n * 7_919) % 991}.${10 + (n % 90)}`, ...dropped }),
      )
      if (n % 5 === 0)
        refunds.push({
          store_connection_id: shop,
          order_id: `${n}`,
          refund_id: 'r',
          refunded_at: at(1 + ((n * 17) % 50), 23 - hour),
          currency: 'MXN',
          amount_micros: BigInt(n) * 1_230_000n,
        })
      sold.push({
        connection_id: market,
        platform: 'mpa',
        order_id: `${n}`,
        ordered_at,
        changed_at: ordered_at,
        currency: 'MXN',
        status: 'paid',
        total_micros: BigInt((n * 6_007) % 881) * 10_000n,
        refunded_micros: BigInt(n % 7) * 10_000n,
        fee_micros: 10_000n,
        ...dropped,
      })
    }
    await org.insert(async (db) => {
      await db.insertInto('store_orders').values(orders).execute()
      await db.insertInto('store_refunds').values(refunds).execute()
      await db.insertInto('marketplace_orders').values(sold).execute()
    })
  })
  after(() => bench.close())

  /** Sums in cents, directly from the tables. This function computes the limits of days itself, in whole hours of UTC. */
  async function own_sums(from: string, to: string) {
    const span = [org.org_id, `${from}T06:00:00Z`, `${day_after(to)}T06:00:00Z`]
    const one = async (text: string) => {
      const { rows } = await bench.owner.query(text, span)
      return Object.fromEntries(Object.entries(rows[0]).map(([name, value]) => [name, Number(value)]))
    }
    const store =
      await one(`select coalesce(sum(total_micros), 0) / 10000 as revenue, count(*) as orders from store_orders
      where org_id = $1 and ordered_at >= $2 and ordered_at < $3 and is_voided is false and is_test is false`)
    const back =
      await one(`select coalesce(sum(amount_micros), 0) / 10000 as refunds from store_refunds where org_id = $1
      and refunded_at >= $2 and refunded_at < $3 and order_id in (
        select order_id from store_orders where org_id = $1 and is_voided is false and is_test is false)`)
    const market = await one(`select coalesce(sum(total_micros), 0) / 10000 as revenue, count(*) as orders,
      coalesce(sum(refunded_micros), 0) / 10000 as refunds from marketplace_orders
      where org_id = $1 and ordered_at >= $2 and ordered_at < $3 and is_voided is false and is_test is false`)
    return { store: { ...store, ...back }, market }
  }
  const day_after = (date: string) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
  const cents = (value: number | null) => Math.round((value ?? Number.NaN) * 100)

  it('is the same for the KPIs, the orders, the review, the breakdown and the metric catalog, for any days', async () => {
    const window = fc.record({ back: fc.integer({ min: 1, max: 40 }), days: fc.integer({ min: 1, max: 20 }) })
    await fc.assert(
      fc.asyncProperty(window, async ({ back, days }) => {
        const dates = { date_from: day(back + days - 1), date_to: day(back) }
        const own = await own_sums(dates.date_from, dates.date_to)
        const metric = async (name: string) => (await org.ask('query_data', { metric: name, ...dates })).total_value
        for (const name of ['revenue', 'refunds'] as const) {
          assert.equal(cents(await metric(`store.${name}`)), own.store[name], name)
          assert.equal(cents(await metric(`marketplace_a.${name}`)), own.market[name], name)
        }
        assert.equal(await metric('store.orders'), own.store.orders)
        assert.equal(await metric('marketplace_a.orders'), own.market.orders)
        const kpis = await org.ask('get_kpi_summary', dates)
        assert.equal(cents(kpis.store_revenue), own.store.revenue! + own.market.revenue!)
        assert.equal(cents(kpis.refunds), own.store.refunds! + own.market.refunds!)
        assert.equal(kpis.orders, own.store.orders! + own.market.orders!)
        const orders = await org.ask('query_orders', { ...dates, limit: 1 })
        assert.deepEqual(
          [cents(orders.total_revenue), cents(orders.refunds), orders.orders_in_period],
          [own.store.revenue, own.store.refunds, own.store.orders],
        )
      }),
      { numRuns: 8 },
    )
    const whole = await own_sums(day(30), day(1))
    const review = await org.ask('revisar_tienda', { days_back: 30 })
    assert.equal(cents(review.revenue.current), whole.store.revenue! + whole.market.revenue!)
    const change = await org.ask('diagnosticar_cambio', { days_back: 30, metric: 'store_revenue' })
    assert.equal(cents(change.current), whole.store.revenue! + whole.market.revenue!)
  })

  it('is tested with voided orders, test orders and refunds of both', async () => {
    const { rows } = await bench.owner.query(
      `select count(*) filter (where is_voided) as voided, count(*) filter (where is_test) as tests,
         (select count(*) from store_refunds r join store_orders o using (org_id, store_connection_id, order_id)
          where r.org_id = $1 and (o.is_voided or o.is_test)) as refunds
       from store_orders where org_id = $1`,
      [org.org_id],
    )
    for (const [name, count] of Object.entries(rows[0])) assert.ok(Number(count) > 0, name)
  })
})
