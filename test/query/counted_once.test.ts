// A sale that two connections have counts once, in every tool and by SQL: where the customer ordered, on the days that are stored there.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'
import { day, TODAY } from '#test/known_days.ts'

const DATES = { date_from: day(10), date_to: day(1) }
const at = (back: number) => `${day(back)}T16:00:00Z`
const WHOLE = { covered_from: '-infinity', covered_until: day(1), read_until: TODAY }

describe('a sale counts once', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  before(async () => {
    bench = await figures_bench()
  })
  after(() => bench.close())

  /** Orders of 100 on days 8 and 3, both imported from the marketplace, with refunds of 10; and an own order of 40. */
  async function importing_shop() {
    const org = await bench.org()
    const shop = await org.connect('tnx', { name: 'Norte' })
    const imported = { imported_from: 'mpa', total: '100.00', customer_id: 'x' }
    const refund = (order_id: string, back: number) => ({
      ...{ store_connection_id: shop, order_id, refund_id: order_id, refunded_at: at(back), currency: 'MXN' },
      amount_micros: 10_000_000n,
    })
    await org.insert(async (db) => {
      await db
        .insertInto('store_orders')
        .values([
          store_order(shop, { order_id: 'old', ordered_at: at(8), ...imported }),
          store_order(shop, { order_id: 'new', ordered_at: at(3), ...imported }),
          store_order(shop, { order_id: 'own', ordered_at: at(3), total: '40.00' }),
        ])
        .execute()
      await db
        .insertInto('store_order_lines')
        .values(
          ['old', 'new', 'own'].map((order_id) => ({
            ...{ store_connection_id: shop, order_id, line_id: '1', title: 'Hat', quantity: 1n, currency: 'MXN' },
            ...{ unit_price_micros: 40_000_000n, discount_micros: 0n, total_micros: 40_000_000n },
          })),
        )
        .execute()
      await db
        .insertInto('store_refunds')
        .values([refund('old', 2), refund('new', 2)])
        .execute()
    })
    return { org, shop }
  }

  /** What every tool and SQL say of the orders, each figure once per tool. */
  async function said(org: FiguresOrg) {
    const query_orders = await org.ask('query_orders', DATES)
    const list = await org.ask('list_store_orders', DATES)
    const metric = async (name: string) =>
      (await org.ask('query_data', { metric: `store.${name}`, ...DATES })).total_value
    const { rows } = await org.ask('run_readonly_sql', {
      sql: `select (select sum(total) from store_orders where counts) as revenue, (select sum(amount) from store_refunds where counts) as refunds,
        (select sum(quantity) from store_order_lines where counts) as units`,
    })
    return {
      revenue: [query_orders.total_revenue, list.totals.revenue, await metric('revenue'), rows[0].revenue],
      refunds: [query_orders.refunds, list.totals.refunds, await metric('refunds'), rows[0].refunds],
      units: [await metric('units'), rows[0].units],
      listed: query_orders.orders.map(({ order_id }: { order_id: string }) => order_id),
      marked: list.orders.map((of: Record<string, unknown>) => [of.order_id, of.counts, of.imported_from]),
      notes: list.notes.join('\n'),
    }
  }

  it('an imported order counts in the shop while nothing else has it', async () => {
    const { org } = await importing_shop()
    const { marked, notes, ...figures } = await said(org)
    assert.deepEqual(figures, {
      ...{ revenue: [240, 240, 240, 240], refunds: [20, 20, 20, 20], units: [3, 3] },
      listed: ['new', 'own', 'old'],
    })
    assert.deepEqual(marked[0], ['new', true, 'mpa'])
    assert.doesNotMatch(notes, /imported/)
  })

  it('it leaves the totals only on the days that the marketplace covers, its refund with it, and notes say so', async () => {
    const { org } = await importing_shop()
    const market = await org.connect('mpa')
    await org.cover(market, { ...WHOLE, covered_from: day(5) })
    const { marked, notes, ...figures } = await said(org)
    assert.deepEqual(figures, {
      ...{ revenue: [140, 140, 140, 140], refunds: [10, 10, 10, 10], units: [2, 2] },
      listed: ['own', 'old'],
    })
    assert.deepEqual(marked, [
      ['new', false, 'mpa'],
      ['own', true, null],
      ['old', true, 'mpa'],
    ])
    assert.match(notes, /1 order that a store imported from mpa counts there/)
    await org.insert((db) =>
      db
        .insertInto('marketplace_orders')
        .values({
          ...{ connection_id: market, platform: 'mpa', order_id: 'ml', ordered_at: at(3), changed_at: at(3) },
          ...{ status: 'paid', currency: 'MXN', total_micros: 100_000_000n, refunded_micros: 0n },
        })
        .execute(),
    )
    const kpis = await org.ask('get_kpi_summary', { days_back: 4 })
    assert.deepEqual([kpis.store_revenue, kpis.orders], [140, 2], 'the sale of the marketplace, and the own order')
    assert.match(kpis.notes.join('\n'), /1 order that a store imported from mpa/)
    const { top_products } = await org.ask('revisar_tienda', { days_back: 4 })
    assert.equal(top_products[0].units, 1)
  })

  it('it counts in the shop again when the marketplace is disconnected, or on days that one of its connections lacks', async () => {
    const { org } = await importing_shop()
    const market = await org.connect('mpa', { status: 'revoked', revoked_at: at(1) })
    assert.deepEqual((await said(org)).revenue, [240, 240, 240, 240])
    await org.insert((db) =>
      db.updateTable('connections').set({ status: 'active' }).where('connection_id', '=', market).execute(),
    )
    assert.deepEqual((await said(org)).revenue, [40, 40, 40, 40])
    const second = await org.connect('mpa', { name: 'Second' })
    await org.cover(second, { ...WHOLE, covered_from: day(2) })
    assert.deepEqual((await said(org)).revenue, [240, 240, 240, 240])
  })

  it('it counts in the shop again since the marketplace refuses its account, and on a day that no read finished', async () => {
    const { org } = await importing_shop()
    const market = await org.connect('mpa')
    await org.account(market, { account_id: 's1', state: 'skipped', reason: 'No permission.', state_since: at(5) })
    const ended = { covered_until: day(6), read_until: day(5) }
    await org.insert(async (db) => {
      const of_market = db.deleteFrom('sync_cursors').where('connection_id', '=', market)
      await of_market.where('account_id', '=', '').execute()
      const cursor = db.updateTable('sync_cursors').set(ended).where('connection_id', '=', market)
      await cursor.execute()
    })
    const { revenue, listed } = await said(org)
    assert.deepEqual(
      [revenue, listed],
      [
        [140, 140, 140, 140],
        ['new', 'own'],
      ],
    )
    const late = await importing_shop()
    await late.org.cover(await late.org.connect('mpa'), { ...WHOLE, covered_until: day(4), read_until: day(3) })
    const of_shop = await late.org.ask('list_store_orders', DATES)
    const counts = of_shop.orders.map((of: Record<string, unknown>) => [of.order_id, of.counts])
    assert.deepEqual(Object.fromEntries(counts), { new: true, own: true, old: false })
  })

  it('it counts in the shop since the marketplace brings no rows at all, unless another connection of it brings some', async () => {
    const { org } = await importing_shop()
    await org.connect('mpa', { created_at: at(300), last_rows_at: at(5) })
    const { revenue, listed } = await said(org)
    assert.deepEqual(
      [revenue, listed],
      [
        [140, 140, 140, 140],
        ['new', 'own'],
      ],
    )
    await org.connect('mpa', { name: 'Second' })
    assert.deepEqual((await said(org)).revenue, [40, 40, 40, 40])
    const never = await importing_shop()
    await never.org.connect('mpa', { created_at: at(300), last_rows_at: null })
    assert.deepEqual((await said(never.org)).revenue, [240, 240, 240, 240])
  })

  it('an order that a shop imported from Amazon counts on Amazon', async () => {
    const org = await bench.org()
    const shop = await org.connect('sx')
    await org.insert((db) =>
      db
        .insertInto('store_orders')
        .values([
          store_order(shop, { order_id: 'fba', ordered_at: at(3), total: '100.00', imported_from: 'mpb_sp' }),
          store_order(shop, { order_id: 'own', ordered_at: at(3), total: '40.00' }),
        ])
        .execute(),
    )
    assert.deepEqual((await said(org)).revenue, [140, 140, 140, 140])
    await org.cover(await org.connect('mpb_sp'), WHOLE)
    const { revenue, notes } = await said(org)
    assert.deepEqual(revenue, [40, 40, 40, 40])
    assert.match(notes, /1 order that a store imported from mpb_sp counts there/)
  })

  it('orders whose channel looks like a connected marketplace are named, because they may count twice', async () => {
    const org = await bench.org()
    const shop = await org.connect('store_c')
    const order = (order_id: string, more: object) =>
      store_order(shop, { order_id, ordered_at: at(3), total: '10.00', ...more })
    await org.insert((db) =>
      db
        .insertInto('store_orders')
        .values([
          order('a', { channel: 'MercadoLibre-sync' }),
          order('b', { channel: 'meli' }),
          order('c', { channel: 'Amazon' }),
          order('d', { channel: 'checkout' }),
          order('e', { channel: 'meli', imported_from: 'mpa' }),
          order('f', { channel: 'meli', is_test: true }),
          order('g', { channel: 'meli', ordered_at: at(20) }),
        ])
        .execute(),
    )
    const notes = async () => (await said(org)).notes
    assert.doesNotMatch(await notes(), /looks like/, 'no marketplace is connected, so nothing counts twice')
    const market = await org.connect('mpa')
    assert.match(await notes(), /^2 orders of stores have a channel that looks like mpa.*imported_channels/m)
    assert.doesNotMatch(await notes(), /looks like mpb_sp/)
    await org.cover(market, WHOLE)
    await org.cover(await org.connect('mpb_sp'), WHOLE)
    assert.match(await notes(), /^2 orders of stores have a channel that looks like mpa/m)
    assert.match(await notes(), /^1 order of a store has a channel that looks like mpb_sp/m)
    const { notes: of_metric } = await org.ask('query_data', { metric: 'store.revenue', ...DATES })
    assert.match(of_metric.join('\n'), /2 orders of stores have a channel that looks like mpa/)
  })

  it('an order that a marketplace only shipped counts in the shop, on the days that all shops cover', async () => {
    const org = await bench.org()
    const market = await org.connect('mpb_sp')
    const shipped = (order_id: string, back: number) => ({
      ...{ connection_id: market, platform: 'mpb_sp', order_id, ordered_at: at(back), changed_at: at(back) },
      ...{ status: 'shipped', channel: 'non_amazon', currency: 'MXN', total_micros: 50_000_000n, has_charges: true },
    })
    const charge = (order_id: string) => ({
      ...{
        connection_id: market,
        platform: 'mpb_sp',
        account_id: '',
        charge_id: order_id,
        order_id,
        charged_at: at(2),
      },
      ...{ currency: 'MXN', refund_micros: 5_000_000n, fee_micros: 0n },
    })
    await org.insert(async (db) => {
      await db
        .insertInto('marketplace_orders')
        .values([shipped('a', 8), shipped('b', 3)])
        .execute()
      await db
        .insertInto('marketplace_charges')
        .values([charge('a'), charge('b')])
        .execute()
    })
    const said = async () => {
      const metric = async (name: string) =>
        (await org.ask('query_data', { metric: `marketplace_b.${name}`, ...DATES })).total_value
      const { rows } = await org.ask('run_readonly_sql', {
        sql: `select (select sum(total) from marketplace_orders where counts) as revenue,
          (select sum(refund) from marketplace_charges where counts) as refunds`,
      })
      return [await metric('revenue'), rows[0].revenue, await metric('refunds'), rows[0].refunds]
    }
    assert.deepEqual(await said(), [100, 100, 10, 10], 'no shop has it')
    const shop = await org.connect('sx')
    await org.cover(shop, { ...WHOLE, covered_from: day(5) })
    assert.deepEqual(await said(), [50, 50, 5, 5])
    const { notes } = await org.ask('get_kpi_summary', { days_back: 4 })
    assert.match(notes.join('\n'), /1 order that a marketplace only shipped counts in its store/)
  })
})
