// Mercado Libre signs nothing: a notification is a hint, which may only cause a read of what is ours.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HINTS_WAITING_MAX } from '#engine/webhooks/inbox.ts'
import { PUBLIC, type WebhookBench, webhook_bench } from '#test/webhook_bench.ts'
import { order_nodes } from '../../sandbox/vendors/mpa/orders.ts'
import type { Basket } from '../../sandbox/world/types.ts'

const SELLER = 1_944_693_439
const PATH = '/webhooks/mpa'
/** Requests that the hints for one seller may cause. */
const HINTS_A_MINUTE = 60
/** As many of them follow each other directly. */
const HINTS_TOGETHER = 20

let bench: WebhookBench
let place: Awaited<ReturnType<WebhookBench['connected']>>
before(async () => {
  bench = await webhook_bench(['mpa'], { history_days: 10 })
  place = await bench.connected('mpa')
  bench.webhooks.enter('mpa', `${PUBLIC}${PATH}`)
})
after(() => bench?.close())

const hint = (change: object = {}) =>
  JSON.stringify({
    resource: '/items/MLM1',
    user_id: SELLER,
    topic: 'items',
    application_id: 'sandbox-client',
    attempts: 1,
    sent: '2026-11-20T18:00:00.000Z',
    received: '2026-11-20T18:00:00.000Z',
    ...change,
  })
const requests = () => bench.sandbox.log.list('mpa').filter(({ url }) => !url.includes('/oauth/')).length
const rows = async () =>
  JSON.stringify(await bench.rows(place.org_id), (_, value) => (typeof value === 'bigint' ? String(value) : value))

test('new orders and questions of the seller are read one by one, and stored before any sync', async () => {
  const orders = async () => Number((await bench.query(place, 'select count(*) as n from marketplace_orders'))[0]!.n)
  const before = await orders()
  bench.clock.advance(12 * 3_600_000)
  const { delivered, failed } = await bench.webhooks.send()
  assert.ok(delivered > 0)
  assert.equal(failed, 0)
  await bench.work(place)
  assert.ok((await orders()) > before)
  const pushed = await rows()
  await bench.sync_again(place)
  assert.equal(JSON.parse(await rows()).marketplace_orders.length, JSON.parse(pushed).marketplace_orders.length)
})

test('of another app, of an unknown user or of another topic is answered with 200 and reads nothing', async () => {
  const [listing] = await bench.query<{ listing_id: string }>(
    place,
    'select listing_id from marketplace_listings limit 1',
  )
  const resource = `/items/${listing!.listing_id}`
  bench.sandbox.log.clear()
  for (const change of [
    { application_id: 5_503_910_054_141_466 },
    { user_id: 1 },
    { topic: 'messages' },
    { resource: '/items/../oauth/token' },
    { resource: 'https://evil.example/items/MLM1' },
  ])
    assert.equal((await bench.post(PATH, hint({ resource, ...change }))).status, 200)
  await bench.work(place)
  assert.equal(requests(), 0)
  assert.equal((await bench.inbox(place)).filter(({ done_at }) => done_at === null).length, 0)
})

test('a hint that is longer than any of the vendor is not parsed, and odd ids are no fault', async () => {
  const status_of = async (change: object) => (await bench.post(PATH, hint(change))).status
  assert.equal(
    await status_of({ more: Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`k${n}`, n])) }),
    400,
  )
  assert.equal(await status_of({ user_id: '\0' }), 200)
  assert.equal(await status_of({ user_id: '9'.repeat(5_000) }), 200)
  assert.equal(await status_of({ resource: `/orders/${'9'.repeat(5_000)}`, topic: 'orders_v2' }), 200)
  assert.equal((await bench.inbox(place)).filter(({ done_at }) => done_at === null).length, 0)
})

test('hints for any number of unknown users cost one query, and those of the seller are still known', async () => {
  const { system } = bench.engine.pool
  let queries = 0
  const count = () => {
    queries += 1
  }
  system.on('acquire', count)
  try {
    bench.clock.advance(60_000)
    const post = async (user_id: number) => assert.equal((await bench.post(PATH, hint({ user_id }))).status, 200)
    for (let from = 0; from < 200; from += 50)
      await Promise.all(Array.from({ length: 50 }, (_, n) => post(1_000_000 + from + n)))
    assert.ok(queries <= 1, `${queries} queries`)
    await post(SELLER)
    assert.ok(queries <= 1, `${queries} queries`)
  } finally {
    system.off('acquire', count)
  }
  assert.equal((await bench.inbox(place)).filter(({ done_at }) => done_at === null).length, 1)
  await bench.work(place)
})

