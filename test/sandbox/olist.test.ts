// A store from real data: the orders that the loader reads from the files, and the sentences for unreadable files.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { create_changes } from '../../sandbox/world/changes.ts'
import { load_orders } from '../../sandbox/world/olist.ts'

const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

const orders_head =
  'order_id,customer_id,order_status,order_purchase_timestamp,order_approved_at,order_delivered_carrier_date,order_delivered_customer_date,order_estimated_delivery_date'
const items_head = 'order_id,order_item_id,product_id,seller_id,shipping_limit_date,price,freight_value'

function folder(files: Record<string, readonly string[]>): string {
  const root = mkdtempSync(join(tmpdir(), 'tablero-olist-'))
  folders.push(root)
  for (const [path, lines] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), lines.join('\n'))
  }
  return root
}

const sample = () =>
  folder({
    'a/olist_orders_dataset.csv': [
      orders_head,
      'o1,c1,delivered,2018-03-27 18:00:43,2018-03-29 03:28:47,,2018-04-06 02:32:49,2018-04-18 00:00:00',
      'o2,c2,canceled,2018-03-28 10:00:00,,,,2018-04-18 00:00:00',
      'o3,c3,unavailable,2018-03-29 10:00:00,,,,2018-04-18 00:00:00',
      // Daylight saving time started at this midnight: the clock went from 23:59:59 to 01:00:00.
      'o4,c1,created,2017-10-15 00:30:00,,,,2018-04-18 00:00:00',
    ],
    'b/olist_order_items_dataset.csv': [
      items_head,
      'o1,1,p1,s,2018-04-01 00:00:00,48.9,16.6',
      'o1,2,p1,s,2018-04-01 00:00:00,12.99,0',
      'o2,1,p2,s,2018-04-01 00:00:00,100.00,10',
      'o9,1,p2,s,2018-04-01 00:00:00,7,7',
    ],
    'olist_products_dataset.csv': ['"product_id","product_category_name"', '"p1",beleza_saude'],
    'product_category_name_translation.csv': [
      '\uFEFFproduct_category_name,product_category_name_english',
      'beleza_saude,health_beauty',
    ],
    'olist_customers_dataset.csv': [
      'customer_id,customer_unique_id,customer_zip_code_prefix,customer_city,customer_state',
      'c1,u1,9790,sao bernardo do campo,SP',
    ],
  })

const load = (dir: string, now = Date.parse('2026-01-01T00:00:00Z'), changes = create_changes()) =>
  load_orders(dir, () => now, changes)

test('an order is the sum of its items, to the cent, at its time in São Paulo', () => {
  const order = load(sample())
    .orders()
    .find(({ name }) => name === 'o1')
  assert.equal(order?.total_cents, 4890 + 1660 + 1299)
  assert.equal(order?.subtotal_cents, 4890 + 1299)
  assert.equal(order?.shipping_cents, 1660)
  assert.equal(new Date(order?.created_at ?? 0).toISOString(), '2018-03-27T21:00:43.000Z')
  assert.equal(new Date(order?.updated_at ?? 0).toISOString(), '2018-04-06T05:32:49.000Z')
  assert.deepEqual(
    order?.lines.map(({ quantity, unit_price_cents, title }) => ({ quantity, unit_price_cents, title })),
    [
      { quantity: 1, unit_price_cents: 4890, title: 'health beauty p1' },
      { quantity: 1, unit_price_cents: 1299, title: 'health beauty p1' },
    ],
  )
})

test('canceled and unavailable orders are cancelled; an order without items has a total of zero', () => {
  const orders = load(sample()).orders()
  const cancelled = orders.filter(({ cancelled_at }) => cancelled_at !== null).map(({ name }) => name)
  assert.deepEqual(cancelled, ['o2', 'o3'])
  assert.equal(orders.find(({ name }) => name === 'o4')?.total_cents, 0)
})

test('a time that daylight saving time skipped is an hour later', () => {
  const order = load(sample())
    .orders()
    .find(({ name }) => name === 'o4')
  assert.equal(new Date(order?.created_at ?? 0).toISOString(), '2017-10-15T03:30:00.000Z')
})

test('orders after now are missing, and an edited order has its new values', () => {
  const changes = create_changes()
  const store = load(sample(), Date.parse('2018-03-28T00:00:00Z'), changes)
  assert.deepEqual(
    store.orders().map(({ name }) => name),
    ['o4', 'o1'],
  )
  changes.set_order(store.orders()[1]!.id, { total_cents: 1 })
  assert.equal(store.orders()[1]?.total_cents, 1)
})

test('several orders can have the same customer', () => {
  const store = load(sample())
  assert.equal(store.customers().length, 1)
  assert.equal(store.customers()[0]?.orders_count, 2)
})

for (const [what, files, sentence] of [
  ['no orders', {}, /There is no olist_order_items_dataset\.csv below/],
  [
    'an amount in thousandths',
    { 'olist_order_items_dataset.csv': [items_head, 'o1,1,p1,s,x,1.005,0'] },
    /Order o1: '1\.005' is not an amount with at most two decimals/,
  ],
  [
    'a missing column',
    { 'olist_order_items_dataset.csv': ['order_id,order_item_id,product_id,price', 'o1,1,p1,1'] },
    /has no column freight_value/,
  ],
] as const) {
  test(`a folder with ${what} is rejected with a sentence`, () => {
    const orders = [orders_head, 'o1,c1,delivered,2018-03-27 18:00:43,,,,']
    const dir = folder('olist_order_items_dataset.csv' in files ? { 'olist_orders_dataset.csv': orders, ...files } : {})
    assert.throws(() => load(dir), sentence)
  })
}

test('the independent sums agree with the loader, and use the last known rate of a day', () => {
  const dir = sample()
  const rates = join(dir, 'rates.xml')
  // o1 is on a Tuesday with a rate. o4 is on a Sunday, so Friday's rate applies.
  writeFileSync(
    rates,
    `<gesmes:Envelope><Cube><Cube time="2018-03-27"><Cube currency="USD" rate="1.2"/><Cube currency="BRL" rate="4"/></Cube>
     <Cube time='2017-10-13'><Cube currency='USD' rate='1.1'/><Cube currency='BRL' rate='3.7'/></Cube></Cube></gesmes:Envelope>`,
  )
  const script = join(import.meta.dirname, '../data/olist_sums.mjs')
  const args = [script, dir, '--currency', 'USD', '--rates', rates]
  const sums = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
  const counted = load(dir)
    .orders()
    .filter(({ cancelled_at }) => cancelled_at === null)
  assert.equal(sums.whole.orders, counted.length)
  assert.equal(sums.whole.BRL, (counted.reduce((sum, { total_cents }) => sum + total_cents, 0) / 100).toFixed(2))
  // 78.49 / 4 * 1.2
  assert.equal(sums.months['2018-03'].USD_exact, '23.547000000')
  assert.deepEqual(sums.months['2017-10'], { orders: 1, BRL: '0.00', USD: '0.00', USD_exact: '0.000000000' })
})
