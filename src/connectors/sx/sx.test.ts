// Deleted records, late visits, missing permissions and the sign-in of a shop, through the whole engine.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { in_org } from '#db/org.ts'
import { store_secrets } from '#engine/vendors/secrets.ts'
import { canned_api } from '#test/canned_api.ts'
import { DAY_MS, HOUR_MS, type ShopBench, shop_bench } from '#test/shop_bench.ts'
import { sx } from './index.ts'

let shop: ShopBench
before(async () => {
  shop = await shop_bench()
})
after(() => shop?.close())
beforeEach(() => shop.reset())

describe('a deleted record', () => {
  const is_stored = async (table: string, column: string, id: string) =>
    (await shop.query(`select 1 from ${table} where ${column} = $1`, [id])).length > 0

  test('leaves when the platform reports its deletion, and its sale is a restatement', async () => {
    const order = shop.paid_orders().at(-4)!
    const product = shop.world.store.products()[3]!
    shop.world.changes.delete_record({ kind: 'order', id: order.id, at: shop.now() })
    shop.world.changes.delete_record({ kind: 'product', id: product.id, at: shop.now() })
    await shop.sync_again()
    assert.equal(await is_stored('store_orders', 'order_id', order.id), false)
    assert.equal(await is_stored('store_order_lines', 'order_id', order.id), false)
    assert.equal(await is_stored('store_products', 'product_id', product.id), false)
    assert.equal(await is_stored('store_variants', 'product_id', product.id), false)
    const [log] = await shop.query(
      `select old_value, new_value from metric_restatements where row_key->>'order_id' = $1 and metric = 'total_micros'`,
      [order.id],
    )
    assert.deepEqual(log, { old_value: String(order.total_cents * 10_000), new_value: null })
  })

  test('leaves with the next comparison of all ids when its deletion was not reported', async () => {
    const order = shop.paid_orders().at(-5)!
    shop.world.changes.delete_record({ kind: 'order', id: order.id, at: shop.now() - 30 * DAY_MS })
    await shop.sync_again()
    assert.equal(await is_stored('store_orders', 'order_id', order.id), true)
    shop.clock.advance(DAY_MS)
    await shop.sync_again()
    assert.equal(await is_stored('store_orders', 'order_id', order.id), false)
  })

  test('is not concluded from lists that come empty', async () => {
    const [{ count } = { count: 0n }] = await shop.query<{ count: bigint }>('select count(*) from store_orders')
    shop.clock.advance(DAY_MS)
    shop.sandbox.faults.add({ platform: 'sx', kind: 'empty', count: 0 })
    await shop.sync(shop.place)
    const [left] = await shop.query<{ count: bigint }>('select count(*) from store_orders')
    assert.equal(left?.count, count)
  })
})

describe('the visits before an order', () => {
  test('are read again until the platform has assigned them', async () => {
    const order = shop.paid_orders().findLast(({ journey }) => journey?.last_visit?.utm)!
    shop.change(order, { journey_ready: false })
    await shop.sync_again()
    const early = await shop.row_of(order)
    assert.deepEqual([early?.is_journey_ready, early?.utm_source, early?.journey], [false, null, []])
    // The order's time of change stays.
    shop.world.changes.set_order(order.id, { journey_ready: true })
    shop.clock.advance(HOUR_MS)
    await shop.sync_again()
    const late = await shop.row_of(order)
    assert.deepEqual([late?.is_journey_ready, late?.utm_source], [true, order.journey!.last_visit!.utm!.source])
    assert.deepEqual(late?.changed_at, early?.changed_at)
  })
})

describe('an order in a financial status that is not known', () => {
  test('is read again until the platform gives a known one, although its time of change stays', async () => {
    // Old enough for no other read of recent changes.
    const order = shop.paid_orders().at(-6)!
    await shop.sync_again()
    await shop.query(`update store_orders set is_pending = true, financial_status = 'settled' where order_id = $1`, [
      order.id,
    ])
    assert.equal((await shop.row_of(order))?.is_pending, true)
    shop.clock.advance(HOUR_MS)
    await shop.sync_again()
    const late = await shop.row_of(order)
    assert.deepEqual([late?.is_pending, late?.financial_status], [false, 'paid'])
  })
})

