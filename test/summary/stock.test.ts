// The stock of revisar_tienda is that of products that were read. It never says zero about others.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sx } from '#connectors/sx/index.ts'
import { type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'
import { day, TODAY } from '#test/known_days.ts'

const WHOLE = { covered_from: '-infinity', covered_until: day(1), read_until: TODAY, state: 'ok' }
const NEVER = { covered_from: null, covered_until: null, read_until: null }
const DENIED = { ...NEVER, state: 'denied', reason: 'Required access: read_products.' }
const UNKNOWN = { products: null, out_of_stock: null, ran_out: [] }

describe('stock', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  before(async () => {
    bench = await figures_bench({ connectors: { sx } })
  })
  after(() => bench.close())

  /** Connects a shop that has read its orders, and what is given of other streams. */
  async function shop(org: FiguresOrg, name: string, streams: Record<string, object>) {
    const id = await org.connect('sx', { name, last_sync_at: null })
    await org.insert((db) =>
      db
        .updateTable('connections')
        .set({ last_sync_at: `${TODAY}T17:00:00Z` })
        .execute(),
    )
    for (const [stream, days] of Object.entries({ orders: WHOLE, checkouts: WHOLE, ...streams }))
      await org.cover(id, days, stream)
    return id
  }

  /** Adds an active product with a unit count of each variant. null: the shop does not count its units. */
  type Kept = { status?: string; available_for_sale?: (boolean | null)[] }
  const add = (
    org: FiguresOrg,
    store_connection_id: string,
    product_id: string,
    units: (bigint | null)[],
    { status = 'active', available_for_sale = [] }: Kept = {},
  ) =>
    org.insert(async (db) => {
      const of = { store_connection_id, product_id }
      await db
        .insertInto('store_products')
        .values({ ...of, title: product_id, status })
        .execute()
      const variants = units.map((stock, at) => ({
        ...{ ...of, variant_id: `${product_id} ${at}`, currency: 'MXN', stock },
        available_for_sale: available_for_sale[at] ?? null,
      }))
      if (variants.length > 0) await db.insertInto('store_variants').values(variants).execute()
    })

  const review = (org: FiguresOrg) => org.ask('revisar_tienda', { days_back: 10 })

  it('is unknown without access to the products, and the answer says why', async () => {
    const org = await bench.org()
    await shop(org, 'Main', { products: DENIED })
    const { orders, stock, notes } = await review(org)
    assert.deepEqual([orders.current, stock], [0, UNKNOWN])
    assert.match(notes.join('\n'), /sx \(Main\) .*products.*Required access: read_products\./)
  })

  it('is unknown while products are still being read', async () => {
    const org = await bench.org()
    const id = await shop(org, 'Main', { products: { ...NEVER, state: 'ok' } })
    await add(org, id, 'mug', [0n])
    const { stock, notes } = await review(org)
    assert.deepEqual(stock, UNKNOWN)
    assert.match(notes.join('\n'), /sx \(Main\) has not read all its products yet/)
  })

  it('is unknown where only a marketplace is connected', async () => {
    const org = await bench.org()
    await org.connect('mpa')
    const { stock, notes } = await review(org)
    assert.deepEqual(stock, UNKNOWN)
    assert.match(notes.join('\n'), /No store is connected/)
  })

  it('is that of the shops whose products can be read, and the answer names the other one', async () => {
    const org = await bench.org()
    const one = await shop(org, 'Open', { products: WHOLE })
    await shop(org, 'Closed', { products: DENIED })
    await add(org, one, 'mug', [0n])
    const { stock, notes } = await review(org)
    assert.deepEqual([stock.products, stock.out_of_stock], [1, 1])
    assert.match(notes.join('\n'), /sx \(Closed\) .*products/)
    assert.doesNotMatch(notes.join('\n'), /sx \(Open\)/)
  })

  it('has a day when the products were not read today', async () => {
    const org = await bench.org()
    const id = await shop(org, 'Main', { products: { ...WHOLE, covered_until: day(5), read_until: day(4) } })
    await add(org, id, 'mug', [0n])
    const { stock, notes } = await review(org)
    assert.equal(stock.out_of_stock, 1)
    assert.match(notes.join('\n'), new RegExp(`The stock of sx \\(Main\\) is that of ${day(4)}`))
  })

  it('does not know the units sold of a shop whose orders cannot be read', async () => {
    const org = await bench.org()
    const one = await shop(org, 'Open', { products: WHOLE })
    const other = await shop(org, 'Closed', { products: WHOLE, orders: DENIED })
    await add(org, one, 'mug', [0n])
    await add(org, other, 'plate', [0n])
    const order = store_order(one, { order_id: '1', ordered_at: `${day(2)}T16:00:00Z`, total: '50.00' })
    const line = {
      store_connection_id: one,
      order_id: '1',
      line_id: '1',
      product_id: 'mug',
      title: 'mug',
      quantity: 3n,
    }
    const price = { unit_price_micros: 1n, discount_micros: 0n, total_micros: 3n, currency: 'MXN' }
    await org.insert(async (db) => {
      await db.insertInto('store_orders').values(order).execute()
      await db
        .insertInto('store_order_lines')
        .values({ ...line, ...price })
        .execute()
    })
    const { stock } = await review(org)
    assert.deepEqual(
      stock.ran_out.map(({ product, units }: { product: string; units: number }) => [product, units]),
      [
        ['mug', 3],
        ['plate', null],
      ],
    )
  })

  it('counts a product as out of stock when all its variants are counted and have run out', async () => {
    const org = await bench.org()
    const id = await shop(org, 'Main', { products: WHOLE })
    await add(org, id, 'sold out', [0n, 0n])
    await add(org, id, 'oversold', [-3n, 0n])
    await add(org, id, 'oversold beside units', [3n, -3n])
    await add(org, id, 'not counted beside none', [null, 0n])
    await add(org, id, 'not counted', [null])
    await add(org, id, 'without variants', [])
    const { stock } = await review(org)
    assert.deepEqual([stock.products, stock.out_of_stock], [6, 2])
    assert.deepEqual(
      stock.ran_out.map(({ product, stock: left }: { product: string; stock: number }) => [product, left]),
      [
        ['oversold', -3],
        ['sold out', 0],
      ],
    )
    const found = await org.ask('list_store_products', { in_stock_only: true })
    assert.deepEqual(
      found.products.map(({ title }: { title: string }) => title),
      ['not counted', 'not counted beside none', 'oversold beside units'],
    )
  })

  it('follows the word of the store before its count', async () => {
    const org = await bench.org()
    const id = await shop(org, 'Main', { products: WHOLE })
    await add(org, id, 'advance order', [-12n], { available_for_sale: [true] })
    await add(org, id, 'not counted and closed', [null], { available_for_sale: [false] })
    await add(org, id, 'one count for both', [0n, null], { available_for_sale: [false, false] })
    await add(org, id, 'unlisted', [0n], { status: 'unlisted' })
    await add(org, id, 'draft', [0n], { status: 'draft' })
    const { stock } = await review(org)
    assert.deepEqual([stock.products, stock.out_of_stock], [4, 3])
    assert.deepEqual(
      Object.fromEntries(
        stock.ran_out.map((one: { product: string; stock: number | null }) => [one.product, one.stock]),
      ),
      { 'not counted and closed': null, 'one count for both': 0, unlisted: 0 },
    )
    const found = await org.ask('list_store_products', { in_stock_only: true })
    assert.deepEqual(
      found.products.map(({ title }: { title: string }) => title),
      ['advance order'],
    )
  })
})
