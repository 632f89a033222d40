// An hour in which no announcement arrives: the sweep ends with the rows of the vendor, and the connection says that pushes are missing.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { call_as_member, result_of } from '#test/people.ts'
import { PUBLIC, type WebhookBench, webhook_bench } from '#test/webhook_bench.ts'
import { areas } from '#tools/index.ts'
import { one_order, order_nodes } from '../../sandbox/vendors/mpa/orders.ts'

const CHANGES = 40
const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS
const BODY_BYTES_MAX = 1024 * 1024
const shops = ['sx', 'tnx', 'store_c'] as const
const platforms = [...shops, 'mpa'] as const

type Place = Awaited<ReturnType<WebhookBench['connected']>>
let bench: WebhookBench
const places = {} as Record<(typeof platforms)[number], Place>
before(async () => {
  bench = await webhook_bench(platforms, { history_days: 20, areas: { connections: areas.connections! } })
  for (const platform of platforms) places[platform] = await bench.connected(platform)
  bench.webhooks.enter('mpa', `${PUBLIC}/webhooks/mpa`)
  // Nobody registers for hints: the first one says that the vendor sends them.
  bench.clock.advance(12 * HOUR_MS)
  await bench.webhooks.send()
  for (const platform of platforms) await bench.work(places[platform])
})
after(() => bench?.close())

/** Changes the orders of a shop in turn. Returns how many rows are not those of the vendor. */
function of_shop(platform: (typeof shops)[number]) {
  const orders = bench.paid(platform).slice(0, CHANGES)
  for (let n = 0; n < CHANGES; n++) {
    const order = orders[n % orders.length]!
    bench.change(order, { total_cents: order.total_cents + (n + 1) * 100 })
  }
  const different = async () => {
    let count = 0
    for (const order of bench.paid(platform)) {
      const row = await bench.order(places[platform], order)
      if (row?.total_micros !== BigInt(order.total_cents) * 10_000n) count += 1
    }
    return count
  }
  return { changed: orders.length, different }
}

function of_marketplace() {
  const { world, clock } = bench
  const baskets = world.markets.ml
    .baskets(clock.now() - WEEK_MS / 2)
    .filter(({ kind, state, refund }) => kind === 'plain' && state === 'paid' && !refund)
    .slice(-CHANGES)
  for (let n = 0; n < CHANGES; n++) {
    const { id, lines } = baskets[n % baskets.length]!
    clock.advance(1_000)
    const more = lines.map((line) => ({ ...line, quantity: line.quantity + 1 + n }))
    world.changes.set_basket(id, { updated_at: clock.now(), lines: more, refund: null })
  }
  const changed = new Set(baskets.map(({ id }) => world.changes.basket(id)?.updated_at))
  const different = async () => {
    let count = 0
    for (const { id, updated_at } of order_nodes(world, clock.now() - WEEK_MS)) {
      if (!changed.has(updated_at)) continue
      const { total_amount } = one_order(world, id) as { total_amount: number }
      const [row] = await bench.query<{ total_micros: bigint }>(
        places.mpa,
        'select total_micros from marketplace_orders where order_id = $1',
        [id],
      )
      if (row?.total_micros !== BigInt(Math.round(total_amount * 1_000_000))) count += 1
    }
    return count
  }
  return { changed: baskets.length, different }
}

/** What the detailed list of connections says that no push has brought. */
async function missed({ org_id }: Place): Promise<number> {
  const answer = await call_as_member(bench.engine, 'list_connections_detail', {}, { org_id, role: 'admin' })
  const [one] = result_of(answer).connections as { webhooks: { missed: number } }[]
  return one!.webhooks.missed
}

for (const platform of platforms)
  test(`${platform}: after an hour without pushes, the sweep has every row of the vendor, and the health says so`, async () => {
    const { changed, different } = platform === 'mpa' ? of_marketplace() : of_shop(platform)
    assert.ok(changed > 1)
    await bench.webhooks.send({ lost: 1 })
    bench.clock.advance(HOUR_MS)
    await bench.webhooks.send({ lost: 1 })
    await bench.work(places[platform])
    assert.ok((await different()) > 0, 'nothing has brought the changes yet')
    const before = await missed(places[platform])
    await bench.sync_again(places[platform])
    assert.equal(await different(), 0)
    const counted = (await missed(places[platform])) - before
    assert.ok(counted >= changed, `${counted} of ${changed} were counted`)
  })

describe('a delivery without a signature is refused before anything is parsed', () => {
  const bodies = {
    'that is no JSON': 'no { JSON',
    'of one mebibyte of deep JSON': '['.repeat(BODY_BYTES_MAX),
    'of one mebibyte of one text': `"${'x'.repeat(BODY_BYTES_MAX - 2)}"`,
  }
  for (const platform of shops)
    for (const [name, body] of Object.entries(bodies))
      test(`${platform}: a body ${name}`, async () => {
        const [one] = bench.webhooks.of(platform)
        assert.equal((await bench.post(new URL(one!.url).pathname, body)).status, 401)
      })
})
