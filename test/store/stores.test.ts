// The lists of stores show every state of an order, and their totals are those of all other tools.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'
import { day } from '#test/known_days.ts'

const DATES = { date_from: day(10), date_to: day(1) }
const at = (back: number) => `${day(back)}T16:00:00Z`

describe('lists of stores', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let org: FiguresOrg
  let shop: string
  let shop_b: string
  before(async () => {
    bench = await figures_bench({ connectors: { sx: { ...connectors.sx!, streams: {} } } })
    org = await bench.org()
    shop = await org.connect('sx', { name: 'Centro' })
    shop_b = await org.connect('tnx', { name: 'Norte' })
    await org.insert(async (db) => {
      await db
        .insertInto('store_orders')
        .values([
          store_order(shop, { order_id: 'a', ordered_at: at(9), total: '100.00', financial_status: 'paid' }),
          store_order(shop, { order_id: 'b', ordered_at: at(8), total: '60.00', financial_status: 'refunded' }),
          store_order(shop, {
            order_id: 'c',
            ordered_at: at(7),
            total: '70.00',
            is_voided: true,
            financial_status: 'expired',
          }),
          store_order(shop, { order_id: 'd', ordered_at: at(6), total: '80.00', is_test: true }),
          store_order(shop_b, { order_id: 'e', ordered_at: at(5), total: '30.00', financial_status: 'paid' }),
          store_order(shop_b, {
            order_id: 'f',
            ordered_at: at(4),
            total: '20.00',
            financial_status: 'partially_refunded',
          }),
          store_order(shop_b, {
            order_id: 'g',
            ordered_at: at(3),
            total: '90.00',
            financial_status: 'pending',
            is_pending: true,
          }),
        ])
        .execute()
      await db
        .insertInto('store_refunds')
        .values([
          {
            store_connection_id: shop,
            order_id: 'b',
            refund_id: '1',
            refunded_at: at(2),
            currency: 'MXN',
            amount_micros: 25_000_000n,
          },
          {
            store_connection_id: shop_b,
            order_id: 'f',
            refund_id: '2',
            refunded_at: at(2),
            currency: 'MXN',
            amount_micros: null,
          },
        ])
        .execute()
    })
  })
  after(() => bench.close())

  const list = (input: object = {}) => org.ask('list_store_orders', { ...DATES, ...input })

  it('show orders of every state, newest first, and only sold ones are in totals', async () => {
    const { orders, totals, by_status, total } = await list()
    assert.deepEqual(
      orders.map((order: { order_id: string; status: string }) => [order.order_id, order.status]),
      [
        ['g', 'pending'],
        ['f', 'sold'],
        ['e', 'sold'],
        ['d', 'test'],
        ['c', 'voided'],
        ['b', 'sold'],
        ['a', 'sold'],
      ],
    )
    assert.deepEqual(by_status, { sold: 4, pending: 1, voided: 1, test: 1 })
    assert.equal(total, 7)
    assert.deepEqual(totals, { orders: 4, revenue: 210, refunds: 25, net_revenue: 185 })
    for (const [tool, input] of [
      ['list_store_orders', DATES],
      ['query_orders', DATES],
      ['get_kpi_summary', { days_back: 10 }],
      ['query_data', { metric: 'store.net_revenue', ...DATES }],
    ] as const)
      assert.match((await org.ask(tool, input)).notes.join('\n'), /The amount of 1 refund is not known/, tool)
    const { rows } = await org.ask('run_readonly_sql', {
      sql: `select (select sum(total) from store_orders where counts) as revenue, (select count(*) from store_orders where counts) as orders,
        (select sum(amount) from store_refunds where counts) as refunds`,
    })
    assert.deepEqual(rows, [{ revenue: 210, orders: 4, refunds: 25 }])
  })

  it('keep their totals whatever the limit, and show what an order came to', async () => {
    const { orders, totals, total, truncated } = await list({ limit: 2 })
    assert.deepEqual([orders.length, total, truncated, totals.revenue], [2, 7, true, 210])
    const { orders: all } = await list({ platform: 'sx', status: 'refunded' })
    assert.deepEqual([all[0].total, all[0].refunded, all[0].net], [60, 25, 35])
    assert.deepEqual([orders[1].refunded, orders[1].net], [null, null], 'an unknown refund is not zero')
  })

  it('filter by platform, by state and by the platform’s own word', async () => {
    const ids = async (input: object) =>
      (await list(input)).orders.map(({ order_id }: { order_id: string }) => order_id)
    assert.deepEqual(await ids({ platform: 'tnx' }), ['g', 'f', 'e'])
    assert.deepEqual(await ids({ status: 'voided' }), ['c'])
    assert.deepEqual(await ids({ status: 'PAID' }), ['e', 'a'])
    assert.deepEqual((await list({ status: 'paid' })).totals, { orders: 2, revenue: 130, refunds: 0, net_revenue: 130 })
    const none = { orders: null, revenue: null, refunds: null, net_revenue: null }
    for (const status of ['pending', 'voided', 'test']) {
      const { totals, by_status, total } = await list({ status })
      assert.deepEqual([totals, by_status, total], [none, { [status]: 1 }, 1])
    }
    const expired = await list({ status: 'expired' })
    assert.deepEqual([expired.totals, expired.by_status], [none, { voided: 1 }], 'a word whose orders are not sold')
  })

  it('refuse what does not exist, with what there is', async () => {
    const refused = (input: object) => org.refused('list_store_orders', input)
    assert.match(
      await refused({ status: 'shipped' }),
      /'shipped'.*sold, pending, voided, test, expired, paid, partially_refunded, refunded/,
    )
    assert.match(await refused({ platform: 'mpa' }), /sx, tnx, store_c/)
    assert.match(await refused({ date_from: day(1), date_to: day(3) }), /Exchange them/)
    assert.match(await refused({ date_from: day(-3) }), /lies in the future/)
    assert.match(await org.refused('list_abandoned_checkouts', { days_back: 91 }), /at most 90/)
  })

  it('say which stores are connected, their health, and what they give no permission for', async () => {
    await org.insert((db) =>
      db
        .insertInto('store_connections')
        .values({
          ...{
            store_connection_id: shop,
            platform: 'sx',
            store_id: '77',
            store_name: 'Centro',
            store_url: 'https://centro.example',
          },
          ...{ currency: 'MXN', time_zone: 'America/Mexico_City' },
        })
        .execute(),
    )
    await org.cover(shop, { state: 'denied', reason: 'read_orders is missing.', covered_from: null }, 'checkouts')
    await org.connect('sx', { name: 'Closed', status: 'revoked', revoked_at: at(2) })
    const { stores, total } = await org.ask('list_store_connections')
    assert.equal(total, 2, 'a disconnected store is left out')
    assert.deepEqual(
      [stores[0].store_id, stores[0].store_url, stores[0].currency, stores[0].health, stores[0].scopes_missing],
      ['77', 'https://centro.example', 'MXN', 'suspect', [{ stream: 'checkouts', reason: 'read_orders is missing.' }]],
    )
    assert.deepEqual([stores[1].store_name, stores[1].currency], [null, null], 'what was not read is not known')
    assert.equal((await org.ask('list_store_connections', { platform: 'store_c' })).total, 0)
    // Shopify gives an app without this scope the orders of 60 days, and denies nothing.
    await org.insert((db) =>
      db
        .insertInto('connection_accounts')
        .values({
          ...{
            org_id: org.org_id,
            connection_id: shop,
            account_id: '77',
            name: 'Centro',
            time_zone: 'America/Mexico_City',
            seen_at: at(1),
          },
          extra: JSON.stringify({ scopes: 'read_orders,read_customers,read_products' }),
        })
        .execute(),
    )
    const [partly] = (await org.ask('list_store_connections')).stores
    assert.deepEqual(partly.scopes_missing, [
      { stream: 'checkouts', reason: 'read_orders is missing.' },
      { stream: 'orders', reason: 'Without the scope read_all_orders, only orders of the last 60 days can be read.' },
    ])
  })

  it('show products with a price range and a stock that may not be tracked', async () => {
    const product = (product_id: string, status = 'active') => ({
      store_connection_id: shop,
      product_id,
      title: product_id,
      status,
    })
    const variant = (product_id: string, variant_id: string, price: bigint, stock: bigint | null) => ({
      ...{
        store_connection_id: shop,
        product_id,
        variant_id,
        currency: 'MXN',
        price_micros: price * 1_000_000n,
        stock,
      },
    })
    await org.insert(async (db) => {
      await db
        .insertInto('store_products')
        .values([product('in stock'), product('sold out'), product('untracked'), product('draft', 'draft')])
        .execute()
      await db
        .insertInto('store_variants')
        .values([
          ...[variant('in stock', '1', 10n, 3n), variant('in stock', '2', 15n, 0n), variant('sold out', '3', 5n, 0n)],
          ...[variant('untracked', '4', 7n, null), variant('draft', '5', 7n, 1n)],
        ])
        .execute()
    })
    const titles = async (input: object) =>
      (await org.ask('list_store_products', input)).products.map(({ title }: { title: string }) => title)
    assert.deepEqual(await titles({ status: 'active' }), ['in stock', 'sold out', 'untracked'])
    assert.deepEqual(await titles({ in_stock_only: true }), ['draft', 'in stock', 'untracked'])
    assert.deepEqual(await titles({ platform: 'tnx' }), [])
    const { products } = await org.ask('list_store_products', { in_stock_only: true, status: 'Active' })
    assert.deepEqual(
      products.map(({ price_from, price_to, stock }: Record<string, unknown>) => [price_from, price_to, stock]),
      [
        [10, 15, 3],
        [7, 7, null],
      ],
    )
    assert.match(await org.refused('list_store_products', { status: 'sold' }), /'sold'.*active, draft/)
  })

  it('show at most ten variants of a product, with SKU, prices and stock, and the number of all', async () => {
    const other = await bench.org()
    const store_connection_id = await other.connect('store_c')
    const of = { store_connection_id, product_id: 'p', currency: 'MXN' }
    const variants = Array.from({ length: 12 }, (_, at) => ({
      ...{ ...of, variant_id: `v${String(at).padStart(2, '0')}`, sku: `SKU-${at}`, title: `Size ${at}` },
      ...{ price_micros: BigInt(10 + at) * 1_000_000n, stock: at === 0 ? null : BigInt(at) },
      compare_at_price_micros: at === 1 ? 20_500_000n : null,
    }))
    await other.insert(async (db) => {
      await db
        .insertInto('store_products')
        .values({ store_connection_id, product_id: 'p', title: 'Shirt', status: 'active' })
        .execute()
      await db.insertInto('store_variants').values(variants).execute()
    })
    const [product] = (await other.ask('list_store_products')).products
    assert.deepEqual([product.variant_count, product.variants.length, product.stock], [12, 10, 66])
    assert.deepEqual(product.variants.slice(0, 3), [
      { title: 'Size 0', sku: 'SKU-0', price: 10, stock: null },
      { title: 'Size 1', sku: 'SKU-1', price: 11, compare_at_price: 20.5, stock: 1 },
      { title: 'Size 2', sku: 'SKU-2', price: 12, stock: 2 },
    ])
  })

  it('refuse a platform that is none of a store, with those there are', async () => {
    for (const tool of ['list_store_connections', 'list_store_products', 'list_store_orders'])
      for (const platform of ['mpa', 'email_a', 'shop'])
        assert.match(
          await org.refused(tool, { platform }),
          /^platform: must be a store platform: sx, tnx, store_c\.$/,
          `${tool} ${platform}`,
        )
  })
})
