// Many announced records of platforms that give few requests a second, or only one record in a request.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PUBLIC, type WebhookBench, webhook_bench } from '#test/webhook_bench.ts'
import { one_order, order_nodes } from '../../sandbox/vendors/mpa/orders.ts'

const CHANGED = 12
const MORE_CENTS = 1_000
/** One page of the list, and the record that it lacks. */
const REQUESTS_MAX = 2

let bench: WebhookBench
type Place = Awaited<ReturnType<WebhookBench['connected']>>
let place: Place
let market: Place
before(async () => {
  bench = await webhook_bench(['tnx', 'mpa'])
  place = await bench.connected('tnx')
  market = await bench.connected('mpa')
  bench.webhooks.enter('mpa', `${PUBLIC}/webhooks/mpa`)
  await bench.webhooks.send()
  for (const one of [place, market]) await bench.work(one)
})
after(() => bench?.close())

/** Requests for orders during the work. Those for transactions of refunded ones are others. */
async function requests_of_work(of = place): Promise<string[]> {
  const before = bench.sandbox.log.list().length
  await bench.work(of)
  const paths = bench.sandbox.log
    .list()
    .slice(before)
    .map(({ url }) => new URL(url, 'http://sandbox').pathname)
  return paths.filter((path) => /\/orders(?:\/search|\/\d+)?$/.test(path))
}

test('many changed orders are read with one list, and one that the list lacks by its id', async () => {
  const orders = bench.paid('tnx').slice(0, CHANGED)
  assert.equal(orders.length, CHANGED)
  for (const order of orders) bench.change(order, { total_cents: order.total_cents + MORE_CENTS })
  // The vendor does not say that each change moves the time of the order.
  const [early] = orders
  bench.world.changes.set_order(early!.id, { updated_at: bench.clock.now() - 86_400_000 })
  await bench.webhooks.send()
  const paths = await requests_of_work()
  assert.ok(paths.length <= REQUESTS_MAX, paths.join('\n'))
  assert.equal(paths.filter((path) => path.endsWith(`/orders/${early!.id}`)).length, 1)
  for (const order of orders)
    assert.equal(
      (await bench.order(place, order))!.total_micros,
      BigInt(order.total_cents + MORE_CENTS) * 10_000n,
      order.id,
    )
})

test('an order that was deleted after its announcement leaves, beside others that changed', async () => {
  const orders = bench.paid('tnx').slice(CHANGED, CHANGED + 4)
  for (const order of orders) bench.change(order, { total_cents: order.total_cents + MORE_CENTS })
  const [deleted, ...others] = orders
  await bench.webhooks.send()
  bench.world.changes.delete_record({ kind: 'order', id: deleted!.id, at: bench.clock.now() })
  await bench.work(place)
  assert.equal(await bench.order(place, deleted!), undefined)
  for (const order of others)
    assert.equal(
      (await bench.order(place, order))!.total_micros,
      BigInt(order.total_cents + MORE_CENTS) * 10_000n,
      order.id,
    )
})

test('many hints are one read of the lists, and one for an order that they lack is one read more', async () => {
  const { world, clock, webhooks } = bench
  const baskets = world.markets.ml
    .baskets(clock.now() - 3 * 86_400_000)
    .filter(({ kind, state, refund }) => kind === 'plain' && state === 'paid' && !refund)
    .slice(0, CHANGED)
  assert.equal(baskets.length, CHANGED)
  clock.advance(60_000)
  const since = clock.now()
  for (const { id, lines } of baskets)
    world.changes.set_basket(id, { updated_at: since, lines: lines.map((line) => ({ ...line, quantity: 9 })) })
  await webhooks.send()
  const absent = '2000009999999999'
  const body = {
    resource: `/orders/${absent}`,
    user_id: 1_944_693_439,
    topic: 'orders_v2',
    application_id: 'sandbox-client',
  }
  assert.equal((await bench.post('/webhooks/mpa', JSON.stringify(body))).status, 200)
  const paths = await requests_of_work(market)
  assert.deepEqual(
    paths.map((path) => path.replace(/^.*\/orders/, '')),
    // The second list is that of cancelled orders.
    ['/search', '/search', `/${absent}`],
  )
  const changed = order_nodes(world, since)
  assert.ok(changed.length >= CHANGED)
  for (const { id } of changed) {
    const { total_amount } = one_order(world, id) as { total_amount: number }
    const [row] = await bench.query<{ total_micros: bigint }>(
      market,
      'select total_micros from marketplace_orders where order_id = $1',
      [id],
    )
    assert.equal(row?.total_micros, BigInt(Math.round(total_amount * 1_000_000)), id)
  }
})
