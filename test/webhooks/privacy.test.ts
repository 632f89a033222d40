// Ends of access and privacy requests: carried out once, recorded, and never by an unsigned message.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { in_org } from '#db/org.ts'
import { verify_chain } from '#engine/audit/verify.ts'
import { with_connection } from '#engine/sync/connected.ts'
import { run_sync } from '#engine/sync/sync.ts'
import { load_secrets, store_secrets } from '#engine/vendors/secrets.ts'
import { PUBLIC, type WebhookBench, webhook_bench } from '#test/webhook_bench.ts'

let bench: WebhookBench
const places = {} as Record<'sx' | 'tnx', Place>
before(async () => {
  bench = await webhook_bench(['sx', 'tnx'], { history_days: 15 })
  for (const platform of ['sx', 'tnx'] as const) places[platform] = await bench.connected(platform)
  bench.webhooks.enter('sx', `${PUBLIC}/webhooks/sx`)
  bench.webhooks.enter('tnx', `${PUBLIC}/webhooks/tnx`)
})
after(() => bench?.close())

type Place = Awaited<ReturnType<WebhookBench['connected']>>
const recorded = async (place: Place, tool: string) =>
  (await bench.query(place, 'select actor from audit_log where tool = $1', [tool])).length
const deliver = async (place: Place) => {
  await bench.webhooks.send()
  await bench.work(place)
}

for (const platform of ['sx', 'tnx'] as const)
  test(`${platform}: the erasure of a person empties personal columns, and leaves the figures and other people`, async () => {
    const place = places[platform]
    const order = bench.paid(platform).find(({ customer }) => customer !== null)!
    const others = async () =>
      Number(
        (
          await bench.query(place, 'select count(customer_id) as n from store_orders where order_id <> $1', [order.id])
        )[0]!.n,
      )
    const [stored, before] = [await bench.order(place, order), await others()]
    assert.ok(stored!.customer_id)
    bench.webhooks.announce(platform, {
      topic: 'customers/redact',
      body: { customer: { id: 1, email: 'nobody@example.com' }, orders_to_redact: [Number(order.id)] },
    })
    await deliver(place)
    const erased = await bench.order(place, order)
    assert.deepEqual([erased!.customer_id, erased!.landing_page], [null, null])
    assert.equal(erased!.total_micros, stored!.total_micros)
    assert.equal(await others(), before)
    assert.equal(await recorded(place, 'webhook_redact_person'), 1)
    const [request] = await bench.query(place, "select kind from privacy_requests where kind = 'redact_person'")
    assert.deepEqual(request!.kind, 'redact_person')
    const persons = (await bench.inbox(place))
      .filter(({ kind }) => kind === 'redact_person')
      .map(({ person }) => person)
    assert.deepEqual(persons, [{}])
  })

for (const platform of ['sx', 'tnx'] as const)
  test(`${platform}: while two secrets of the app count, what either of them signed is accepted`, async () => {
    const { apps } = bench.engine
    const old = apps[platform]!
    const forged = async () => Number((await bench.state(places[platform])).forged)
    const before = await forged()
    // A vendor signs with the old secret until it is revoked. The connection keeps that of its sign-in.
    const both = { ...old, client_secret: 'new-secret', previous_secret: old.client_secret! }
    const only_new = { ...old, client_secret: old.client_secret!, previous_secret: '' }
    const requests = async () =>
      Number((await bench.query(places[platform], 'select count(*) as n from privacy_requests'))[0]!.n)
    const known = await requests()
    bench.engine.apps = { ...apps, [platform]: both }
    bench.webhooks.announce(platform, {
      topic: 'customers/redact',
      body: { customer: { id: 77, email: 'rotated@example.com' }, orders_to_redact: [] },
    })
    await deliver(places[platform])
    assert.equal(await requests(), known + 1)
    const other = await bench.connected(platform)
    await in_org(bench.engine.pool.worker, other, async (db) => {
      const kept = await load_secrets(db, bench.engine, other)
      await store_secrets(db, bench.engine, other, { ...kept, client_secret: 'secret-of-the-sign-in' })
    })
    bench.engine.apps = { ...apps, [platform]: only_new }
    const order = bench.paid(platform)[3]!
    bench.change(order, { total_cents: order.total_cents + 500 })
    await deliver(other)
    bench.engine.apps = apps
    assert.equal((await bench.order(other, order))!.total_micros, BigInt(order.total_cents + 500) * 10_000n)
    assert.equal(await forged(), before)
  })