describe('an order that was an abandoned checkout', () => {
  test('names it, also when it has another time and another total', async () => {
    await shop.sync_again()
    const named = await shop.query<{ apart_s: string; checkout_id: string; order_id: string; is_same_total: boolean }>(
      `select k.checkout_id, o.order_id, abs(extract(epoch from k.completed_at - o.ordered_at)) as apart_s,
         k.total_micros = o.total_micros as is_same_total
       from checkouts k join store_orders o on o.checkout_token = k.token where k.completed_at is not null`,
    )
    const stored = new Set((await shop.query('select order_id from store_orders')).map(({ order_id }) => order_id))
    const recovered = shop.store.checkouts().filter(({ completed_at }) => completed_at !== null)
    const wanted = recovered.map(({ id }) => [id, `5${id.slice(1)}`]).filter(([, order_id]) => stored.has(order_id))
    assert.deepEqual(named.map(({ checkout_id, order_id }) => [checkout_id, order_id]).sort(), wanted.sort())
    assert.ok(named.some(({ apart_s }) => Number(apart_s) > 60))
    assert.ok(named.some(({ is_same_total }) => !is_same_total))
  })
})

describe('the cost of a variant', () => {
  test('has a history: an order keeps the cost of its time, also after the product is deleted', async () => {
    const product = shop.world.store.products()[5]!
    const variant = product.variants[0]!
    const { cost_cents } = variant
    const stored = () =>
      shop.query<{ valid_from: Date; cost_micros: bigint | null }>(
        'select valid_from, cost_micros from store_variant_costs where variant_id = $1 order by valid_from',
        [variant.id],
      )
    const [first, ...more] = await stored()
    assert.deepEqual([Number(first!.cost_micros), more], [cost_cents! * 10_000, []])
    try {
      const changed_at = shop.now()
      Object.assign(variant, { cost_cents: cost_cents! + 500, cost_changed_at: changed_at })
      shop.clock.advance(7 * HOUR_MS)
      await shop.sync_again()
      Object.assign(variant, { cost_cents: null, cost_changed_at: shop.now() })
      shop.clock.advance(7 * HOUR_MS)
      await shop.sync_again()
      shop.world.changes.delete_record({ kind: 'product', id: product.id, at: shop.now() })
      await shop.sync_again()
      const costs = await stored()
      assert.deepEqual(
        costs.map(({ cost_micros }) => cost_micros && Number(cost_micros) / 10_000),
        [cost_cents, cost_cents! + 500, null],
      )
      assert.deepEqual(new Date(costs[1]!.valid_from).getTime(), Math.floor(changed_at / 1000) * 1000)
    } finally {
      Object.assign(variant, { cost_cents, cost_changed_at: undefined })
    }
  })
})

describe('a permission', () => {
  const access = () => shop.world.store.access
  beforeEach(() => {
    for (const scope of ['read_all_orders', 'read_customers', 'read_orders', 'read_products'])
      access().scopes.add(scope)
    access().personal_data = true
    access().product_costs = true
  })

  test('that is missing for a stream is named, and the other streams are read', async () => {
    access().scopes.delete('read_products')
    const [order] = shop.paid_orders()
    shop.change(order!, { total_cents: order!.total_cents + 700 })
    await shop.sync_again()
    const states = await shop.query<{ stream: string; state: string; reason: string | null }>(
      'select stream, state, reason from sync_cursors order by stream',
    )
    assert.deepEqual(
      states.map(({ stream, state }) => [stream, state]),
      [
        ['checkouts', 'ok'],
        ['costs', 'denied'],
        ['orders', 'ok'],
        ['products', 'denied'],
      ],
    )
    assert.match(states[3]!.reason ?? '', /Access denied for products field.*`read_products`/)
    assert.equal((await shop.money_of(order!)).sale, order!.total_cents + 700)
  })

  test('for unit costs that is missing stops the costs, and never stores a cost as removed', async () => {
    const rows = () => shop.query('select variant_id, valid_from, cost_micros from store_variant_costs order by 1, 2')
    const before = await rows()
    assert.ok(before.length > 0)
    access().product_costs = false
    shop.clock.advance(7 * HOUR_MS)
    await shop.sync_again()
    const [state] = await shop.query("select state, reason from sync_cursors where stream = 'costs'")
    assert.equal(state?.state, 'denied')
    assert.match(String(state?.reason), /"View product costs" permission/)
    assert.deepEqual(await rows(), before)
  })

  test('for all orders decides how many days can be read', async () => {
    const orders = sx.streams.orders!
    assert.ok('since' in orders)
    const days_of = async (scopes: string[]) => {
      const shop = { id: 'gid://shopify/Shop/1', name: 'S', url: 'https://s.test', createdAt: '2026-01-01T02:00:00Z' }
      const place = { currencyCode: 'MXN', ianaTimezone: 'America/Mexico_City' }
      const accessScopes = scopes.map((handle) => ({ handle }))
      const answer = { data: { shop: { ...shop, ...place }, currentAppInstallation: { accessScopes } } }
      const [account] = await sx.accounts.read({ ...canned_api([answer]), settings: {} })
      assert.equal(account!.created_on, '2025-12-31')
      return orders.since.readable_days?.(account!)
    }
    assert.equal(await days_of(['read_orders', 'read_all_orders']), undefined)
    assert.equal(await days_of(['read_orders']), 60)
  })

  test('for personal data that is missing leaves customers out, and the orders come', async () => {
    access().personal_data = false
    const [order] = shop.paid_orders()
    shop.change(order!, { total_cents: order!.total_cents + 900 })
    await shop.sync_again()
    const row = await shop.row_of(order!)
    assert.deepEqual([row?.customer_id, row?.total_micros], [null, BigInt(order!.total_cents + 900) * 10_000n])
  })
})