test('many hints for one resource cause one read', async () => {
  const [listing] = await bench.query<{ listing_id: string }>(
    place,
    'select listing_id from marketplace_listings limit 1',
  )
  bench.sandbox.log.clear()
  for (let attempts = 1; attempts <= 40; attempts++)
    await bench.post(PATH, hint({ resource: `/items/${listing!.listing_id}`, attempts, _id: `id-${attempts}` }))
  await bench.work(place)
  assert.equal(requests(), 1)
})

test('an item of another seller, and one that does not exist, are read once and not stored', async () => {
  const before = await rows()
  for (const resource of ['/items/MLM991234567', '/items/MLM88'])
    assert.equal((await bench.post(PATH, hint({ resource }))).status, 200)
  await bench.post(PATH, hint({ topic: 'orders_v2', resource: '/orders/123' }))
  await bench.work(place)
  assert.equal(await rows(), before)
  const runs = await bench.query(place, "select run_id from sync_runs where trigger = 'webhook'")
  assert.equal(runs.length, 0)
})

test('hints for orders that do not exist cause few requests, and the next sync finds its limits free', async () => {
  bench.sandbox.log.clear()
  for (let from = 0; from < 200; from += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const resource = `/orders/${700_000 + from + n}`
        return bench.post(PATH, hint({ topic: 'orders_v2', resource }))
      }),
    )
  await bench.work(place)
  const asked = requests()
  assert.ok(asked > 0 && asked <= HINTS_A_MINUTE, String(asked))
  const left = (await bench.inbox(place)).filter(({ done_at }) => done_at === null)
  assert.ok(left.length >= 200 - HINTS_A_MINUTE && left.every(({ taken_at }) => taken_at === null))
  const before = bench.clock.now()
  await bench.sync_again(place)
  const waited_s = (bench.clock.now() - before) / 1000
  assert.ok(waited_s < 60, `the sync waited for ${waited_s} s`)
  await bench.engine.pool.system.query('delete from webhook_inbox')
})

test('what a limit leaves for later is read by the next attempts, and nothing is read twice', async () => {
  bench.clock.advance(60_000)
  bench.sandbox.log.clear()
  const orders = await bench.query<{ order_id: string }>(
    place,
    'select order_id from marketplace_orders order by order_id limit 45',
  )
  const announce = (some: typeof orders) =>
    Promise.all(
      some.map(({ order_id }) => bench.post(PATH, hint({ topic: 'orders_v2', resource: `/orders/${order_id}` }))),
    )
  const done = async () => (await bench.inbox(place)).filter(({ done_at }) => done_at !== null).length
  await bench.engine.pool.system.query('delete from webhook_inbox')
  await announce(orders.slice(0, 7))
  await bench.work(place)
  // The list and that of cancelled orders have none of them, because none has changed.
  assert.deepEqual([await done(), requests()], [7, 7 + 2])
  await announce(orders.slice(7))
  const after_each: number[] = []
  for (let attempt = 0; attempt < 3; attempt++) {
    await bench.work(place)
    after_each.push(await done())
    assert.equal(requests(), after_each.at(-1)! + 2 * (attempt + 2))
    bench.clock.advance(21_000)
  }
  assert.deepEqual(after_each, [16, 34, 45])
})

/** Changes orders of the seller, and returns their ids. */
function change_orders(count: number): string[] {
  const { world, clock } = bench
  const since = clock.now() - 9 * 86_400_000
  const is_plain = ({ kind, state, refund, lines }: Basket) =>
    kind === 'plain' && state === 'paid' && !refund && lines.length === 1
  for (const { id, lines } of world.markets.ml.baskets(since).filter(is_plain).slice(0, count)) {
    const more = lines.map((line) => ({ ...line, quantity: line.quantity + 3 }))
    world.changes.set_basket(id, { updated_at: clock.now(), lines: more, refund: null })
  }
  return order_nodes(world, since).flatMap(({ id, updated_at }) => (updated_at === clock.now() ? [String(id)] : []))
}

