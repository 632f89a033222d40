// A store of Tiendanube through the whole engine: what counts, what is deleted, and what the vendor refuses.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { in_org } from '#db/org.ts'
import { DAY_MS, type ShopBench, shop_bench } from '#test/shop_bench.ts'
import { every_access, refunded } from '../../../sandbox/world/shop_access.ts'

let shop: ShopBench
before(async () => {
  shop = await shop_bench('tnx')
})
after(() => shop?.close())
beforeEach(() => {
  shop.reset()
  Object.assign(shop.store.access, every_access(), { is_unpaid: undefined, orders_max: undefined })
})

const sold = async () => Number((await shop.query('select coalesce(sum(orders), 0) as n from metrics.sales'))[0]!.n)

test('an order that waits for its transfer is no sale, and is one on its day when it is paid', async () => {
  const [order] = shop.paid_orders()
  const before = await sold()
  shop.change(order!, { financial_status: 'pending' })
  await shop.sync_again()
  assert.equal((await shop.row_of(order!))!.is_pending, true)
  assert.equal(await sold(), before - 1)
  shop.change(order!, { financial_status: 'paid', updated_at: shop.now() + 1000 })
  await shop.sync_again()
  assert.equal(await sold(), before)
  const log = await shop.query(
    "select old_value, new_value from metric_restatements where metric = 'total_micros' and row_key->>'order_id' = $1 order by restated_at",
    [order!.id],
  )
  const total = String(BigInt(order!.total_cents) * 10_000n)
  assert.deepEqual(log, [
    { old_value: total, new_value: null },
    { old_value: null, new_value: total },
  ])
})

test('a change that does not move the time of change of its order is found within a day', async () => {
  const order = shop.paid_orders().at(-1)!
  await shop.sync_again()
  const state = async () => (await shop.row_of(order))!.financial_status
  shop.change(order, { financial_status: 'pending', updated_at: order.updated_at })
  await shop.sync_again()
  assert.equal(await state(), 'paid')
  shop.clock.advance(DAY_MS)
  await shop.sync_again()
  assert.equal(await state(), 'pending')
})

test('a pending order is not the first order of its customer', async () => {
  const [one, other] = shop.paid_orders()
  const customer = { ...one!.customer!, id: '77' }
  shop.change(one!, { customer })
  shop.change(other!, { customer })
  await shop.sync_again()
  assert.equal((await shop.row_of(other!))!.is_first_of_customer, false)
  shop.change(one!, { customer, financial_status: 'pending', updated_at: shop.now() + 1000 })
  await shop.sync_again()
  assert.equal((await shop.row_of(other!))!.is_first_of_customer, true)
})

test('a refund has the day and the amount of its transaction', async () => {
  const order = shop.paid_orders().find(({ gateway }) => gateway !== 'transfer')!
  shop.change(order, refunded(order, { amount_cents: 100_000, at: shop.now() }))
  await shop.sync_again()
  assert.deepEqual(await shop.money_of(order), {
    sale: order.total_cents,
    refunds: 100_000,
    remains: order.total_cents - 100_000,
  })
})

test('an order that is deleted leaves when all ids are compared, and not before the vendor says so', async () => {
  const [order] = shop.paid_orders()
  shop.world.changes.delete_record({ kind: 'order', id: order!.id, at: shop.now() })
  await shop.sync_again()
  assert.ok(await shop.row_of(order!))
  shop.clock.advance(DAY_MS)
  await shop.sync_again()
  assert.equal(await shop.row_of(order!), undefined)
})

test('a store with more orders than a query gives is read in parts of its time, and its deleted orders are found', async () => {
  const ids_of_new_connection = async () => {
    const { org_id, connection_id } = await shop.connect('tnx')
    assert.equal((await shop.sync({ org_id, connection_id })).end, 'succeeded')
    return in_org(shop.engine.pool, { org_id, read_only: true }, (db) =>
      db.selectFrom('store_orders').select('order_id').orderBy('order_id').execute(),
    )
  }
  const [order] = shop.paid_orders()
  const ids = await ids_of_new_connection()
  shop.store.access.orders_max = Math.floor(ids.length / 4)
  assert.deepEqual(await ids_of_new_connection(), ids)
  shop.world.changes.delete_record({ kind: 'order', id: order!.id, at: shop.now() })
  shop.clock.advance(DAY_MS)
  await shop.sync_again()
  assert.equal(await shop.row_of(order!), undefined)
})

test('a store that is not paid for says so, and needs no new connection', async () => {
  shop.store.access.is_unpaid = true
  const { end, run_id } = await shop.sync(shop.place)
  assert.equal(end, 'failed')
  assert.match(await shop.error_of(run_id), /has not been paid for/)
  const [connection] = await shop.query('select needs_reconnection from connections where connection_id = $1', [
    shop.place.connection_id,
  ])
  assert.equal(connection!.needs_reconnection, false)
})

test('without the permission for products, orders are still read', async () => {
  shop.store.access.scopes.delete('read_products')
  await shop.sync(shop.place)
  const states = await shop.query('select stream, state from sync_cursors order by stream')
  assert.deepEqual(states, [
    { stream: 'checkouts', state: 'ok' },
    { stream: 'orders', state: 'ok' },
    { stream: 'products', state: 'denied' },
  ])
})

test('without the permission for customers, orders have none', async () => {
  shop.store.access.scopes.delete('read_customers')
  const [order] = shop.paid_orders()
  shop.change(order!, { source_name: 'meli' })
  await shop.sync_again()
  const row = await shop.row_of(order!)
  assert.deepEqual([row!.customer_id, row!.imported_from], [null, 'mpa'])
})

test('free-form values never stop a stream, and those that cannot be read are counted', async () => {
  shop.sandbox.faults.add({ platform: 'tnx', kind: 'odd_values', count: 0 })
  const { org_id, connection_id } = await shop.connect('tnx')
  const { end, run_id } = await shop.sync({ org_id, connection_id })
  const run = await in_org(shop.engine.pool, { org_id, read_only: true }, (db) =>
    db.selectFrom('sync_runs').selectAll().where('run_id', '=', run_id).executeTakeFirstOrThrow(),
  )
  assert.equal(end, 'succeeded', run.error ?? '')
  const counted = run.unreadable as Record<string, number>
  for (const what of ['currencies of orders', 'landing pages of orders', 'recovery links of checkouts'])
    assert.ok(counted[what]! > 0, what)
})

test('no request exceeds the bucket of the vendor', async () => {
  shop.sandbox.log.clear()
  await shop.sync_again()
  const statuses = shop.sandbox.log.list('tnx').map(({ status }) => status)
  assert.ok(statuses.length > 0)
  assert.ok(!statuses.includes(429))
})
