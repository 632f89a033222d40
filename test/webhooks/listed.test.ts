// Many announced records of a platform that gives few requests a second.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type WebhookBench, webhook_bench } from '#test/webhook_bench.ts'

const CHANGED = 12
const MORE_CENTS = 1_000
/** One page of the list, and the record that it lacks. */
const REQUESTS_MAX = 2

let bench: WebhookBench
let place: Awaited<ReturnType<WebhookBench['connected']>>
before(async () => {
  bench = await webhook_bench(['tnx'])
  place = await bench.connected('tnx')
  await bench.webhooks.send()
  await bench.work(place)
})
after(() => bench?.close())

/** Requests for orders during the work. Those for transactions of refunded ones are others. */
async function requests_of_work(): Promise<string[]> {
  const before = bench.sandbox.log.list().length
  await bench.work(place)
  const paths = bench.sandbox.log
    .list()
    .slice(before)
    .map(({ url }) => new URL(url, 'http://sandbox').pathname)
  return paths.filter((path) => /\/orders(?:\/\d+)?$/.test(path))
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