describe('a sign-in', () => {
  const with_secrets = async (secrets: Record<string, string>) => {
    const fresh = await shop.connect('sx')
    await in_org(shop.engine.pool.worker, { org_id: fresh.org_id }, (db) =>
      store_secrets(db, shop.engine, fresh, secrets),
    )
    return fresh
  }
  const reconnect = async ({ org_id }: ShopBench['place']) =>
    in_org(shop.engine.pool.worker, { org_id }, (db) =>
      db.selectFrom('connections').select(['needs_reconnection', 'last_error']).executeTakeFirstOrThrow(),
    )

  test('with the credentials of an app gets a token of one day, and a new one the next day', async () => {
    shop.sandbox.log.clear()
    await shop.sync_again()
    shop.clock.advance(DAY_MS)
    await shop.sync_again()
    const tokens = shop.sandbox.log.list('sx').filter(({ url }) => url.endsWith('/admin/oauth/access_token'))
    assert.ok(tokens.length >= 1)
    assert.deepEqual(tokens.at(-1)!.body, {
      grant_type: 'client_credentials',
      client_id: 'sandbox-client',
      client_secret: 'sandbox-secret',
    })
  })

  test('with a permanent token works, and asks to connect again when the token is no longer valid', async () => {
    const permanent = await with_secrets({ access_token: 'shpat_sandbox' })
    assert.equal((await shop.sync(permanent)).end, 'succeeded')
    shop.sandbox.tokens.expire('sx')
    assert.equal((await shop.sync(permanent)).end, 'failed')
    assert.equal((await reconnect(permanent)).needs_reconnection, true)
  })

  test('with wrong credentials asks to connect again', async () => {
    const wrong = await with_secrets({ client_id: 'sandbox-client', client_secret: 'wrong' })
    assert.equal((await shop.sync(wrong)).end, 'failed')
    assert.match((await reconnect(wrong)).last_error ?? '', /refused to renew the token\. Connect it again/)
  })

  test('needs a token, or id and secret', () => {
    const { secrets } = sx.auth
    assert.equal(secrets.safeParse({ access_token: 'shpat' }).success, true)
    assert.equal(secrets.safeParse({ client_id: 'a', client_secret: 'b' }).success, true)
    assert.match(secrets.safeParse({ client_id: 'a' }).error?.message ?? '', /give client_id and client_secret/)
  })
})

test('a variant that is sold beyond its stock is known as such, and another one by its stock', async () => {
  const variants = shop.world.store.products().flatMap((product) => product.variants)
  const beyond = new Set(variants.flatMap(({ id, sells_without_stock }) => (sells_without_stock ? [id] : [])))
  const stored = await shop.query('select variant_id, available_for_sale from store_variants', [])
  assert.ok(stored.some(({ variant_id }) => beyond.has(String(variant_id))))
  for (const { variant_id, available_for_sale } of stored)
    assert.equal(available_for_sale, beyond.has(String(variant_id)) ? true : null, String(variant_id))
})

// The last test: its clock moves far ahead.
test('orders that the app no longer may see are not deleted, and the limit is stated', async () => {
  shop.world.store.access.scopes.delete('read_all_orders')
  shop.clock.advance(70 * DAY_MS)
  const [{ count } = { count: 0n }] = await shop.query<{ count: bigint }>('select count(*) from store_orders')
  await shop.sync_again()
  const [left] = await shop.query<{ count: bigint }>('select count(*) from store_orders')
  assert.ok(left!.count >= count)
  // The orders of the ten days between are lost, so their days are not known.
  const [days] = await shop.query<{ first: string }>(
    `select covered_from::text as first from sync_cursors where stream = 'orders'`,
  )
  assert.ok(days!.first >= new Date(shop.clock.now() - 62 * DAY_MS).toISOString().slice(0, 10), days!.first)
  const [account] = await shop.query('select state, reason from connection_accounts')
  assert.deepEqual(account, {
    state: 'read',
    reason: 'Without the scope read_all_orders, only orders of the last 60 days can be read.',
  })
})
