// A shop of WooCommerce through the whole engine: refunds that no list shows, deleted orders, older shops, and the address.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { in_org } from '#db/org.ts'
import { create_connection } from '#engine/vendors/connections.ts'
import { DAY_MS, HOUR_MS, type ShopBench, shop_bench } from '#test/shop_bench.ts'
import { every_access, refunded } from '../../../sandbox/world/shop_access.ts'

let shop: ShopBench
before(async () => {
  shop = await shop_bench('store_c')
})
after(() => shop?.close())
beforeEach(() => {
  shop.reset()
  Object.assign(shop.store.access, every_access(), {
    is_older: undefined,
    has_strange_refund_list: undefined,
    has_draft: undefined,
    splits_orders: undefined,
    hides_settings: undefined,
    offset_hours: undefined,
    hides_site: undefined,
    caches_answers: undefined,
    records_max: undefined,
    has_faulty_coupon: undefined,
  })
})

const requests = () => shop.sandbox.log.list('store_c').map(({ url }) => new URL(url))

test('a refund that no list shows is read, and its withdrawal is found within a day, although nothing changes the order', async () => {
  const [order, other] = shop.paid_orders()
  const at = shop.now()
  shop.change(order!, refunded(order!, { amount_cents: 100_000, at }))
  await shop.sync_again()
  const remains = order!.total_cents - 100_000
  assert.deepEqual(await shop.money_of(order!), { sale: order!.total_cents, refunds: 100_000, remains })
  // A later change of another order moves the cursor past this one.
  shop.clock.advance(HOUR_MS)
  shop.change(other!, { tags: [] })
  await shop.sync_again()
  shop.change(order!, { refunds: [], financial_status: 'paid', updated_at: at })
  await shop.sync_again()
  assert.equal((await shop.money_of(order!)).refunds, 100_000)
  shop.clock.advance(DAY_MS)
  await shop.sync_again()
  assert.equal((await shop.money_of(order!)).refunds, 0)
})

test('a site that prints a warning before every answer is read as any other', async () => {
  const [order] = shop.paid_orders()
  shop.change(order!, refunded(order!, { amount_cents: 100_000, at: shop.now() }))
  shop.sandbox.faults.add({ platform: 'store_c', kind: 'warning', count: 0 })
  await shop.sync_again()
  assert.equal((await shop.money_of(order!)).refunds, 100_000)
})

test('a change is read from a site whose cache answers the same address again', async () => {
  shop.store.access.caches_answers = true
  await shop.sync_again()
  const [order] = shop.paid_orders()
  shop.change(order!, refunded(order!, { amount_cents: 130_000, at: shop.now() }))
  await shop.sync_again()
  assert.equal((await shop.money_of(order!)).refunds, 130_000)
})

test('an order whose coupon WooCommerce itself cannot read is read with all others', async () => {
  shop.store.access.has_faulty_coupon = true
  const [order] = shop.paid_orders()
  shop.change(order!, refunded(order!, { amount_cents: 140_000, at: shop.now() }))
  await shop.sync_again()
  assert.equal((await shop.money_of(order!)).refunds, 140_000)
})

test('a site whose memory is not enough for a hundred orders is read in smaller pages, and every order comes', async () => {
  const read = async () => {
    const place = await shop.connect('store_c')
    assert.equal((await shop.sync(place)).end, 'succeeded')
    const { org_id } = place
    return in_org(shop.engine.pool, { org_id, read_only: true }, async (db) => {
      const rows = await db.selectFrom('store_orders').select('order_id').where('org_id', '=', org_id).execute()
      return rows.map(({ order_id }) => order_id).sort()
    })
  }
  const all = await read()
  assert.ok(all.length > 50)
  shop.store.access.records_max = 20
  assert.deepEqual(await read(), all)
})

test('an order without a time is counted, and keeps no other order away', async () => {
  shop.store.access.has_draft = true
  const [order] = shop.paid_orders()
  shop.change(order!, refunded(order!, { amount_cents: 100_000, at: shop.now() }))
  await shop.sync_again()
  assert.equal((await shop.money_of(order!)).refunds, 100_000)
})