test('each record that has changed proves one hint: the lists of the next rounds wait for no limit, and forged hints gain no more than that', async () => {
  const announce = (ids: readonly (string | number)[]) =>
    Promise.all(ids.map((id) => bench.post(PATH, hint({ topic: 'orders_v2', resource: `/orders/${id}` }))))
  const waiting = async () => (await bench.inbox(place)).filter(({ done_at }) => done_at === null).length
  bench.clock.advance(60_000)
  await bench.engine.pool.system.query('delete from webhook_inbox')
  await announce(change_orders(3))
  await bench.work(place)
  bench.sandbox.log.clear()
  for (let round = 0; round < HINTS_TOGETHER + 5; round++) {
    await announce(change_orders(3 + (round % 2)))
    await bench.work(place)
    assert.equal(await waiting(), 0)
  }
  assert.equal(requests(), HINTS_TOGETHER + 5)

  const { proven } = (await bench.state(place)) as { proven: number }
  assert.ok(proven >= 3 && proven <= 4, String(proven))
  bench.sandbox.log.clear()
  await announce(Array.from({ length: 60 }, (_, n) => 850_000 + n))
  await bench.work(place)
  assert.ok(requests() <= HINTS_TOGETHER + proven + 1, String(requests()))
  await bench.engine.pool.system.query('delete from webhook_inbox')
})

test('a round that finds the platform silent has spent what proved its hints, so the next one does not read with it again', async () => {
  bench.clock.advance(60_000)
  await bench.engine.pool.system.query('update webhook_states set proven = 15')
  bench.sandbox.faults.add({ platform: 'mpa', kind: 'fail', status: 503, count: 0 })
  await bench.post(PATH, hint({ topic: 'orders_v2', resource: '/orders/900000' }))
  await bench.work(place)
  bench.sandbox.faults.clear()
  assert.equal((await bench.inbox(place)).filter(({ done_at }) => done_at === null).length, 1)
  assert.equal(((await bench.state(place)) as { proven: number }).proven, 0)
  await bench.engine.pool.system.query('delete from webhook_inbox')
})

test('many orders that changed are one read, also behind more forged hints than may cause requests', async () => {
  const announce = (ids: readonly (string | number)[]) =>
    Promise.all(ids.map((id) => bench.post(PATH, hint({ topic: 'orders_v2', resource: `/orders/${id}` }))))
  const waiting = async () => (await bench.inbox(place)).filter(({ done_at }) => done_at === null).length
  bench.clock.advance(60_000)
  await bench.engine.pool.system.query('delete from webhook_inbox')
  bench.sandbox.log.clear()
  const many = change_orders(35)
  assert.equal(many.length, 35)
  await announce(many)
  await bench.work(place)
  assert.deepEqual([requests(), await waiting()], [1, 0])

  bench.clock.advance(60_000)
  bench.sandbox.log.clear()
  await bench.engine.pool.system.query('update webhook_states set proven = 0')
  await announce(Array.from({ length: 60 }, (_, n) => 800_000 + n))
  const some = change_orders(10)
  await announce(some)
  await bench.work(place)
  assert.ok(requests() <= HINTS_TOGETHER, String(requests()))
  const left = (await bench.inbox(place)).filter(({ done_at }) => done_at === null)
  assert.ok(left.length >= 60 - HINTS_TOGETHER)
  assert.deepEqual(
    left.flatMap(({ ids }) => (ids as string[]).filter((id) => some.includes(id))),
    [],
  )
  await bench.engine.pool.system.query('delete from webhook_inbox')
})

test('more hints than the bound are dropped and counted', async () => {
  const all = Array.from({ length: HINTS_WAITING_MAX + 50 }, (_, n) => hint({ resource: `/items/MLM${900_000 + n}` }))
  for (let from = 0; from < all.length; from += 100)
    await Promise.all(all.slice(from, from + 100).map((body) => bench.post(PATH, body)))
  const { rows: waiting } = await bench.engine.pool.system.query(
    'select count(*) as n from webhook_inbox where done_at is null',
  )
  assert.equal(Number(waiting[0].n), HINTS_WAITING_MAX)
  assert.equal(Number((await bench.state(place)).dropped), 50)
})
