import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { figures_bench, store_order } from '#test/figures.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>

before(async () => {
  bench = await figures_bench()
})
after(() => bench?.close())

const ordered_at = '2026-11-10T12:00:00Z'

/** An organization with one shop that sold one product, and one cart. */
async function shop_of(name: string, own_name?: string) {
  const org = await bench.org({ name })
  const shop = await org.connect('sx', { name: `${name} store` })
  const of_shop = { store_connection_id: shop }
  const product = { ...of_shop, product_id: 'p1', title: 'Mug' }
  await org.insert(async (db) => {
    if (own_name !== undefined)
      await db
        .insertInto('store_connections')
        .values({
          ...{ ...of_shop, platform: 'sx', store_id: '77', store_name: own_name, store_url: '' },
          ...{ currency: 'MXN', time_zone: 'America/Mexico_City' },
        })
        .execute()
    await db
      .insertInto('store_orders')
      .values(store_order(shop, { order_id: '1', ordered_at, total: '100.00' }))
      .execute()
    await db
      .insertInto('store_order_lines')
      .values({
        ...{ ...product, order_id: '1', line_id: '1', quantity: 1n, currency: 'MXN' },
        ...{ unit_price_micros: 100_000_000n, discount_micros: 0n, total_micros: 100_000_000n },
      })
      .execute()
    await db
      .insertInto('store_products')
      .values({ ...product, status: 'active' })
      .execute()
    await db
      .insertInto('store_variants')
      .values({ ...of_shop, product_id: 'p1', variant_id: 'v', currency: 'MXN', price_micros: 1n, stock: 0n })
      .execute()
    await db
      .insertInto('checkouts')
      .values({
        ...{ connection_id: shop, platform: 'sx', checkout_id: '1', currency: 'MXN', total_micros: 12_340_000n },
        ...{ started_at: ordered_at, changed_at: ordered_at },
      })
      .execute()
  })
  return org
}

type Shop = Awaited<ReturnType<typeof shop_of>>

async function shown_by(org: Shop) {
  const shown: [string, string][] = []
  for (const [tool, list] of [
    ['query_orders', 'orders'],
    ['list_store_orders', 'orders'],
    ['query_products', 'products'],
    ['list_store_products', 'products'],
    ['list_abandoned_checkouts', 'checkouts'],
  ] as const)
    for (const row of (await org.ask(tool))[list]) shown.push([tool, row.store])
  for (const row of (await org.ask('revisar_tienda')).stock.ran_out) shown.push(['revisar_tienda', row.store])
  return shown
}

test('the name of a store in every list filters figures', async () => {
  const org = await shop_of('Acme', 'Casa Centro')
  const shown = await shown_by(org)
  assert.equal(shown.length, 6)
  for (const [tool, store] of shown) {
    const { total_value } = await org.ask('query_data', { metric: 'store.revenue', filters: { store } })
    assert.deepEqual([tool, store, total_value], [tool, 'Casa Centro', 100])
  }
})

test('a store whose own name was not read yet has the name of its connection', async () => {
  const shown = await shown_by(await shop_of('Globex'))
  assert.deepEqual([...new Set(shown.map(([, store]) => store))], ['Globex store'])
})

test('a long list of stores with one name has their addresses', async () => {
  const org = await bench.org({ name: 'Initech' })
  for (let at = 0; at < 12; at++) {
    const store_connection_id = await org.connect('sx', { name: `Initech ${at}` })
    const named = { store_id: `${at}`, store_name: 'Casa Centro', store_url: `https://centro-${at}.example` }
    const place = { currency: 'MXN', time_zone: 'America/Mexico_City' }
    await org.insert((db) =>
      db
        .insertInto('store_connections')
        .values({ ...{ store_connection_id, platform: 'sx' }, ...named, ...place })
        .execute(),
    )
  }
  const { stores, short_rows } = await org.ask('list_store_connections')
  assert.equal(new Set(stores.map((row: { store_url?: string }) => row.store_url)).size, 12)
  assert.match(short_rows, /without currency, time_zone, scopes_missing/)
})
