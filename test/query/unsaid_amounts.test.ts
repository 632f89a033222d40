// Amounts that a platform does not say are unknown in every answer, and never zero.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'

describe('amounts that a shop does not say', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let org: FiguresOrg
  const dates = { date_from: '2026-11-01', date_to: '2026-11-10' }
  before(async () => {
    bench = await figures_bench()
    org = await bench.org()
    const shop = await org.connect('tnx')
    const ordered_at = '2026-11-05T15:00:00Z'
    const at = { store_connection_id: shop, order_id: '1', currency: 'MXN' }
    await org.insert(async (db) => {
      await db
        .insertInto('store_orders')
        .values(store_order(shop, { order_id: '1', ordered_at, total: '100.00', tax_micros: null }))
        .execute()
      await db
        .insertInto('store_refunds')
        .values({ ...at, refund_id: 'a', refunded_at: '2026-11-14T15:00:00Z', amount_micros: null })
        .execute()
      await db
        .insertInto('store_products')
        .values({ store_connection_id: shop, product_id: 'p', title: 'Mate', status: 'active' })
        .execute()
      await db
        .insertInto('store_variants')
        .values({ store_connection_id: shop, product_id: 'p', variant_id: 'v', currency: 'MXN', price_micros: null })
        .execute()
    })
  })
  after(() => bench.close())

  it('has no sum of taxes, and still its revenue', async () => {
    const total = async (metric: string) => (await org.ask('query_data', { metric, ...dates })).total_value
    assert.equal(await total('store.taxes'), null)
    assert.equal(await total('store.revenue'), 100)
  })
  it('has an order whose refunded amount is not known', async () => {
    const [order] = (await org.ask('query_orders', dates)).orders
    assert.deepEqual([order.total, order.refunded], [100, null])
  })
  it('has no sum of refunds on the day of an unknown one, in any answer', async () => {
    const day = { date_from: '2026-11-14', date_to: '2026-11-14' }
    const { refunds, net_revenue, notes } = await org.ask('query_orders', day)
    assert.deepEqual([refunds, net_revenue], [null, null])
    assert.match(notes.join(), /The amount of 1 refund is not known/)
    for (const metric of ['store.refunds', 'store.net_revenue'])
      assert.equal((await org.ask('query_data', { metric, ...day })).total_value, null, metric)
  })
  it('has no sum of refunds in a longer time without a known one, whatever orders it has', async () => {
    const days = { date_from: '2026-11-01', date_to: '2026-11-14' }
    const { refunds, net_revenue, total_revenue, notes } = await org.ask('query_orders', days)
    assert.deepEqual([total_revenue, refunds, net_revenue], [100, null, null])
    assert.match(notes.join(), /The amount of 1 refund is not known/)
    const { totals } = await org.ask('list_store_orders', days)
    assert.deepEqual([totals.revenue, totals.refunds, totals.net_revenue], [100, null, null])
    const tienda = await org.ask('revisar_tienda', { days_back: 19 })
    assert.deepEqual([tienda.revenue.current, tienda.refunds.current, tienda.net_revenue.current], [100, null, null])
    const kpis = await org.ask('get_kpi_summary', { days_back: 19 })
    assert.deepEqual([kpis.store_revenue, kpis.refunds, kpis.store_revenue_net], [100, null, null])
    for (const metric of ['store.refunds', 'store.net_revenue'])
      for (const dimensions of [[], ['month'], ['channel']]) {
        const { total_value, rows, notes: said } = await org.ask('query_data', { metric, dimensions, ...days })
        assert.deepEqual([total_value, ...rows.map((row: { value: unknown }) => row.value)], [null, null], metric)
        assert.match(said.join(), /The amount of 1 refund is not known/)
      }
  })
  it('has the sum of the known refunds beside an unknown one, and a note', async () => {
    const other = await bench.org()
    const shop = await other.connect('tnx')
    const at = { store_connection_id: shop, currency: 'MXN', refunded_at: '2026-11-14T15:00:00Z' }
    await other.insert(async (db) => {
      const of = { ordered_at: '2026-11-14T15:00:00Z', total: '100.00' }
      const orders = ['1', '2', '3'].map((order_id) => store_order(shop, { order_id, ...of, channel: order_id }))
      await db.insertInto('store_orders').values(orders).execute()
      const refunds = [null, 30_000_000n].map((amount_micros, n) => ({ ...at, order_id: String(n + 1), amount_micros }))
      await db
        .insertInto('store_refunds')
        .values(refunds.map((refund) => ({ ...refund, refund_id: refund.order_id })))
        .execute()
    })
    const dates = { date_from: '2026-11-14', date_to: '2026-11-14' }
    const { refunds, net_revenue, notes } = await other.ask('query_orders', dates)
    assert.deepEqual([refunds, net_revenue], [30, 270])
    assert.match(notes.join(), /The amount of 1 refund is not known/)
    const by = async (metric: string) => {
      const { total_value, rows } = await other.ask('query_data', { metric, dimensions: ['channel'], ...dates })
      return [total_value, ...rows.map((row: { channel: string; value: number | null }) => [row.channel, row.value])]
    }
    assert.deepEqual(await by('store.refunds'), [30, ['2', 30], ['3', 0], ['1', null]])
    assert.deepEqual(await by('store.net_revenue'), [270, ['3', 100], ['2', 70], ['1', null]])
  })
  it('has the sum of the known refunds of the period before, and a note', async () => {
    const { previous, notes } = await org.ask('get_kpi_summary', { days_back: 5 })
    assert.equal(previous.refunds, null)
    assert.match(notes.join(), /rows of the previous period state no value.*: refunds \(1 row\)/)
    assert.doesNotMatch(notes.join(), /The amount of 1 refund is not known/, 'the period itself has none')
  })
  it('has a variant whose price is not known', async () => {
    const [product] = (await org.ask('query_products', {})).products
    assert.deepEqual([product.price_from, product.variants[0].price], [null, null])
  })
})