test('the orders of each day are read with one list of all refunds, and one by one where the list is not that of the orders', async () => {
  const [order] = shop.paid_orders()
  shop.change(order!, refunded(order!, { amount_cents: 100_000, at: shop.now() }))
  const asked = async () => {
    shop.sandbox.log.clear()
    shop.clock.advance(DAY_MS)
    await shop.sync_again()
    const paths = requests().map(({ pathname }) => pathname)
    assert.equal((await shop.money_of(order!)).refunds, 100_000)
    return {
      lists: paths.filter((path) => path.endsWith('/v3/refunds')).length,
      of_orders: paths.filter((path) => /orders\/\d+\/refunds$/.test(path)).length,
    }
  }
  const { lists, of_orders } = await asked()
  // One to prove the list, and one with each read by creation.
  assert.ok(lists >= 2)
  assert.ok(of_orders < 10, `${of_orders} orders were asked for`)
  shop.store.access.has_strange_refund_list = true
  assert.ok((await asked()).of_orders > 50)
  // Its lists of orders have the refunds, so only those orders are asked for them.
  shop.store.access.is_older = true
  const older = await asked()
  assert.equal(older.lists, 0)
  assert.ok(older.of_orders < 50, `${older.of_orders} orders were asked for`)
})

test('an order that was paid in a test mode is stored, and is no sale', async () => {
  const [order] = shop.paid_orders()
  const sold = async () => Number((await shop.query('select sum(orders) as count from metrics.sales'))[0]!.count)
  const before = await sold()
  shop.change(order!, { test: true })
  await shop.sync_again()
  assert.equal((await shop.row_of(order!))!.is_test, true)
  assert.equal(await sold(), before - 1)
})

test('orders that a plugin splits for its vendors count once, with their refunds', async () => {
  const [order] = shop.paid_orders()
  shop.change(order!, refunded(order!, { amount_cents: 100_000, at: shop.now() }))
  await shop.sync_again()
  const totals = () =>
    shop.query(
      'select sum(orders) as orders, sum(revenue_micros) as revenue, sum(refunds_micros) as refunds from metrics.sales',
    )
  const before = await totals()
  shop.store.access.splits_orders = true
  await shop.sync_again()
  const [stored] = await shop.query<{ count: bigint }>(
    'select count(*) as count from store_orders where channel = $1',
    ['dokan'],
  )
  assert.ok(stored!.count > 100n)
  assert.deepEqual(await totals(), before)
})

test('an order in the trash leaves when all ids are compared', async () => {
  const [order] = shop.paid_orders()
  shop.world.changes.delete_record({ kind: 'order', id: order!.id, at: shop.now() })
  shop.clock.advance(DAY_MS)
  await shop.sync_again()
  assert.equal(await shop.row_of(order!), undefined)
})

test('an older shop ignores the filter for changes, so the orders of 90 days are read each time', async () => {
  shop.store.access.is_older = true
  const [order] = shop.paid_orders()
  shop.change(order!, refunded(order!, { amount_cents: 200_000, at: shop.now() }))
  shop.sandbox.log.clear()
  await shop.sync_again()
  assert.equal((await shop.money_of(order!)).refunds, 200_000)
  const lists = requests().filter(
    ({ pathname, searchParams }) => /orders$/.test(pathname) && searchParams.get('_fields') !== 'id',
  )
  assert.ok(lists.every(({ searchParams }) => !searchParams.has('modified_after')))
  assert.ok(lists.some(({ searchParams }) => searchParams.has('after')))
})

test('without the permission for settings, orders are still read', async () => {
  shop.store.access.hides_settings = true
  await shop.sync_again()
  const [row] = await shop.query('select currency, time_zone from store_connections')
  assert.deepEqual(row, { currency: '   ', time_zone: 'America/Santiago' })
})

test('a site whose offset has no name of a zone says that its days are those of UTC', async () => {
  const said = async (offset_hours: number) => {
    shop.store.access.offset_hours = offset_hours
    await shop.sync_again()
    const [row] = await shop.query('select time_zone, reason from connection_accounts')
    return [row!.time_zone, row!.reason]
  }
  const [time_zone, reason] = await said(-3.5)
  assert.equal(time_zone, 'UTC')
  assert.match(String(reason), /only UTC-3\.5, so its days are those of UTC\. Choose a city/)
  assert.deepEqual(await said(-3), ['Etc/GMT+3', null])
  assert.deepEqual(await said(0), ['UTC', null])
})

