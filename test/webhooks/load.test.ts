// Many deliveries a second, repeated, shuffled and partly forged. `npm run verify -- --long` runs a minute of 200 a second and checks the
// times. The short run checks everything but the times.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { start_worker, type Worker } from '#engine/queue/worker.ts'
import { system_clock } from '#lib/clock.ts'
import { type WebhookBench, webhook_bench } from '#test/webhook_bench.ts'

const SECONDS = Number(process.env.WEBHOOK_SECONDS ?? 2)
const IS_LONG = process.env.WEBHOOK_SECONDS !== undefined
const DELIVERIES_A_SECOND = IS_LONG ? 200 : 60
const CONNECTIONS = 4
const TICK_MS = 100
const DELAY_MS = 2_000
/** Deliveries that the vendor sends at the same time. */
const AT_ONCE = 50
const ANSWERED_P99_MS = 250
const QUERYABLE_P95_S = 5
const DONE_WITHIN_MS = 60_000

let bench: WebhookBench
let worker: Worker
const places: Awaited<ReturnType<WebhookBench['connected']>>[] = []
before(async () => {
  bench = await webhook_bench(['store_c'], { history_days: 20, frozen: false, pool_max: 20 })
  // Lists of this shop have refunds, so that an order is one request.
  bench.world.shops.store_c.access.is_older = true
  // The shops of different owners, none of which uses the limits of another.
  for (let n = 0; n < CONNECTIONS; n++)
    places.push(await bench.connected('store_c', { consumer_key: `shop${n}~ck_sandbox` }))
  await bench.webhooks.send()
  bench.engine.clock = { ...system_clock, now: () => new Date(bench.clock.now()) }
  worker = await start_worker(bench.engine)
})
after(async () => {
  await worker?.stop()
  await bench?.close()
})

const nth = (all: readonly number[], share: number) =>
  all.toSorted((a, b) => a - b)[Math.ceil(all.length * share) - 1] ?? 0

test('deliveries of a flood are answered, those that are forged have no effect, and the rows are those of the vendor', async (t) => {
  const orders = bench.paid('store_c')
  const due = () => ((performance.now() - began) / 1000) * (DELIVERIES_A_SECOND / CONNECTIONS)
  const disorder = { repeated: 0.1, forged: 0.05, is_shuffled: true, delay_ms: DELAY_MS }
  const sent: Awaited<ReturnType<typeof bench.webhooks.send>>[] = []
  const began = performance.now()
  let changes = 0
  for (let tick = 0; performance.now() - began < SECONDS * 1000; tick++) {
    while (changes < due()) {
      const order = orders[changes % orders.length]!
      changes += 1
      bench.world.changes.set_order(order.id, {
        updated_at: bench.clock.now(),
        total_cents: order.total_cents + changes * 100,
      })
    }
    sent.push(await bench.webhooks.send(disorder, AT_ONCE))
    const next = began + (tick + 1) * TICK_MS
    await system_clock.sleep(Math.max(0, next - performance.now()))
  }
  await system_clock.sleep(DELAY_MS + TICK_MS)
  sent.push(await bench.webhooks.send(disorder, AT_ONCE))
  const sum = (of: (one: (typeof sent)[number]) => number) => sent.reduce((all, one) => all + of(one), 0)
  const forged = sent.flatMap(({ forged_statuses }) => forged_statuses)
  assert.deepEqual(
    sent.flatMap(({ failed_statuses }) => failed_statuses),
    [],
  )
  assert.ok(forged.length > 0)
  assert.deepEqual([...new Set(forged)], [401])

  const waiting = () =>
    bench.engine.pool.system
      .query('select count(*) as n from webhook_inbox where done_at is null')
      .then(({ rows }) => Number(rows[0].n))
  const until = performance.now() + DONE_WITHIN_MS
  while ((await waiting()) > 0 && performance.now() < until) await system_clock.sleep(200)
  assert.equal(await waiting(), 0)

  const { rows: times } = await bench.engine.pool.system.query(
    `select percentile_disc(0.95) within group (order by extract(epoch from done_at - received_at)) as p95 from webhook_inbox`,
  )
  const answered = sent.flatMap(({ answered_ms }) => answered_ms)
  const received = sum(({ delivered, forged: of }) => delivered + of)
  t.diagnostic(
    `${received} deliveries in ${SECONDS} s, ${forged.length} forged; answered p50 ${nth(answered, 0.5).toFixed(0)} ms, p99 ${nth(answered, 0.99).toFixed(0)} ms; queryable p95 ${Number(times[0].p95).toFixed(1)} s`,
  )
  for (const place of places)
    for (const order of bench.paid('store_c'))
      assert.equal((await bench.order(place, order))?.total_micros, BigInt(order.total_cents) * 10_000n, order.id)
  if (!IS_LONG) return
  assert.ok(received >= 0.95 * DELIVERIES_A_SECOND * SECONDS, `${received} deliveries`)
  assert.ok(nth(answered, 0.99) <= ANSWERED_P99_MS, 'answered')
  assert.ok(Number(times[0].p95) <= QUERYABLE_P95_S, 'queryable')
})