test('the erasure of a person empties the carts of their address', async () => {
  const place = places.sx
  const [cart] = await bench.query<{ email: string; checkout_id: string }>(
    place,
    'select email, checkout_id from checkouts where email is not null limit 1',
  )
  bench.webhooks.announce('sx', {
    topic: 'customers/redact',
    body: { customer: { id: 1, email: cart!.email.toUpperCase() }, orders_to_redact: [] },
  })
  await deliver(place)
  const [left] = await bench.query(place, 'select count(*) as n from checkouts where email = $1', [cart!.email])
  assert.equal(Number(left!.n), 0)
  const [row] = await bench.query(place, 'select * from checkouts where checkout_id = $1', [cart!.checkout_id])
  assert.deepEqual([row!.customer_name, row!.phone, row!.recovery_url], [null, null, null])
})

test('carts that a request names, or whose number differs only in the way it is written, are those of the person', async () => {
  const place = await bench.connected('tnx')
  const carts = await bench.query<{ checkout_id: string }>(
    place,
    'select checkout_id from checkouts order by 1 limit 4',
  )
  const [named, national, other, short] = carts.map(({ checkout_id }) => checkout_id)
  const set = (checkout_id: string | undefined, phone: string) =>
    bench.query(place, 'update checkouts set email = null, phone = $2 where checkout_id = $1', [checkout_id, phone])
  await set(named, '(21) 2222-3333')
  await set(national, '(11) 99999-8888')
  await set(other, '(11) 99999-8889')
  await set(short, '4555 1234')
  const customer = { id: 1, phone: '+5511999998888' }
  bench.webhooks.announce('tnx', {
    topic: 'customers/data_request',
    body: { customer, orders_requested: [], checkouts_requested: [Number(named)], data_request: { id: 9 } },
  })
  await deliver(place)
  const [request] = await bench.query<{ stored: { checkouts: string[] } }>(
    place,
    "select stored from privacy_requests where kind = 'data_request'",
  )
  assert.deepEqual(request!.stored.checkouts, [named, national].sort())
  bench.webhooks.announce('tnx', { topic: 'customers/redact', body: { customer, orders_to_redact: [] } })
  await deliver(place)
  const left = await bench.query(
    place,
    'select checkout_id from checkouts where checkout_id = any ($1) and phone is not null',
    [[named, national, other]],
  )
  assert.deepEqual(left.map(({ checkout_id }) => checkout_id).sort(), [named, other].sort())
  bench.webhooks.announce('tnx', {
    topic: 'customers/redact',
    body: { customer: { id: 2, phone: '4555 1234' }, orders_to_redact: [] },
  })
  await deliver(place)
  const [cart] = await bench.query(place, 'select phone from checkouts where checkout_id = $1', [short])
  assert.equal(cart!.phone, null, 'a short number is the same only as it is written')
})

test('a data request is a notice with what is stored, for every organization that reads the shop', async () => {
  const [one, two] = [places.sx, await bench.connected('sx')]
  // The newest orders came after the syncs.
  const order = bench
    .paid('sx')
    .filter(({ customer }) => customer !== null)
    .at(-50)!
  bench.webhooks.announce('sx', {
    topic: 'customers/data_request',
    body: { customer: { id: Number(order.customer!.id) }, orders_requested: [Number(order.id)] },
  })
  await bench.webhooks.send()
  for (const place of [one, two]) {
    await bench.work(place)
    const [request] = await bench.query<{ stored: { store_orders: string[] } }>(
      place,
      "select stored from privacy_requests where kind = 'data_request'",
    )
    assert.ok(request!.stored.store_orders.includes(order.id))
    assert.ok((await bench.order(place, order))!.customer_id)
  }
})

test('the erasure of a shop deletes what its connection brought, ends the connection, and leaves other shops', async () => {
  const { sx: place, tnx: other } = places
  bench.webhooks.announce('sx', { topic: 'shop/redact', body: {} })
  await deliver(place)
  assert.deepEqual(await bench.rows(place.org_id), {})
  const [connection] = await bench.query(place, 'select status, secrets from connections')
  assert.deepEqual(connection, { status: 'revoked', secrets: null })
  assert.equal((await bench.query(place, 'select * from sync_cursors')).length, 0)
  assert.ok(Object.keys(await bench.rows(other.org_id)).length > 0)
  assert.equal(await recorded(place, 'webhook_redact_account'), 1)
  assert.ok((await verify_chain(bench.engine.pool, bench.engine, place.org_id)).ok)
})