test('the keys of the shop go to no other route of the site, because WordPress refuses them there', async () => {
  shop.sandbox.log.clear()
  shop.clock.advance(DAY_MS)
  await shop.sync_again()
  const asked = shop.sandbox.log.list('store_c')
  assert.ok(asked.some(({ url }) => new URL(url).pathname === '/wp-json/'))
  for (const { url, headers } of asked)
    assert.equal(headers.authorization !== undefined, new URL(url).pathname.startsWith('/wp-json/wc/v3'), url)
})

test('a site that a plugin closes to programs is read by its shop, in the zone that it had before', async () => {
  const zone_and_reason = ({ org_id }: { org_id: string }) =>
    in_org(shop.engine.pool, { org_id, read_only: true }, async (db) => {
      const row = await db
        .selectFrom('connection_accounts')
        .select(['time_zone', 'reason'])
        .where('org_id', '=', org_id)
        .executeTakeFirstOrThrow()
      return [row.time_zone, row.reason]
    })
  shop.store.access.hides_site = true
  shop.clock.advance(DAY_MS)
  await shop.sync_again()
  assert.deepEqual(await zone_and_reason(shop.place), ['America/Santiago', null])
  const other = await shop.connect('store_c')
  const { end, run_id } = await shop.sync(other)
  assert.equal(end, 'succeeded', run_id)
  const [time_zone, reason] = await zone_and_reason(other)
  assert.equal(time_zone, 'UTC')
  assert.match(String(reason), /does not say its time zone to programs, so its days are those of UTC/)
})

test('free-form values never stop a stream, and those that cannot be read are counted', async () => {
  shop.sandbox.faults.add({ platform: 'store_c', kind: 'odd_values', count: 0 })
  const { org_id, connection_id } = await shop.connect('store_c')
  const { end, run_id } = await shop.sync({ org_id, connection_id })
  const run = await in_org(shop.engine.pool, { org_id, read_only: true }, (db) =>
    db.selectFrom('sync_runs').selectAll().where('run_id', '=', run_id).executeTakeFirstOrThrow(),
  )
  assert.equal(end, 'succeeded', run.error ?? '')
  const counted = run.unreadable as Record<string, number>
  for (const what of ['currencies of orders', 'quantities of order lines', 'links of products', 'amounts of refunds'])
    assert.ok(counted[what]! > 0, what)
})

test('the keys are in the address only where the host removes the header', async () => {
  assert.ok(requests().every(({ searchParams }) => !searchParams.has('consumer_secret')))
  const { org_id } = await shop.connect('store_c')
  const settings = { url: 'https://ajinorte.example', keys_in_address: true }
  const secrets = { consumer_key: 'ck_sandbox', consumer_secret: 'cs_sandbox' }
  const connection_id = await in_org(shop.engine.pool, { org_id }, (db) =>
    create_connection(db, shop.engine, { org_id, platform: 'store_c', name: 'B', settings, secrets }),
  )
  shop.sandbox.log.clear()
  assert.equal((await shop.sync({ org_id, connection_id })).end, 'succeeded')
  const of_shop = requests().filter(({ pathname }) => pathname.startsWith('/wp-json/wc/v3'))
  assert.ok(of_shop.length > 0)
  assert.ok(of_shop.every(({ searchParams }) => searchParams.get('consumer_secret') === 'cs_sandbox'))
})

test('an address inside of the network is refused before any request', async () => {
  const { org_id } = await shop.connect('store_c')
  const connection_id = await in_org(shop.engine.pool, { org_id }, (db) =>
    create_connection(db, shop.engine, {
      org_id,
      platform: 'store_c',
      name: 'Inside',
      settings: { url: 'https://10.0.0.7' },
      secrets: { consumer_key: 'ck_sandbox', consumer_secret: 'cs_sandbox' },
    }),
  )
  shop.sandbox.log.clear()
  const { end, run_id } = await shop.sync({ org_id, connection_id })
  assert.equal(end, 'failed')
  const run = await in_org(shop.engine.pool, { org_id, read_only: true }, (db) =>
    db.selectFrom('sync_runs').selectAll().where('run_id', '=', run_id).executeTakeFirstOrThrow(),
  )
  assert.match(run.error ?? '', /not a public address/)
  assert.deepEqual(requests(), [])
})