test('the erasure of a person waits for a sync that holds the connection', async () => {
  const place = await bench.connected('tnx')
  const order = bench.paid('tnx').findLast(({ customer }) => customer !== null)!
  bench.webhooks.announce('tnx', {
    topic: 'customers/redact',
    body: { customer: { id: 1, email: 'nobody@example.com' }, orders_to_redact: [Number(order.id)] },
  })
  await bench.webhooks.send()
  const emptied = async () => ({
    requests: (await bench.query(place, 'select from privacy_requests')).length,
    is_empty: (await bench.order(place, order))!.customer_id === null,
  })
  await with_connection({ pool: bench.engine.pool.worker }, place, () => bench.work(place).catch(() => undefined))
  assert.deepEqual(await emptied(), { requests: 0, is_empty: false })
  await bench.work(place)
  assert.deepEqual(await emptied(), { requests: 1, is_empty: true })
})

test('a store that asks for erasure after its connection was ended is erased, too', async () => {
  const place = await bench.connected('tnx')
  await bench.query(place, "update connections set status = 'revoked', revoked_at = now()")
  bench.clock.advance(60_000)
  bench.webhooks.announce('tnx', { topic: 'store/redact', body: {} })
  await deliver(place)
  assert.deepEqual(await bench.rows(place.org_id), {})
})

test('a request for data is recorded once, however often what came with it fails', async () => {
  const place = await bench.connected('sx')
  const [order] = bench.paid('sx')
  const requests = async () =>
    Number((await bench.query(place, `select count(*) as n from privacy_requests where kind = 'data_request'`))[0]!.n)
  bench.webhooks.announce('sx', {
    topic: 'customers/data_request',
    body: { customer: { id: 1, email: 'nobody@example.com' }, orders_requested: [], data_request: { id: 9 } },
  })
  bench.webhooks.announce('sx', { topic: 'orders/updated', body: { id: Number(order!.id) } })
  bench.sandbox.faults.add({ platform: 'sx', kind: 'fail', status: 503, count: 0 })
  await bench.webhooks.send()
  try {
    for (let attempt = 0; attempt < 3; attempt++) await bench.work(place).catch(() => undefined)
    const left = (await bench.inbox(place)).filter(({ done_at }) => done_at === null)
    assert.deepEqual(
      left.map(({ kind }) => kind),
      ['changed'],
    )
  } finally {
    bench.sandbox.faults.clear()
  }
  assert.equal(await requests(), 1)
  await bench.work(place)
  assert.equal(await requests(), 1)
  assert.equal(await recorded(place, 'webhook_data_request'), 1)
  const left = (await bench.inbox(place)).filter(({ done_at }) => done_at === null)
  assert.deepEqual(left, [])
})

test('an uninstall is asked for at the platform: the connection needs a person only when the platform refuses', async () => {
  const place = await bench.connected('tnx')
  const sync = async () => {
    const [run] = await bench.query<{ run_id: string }>(place, "select run_id from sync_runs where state = 'queued'")
    assert.ok(run, 'a sync waits')
    await run_sync(
      { ...bench.engine, pool: bench.engine.pool.worker },
      { ...place, run_id: run.run_id, all_streams: true, signal: new AbortController().signal },
    )
    const [connection] = await bench.query(place, 'select needs_reconnection, last_error from connections')
    return connection!
  }
  bench.webhooks.announce('tnx', { topic: 'app/uninstalled', body: { id: 1 } })
  await deliver(place)
  assert.equal((await sync()).needs_reconnection, false)

  bench.world.shops.tnx.access.is_unpaid = true
  bench.webhooks.announce('tnx', { topic: 'app/suspended', body: { id: 2 } })
  await deliver(place)
  assert.match(String((await sync()).last_error), /has not been paid for/)
  bench.world.shops.tnx.access.is_unpaid = undefined

  bench.webhooks.announce('tnx', { topic: 'app/resumed', body: { id: 3 } })
  await deliver(place)
  assert.equal((await sync()).last_error, null)

  bench.sandbox.tokens.revoke('tnx')
  bench.webhooks.announce('tnx', { topic: 'app/uninstalled', body: { id: 4 } })
  await deliver(place)
  assert.equal((await sync()).needs_reconnection, true)
  bench.sandbox.tokens.restore('tnx')
  assert.equal(await recorded(place, 'webhook_uninstalled'), 2)
})
