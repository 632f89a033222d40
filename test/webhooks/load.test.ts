// Many deliveries a second of all vendors that announce changes, repeated, shuffled and partly forged. `npm run verify -- --long` runs a
// minute of 200 a second and checks the times. The short run checks everything but the times.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { start_worker, type Worker } from '#engine/queue/worker.ts'
import { system_clock } from '#lib/clock.ts'
import { PUBLIC, type WebhookBench, webhook_bench } from '#test/webhook_bench.ts'
import { forged_id, forgeries } from '../../sandbox/forgeries.ts'
import { one_order, order_nodes } from '../../sandbox/vendors/mpa/orders.ts'

const SECONDS = Number(process.env.WEBHOOK_SECONDS ?? 2)
const IS_LONG = process.env.WEBHOOK_SECONDS !== undefined
const DELIVERIES_A_SECOND = IS_LONG ? 200 : 60
/** The short run has few deliveries, and each forgery must be among them. */
const FORGED_SHARE = IS_LONG ? 0.05 : 0.4
const TICK_MS = 100
const DELAY_MS = 2_000
/** Deliveries that the vendors send at the same time. */
const AT_ONCE = 50
const ANSWERED_P99_MS = 250
/** Reads of the last records can wait for a window of their limit. */
const DONE_WITHIN_MS = 180_000
/** A slow machine is no fault of the short run. Mercado Libre itself waits half a second. */
const ANSWER_TIMEOUT_MS = IS_LONG ? undefined : 30_000

type Place = Awaited<ReturnType<WebhookBench['connected']>>
interface Source {
  /** Sign-ins of different owners, none of whom uses the limits of another. */
  secrets: (Record<string, string> | undefined)[]
  /** Orders that change. */
  most: number
  /** 95 % of the announcements are read within this time. */
  queryable_s: number
}
const sources: Record<string, Source> = {
  sx: { secrets: [undefined], most: 60, queryable_s: 5 },
  // Tiendanube allows two requests a second.
  tnx: { secrets: [undefined], most: 60, queryable_s: 5 },
  store_c: {
    secrets: ['shop0', 'shop1'].map((shop) => ({ consumer_key: `${shop}~ck_sandbox` })),
    most: 60,
    queryable_s: 5,
  },
  mpa: { secrets: [undefined], most: 60, queryable_s: 5 },
}
const platforms = Object.keys(sources) as ('sx' | 'tnx' | 'store_c' | 'mpa')[]
const WEEK_MS = 7 * 86_400_000
const MINUTE_MS = 60_000

let bench: WebhookBench
let worker: Worker
const places: Record<string, Place[]> = {}
before(async () => {
  bench = await webhook_bench(platforms, { history_days: 20, frozen: false, pool_max: 20 })
  // Lists of this shop have refunds, so that an order is one request.
  bench.world.shops.store_c.access.is_older = true
  for (const platform of platforms) {
    places[platform] = []
    for (const secrets of sources[platform]!.secrets) places[platform].push(await bench.connected(platform, secrets))
  }
  bench.webhooks.enter('mpa', `${PUBLIC}/webhooks/mpa`)
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

/** What changes at a vendor, and whether the rows are those of the vendor afterwards. Orders after `until` were not announced. */
interface Changing {
  next(n: number): void
  check(until: number): Promise<void>
}

function shop(platform: 'sx' | 'tnx' | 'store_c'): Changing {
  const orders = bench.paid(platform).slice(0, sources[platform]!.most)
  return {
    next(n) {
      const order = orders[n % orders.length]!
      const change = { updated_at: bench.clock.now(), total_cents: order.total_cents + (n + 1) * 100 }
      bench.world.changes.set_order(order.id, change)
    },
    async check(until) {
      const announced = bench.paid(platform).filter(({ created_at }) => created_at <= until)
      assert.ok(announced.length >= orders.length)
      for (const place of places[platform]!)
        for (const order of announced)
          assert.equal(
            (await bench.order(place, order))?.total_micros,
            BigInt(order.total_cents) * 10_000n,
            `${platform} ${order.id}`,
          )
    },
  }
}

function marketplace(): Changing {
  const { world, clock } = bench
  const baskets = world.markets.ml
    .baskets(clock.now() - WEEK_MS / 2)
    .filter(({ kind, state, refund }) => kind === 'plain' && state === 'paid' && !refund)
    .slice(-sources.mpa!.most)
  return {
    next(n) {
      const { id, lines } = baskets[n % baskets.length]!
      const more = lines.map((line) => ({ ...line, quantity: line.quantity + 1 + (n % 5) }))
      world.changes.set_basket(id, { updated_at: clock.now(), lines: more, refund: null })
    },
    async check() {
      const [place] = places.mpa!
      const changed = new Set(baskets.map(({ id }) => world.changes.basket(id)?.updated_at))
      for (const { id, updated_at } of order_nodes(world, clock.now() - WEEK_MS)) {
        if (!changed.has(updated_at)) continue
        const { total_amount } = one_order(world, id) as { total_amount: number }
        const [row] = await bench.query<{ total_micros: bigint }>(
          place!,
          'select total_micros from marketplace_orders where order_id = $1',
          [id],
        )
        assert.equal(row?.total_micros, BigInt(Math.round(total_amount * 1_000_000)), `mpa ${id}`)
      }
    },
  }
}

/**
 * Changes as many records of each vendor as are due, and sends the deliveries until the seconds are over. The world makes orders of its own and
 * shows them at each full minute. Those before `until` are announced with the last deliveries.
 */
async function flood(changing: Record<string, Changing>) {
  const disorder = {
    repeated: 0.1,
    forged: FORGED_SHARE,
    is_shuffled: true,
    delay_ms: DELAY_MS,
    timeout_ms: ANSWER_TIMEOUT_MS,
  }
  const sent: Awaited<ReturnType<typeof bench.webhooks.send>>[] = []
  const began = performance.now()
  let until = 0
  const done = Object.fromEntries(platforms.map((platform) => [platform, 0]))
  const due = (platform: string) =>
    ((performance.now() - began) / 1000) * (DELIVERIES_A_SECOND / platforms.length / places[platform]!.length)
  for (let tick = 0; performance.now() - began < SECONDS * 1000; tick++) {
    for (const platform of platforms)
      for (; done[platform]! < due(platform); done[platform]! += 1) changing[platform]!.next(done[platform]!)
    until = Math.floor(bench.clock.now() / MINUTE_MS) * MINUTE_MS
    sent.push(await bench.webhooks.send(disorder, AT_ONCE))
    const next = began + (tick + 1) * TICK_MS
    await system_clock.sleep(Math.max(0, next - performance.now()))
  }
  await system_clock.sleep(DELAY_MS + TICK_MS)
  sent.push(await bench.webhooks.send(disorder, AT_ONCE))
  return { sent, until }
}

const count = (text: string) => bench.engine.pool.system.query(text).then(({ rows }) => Number(rows[0].n))
async function all_read() {
  const waiting = () => count('select count(*) as n from webhook_inbox where done_at is null')
  const until = performance.now() + DONE_WITHIN_MS
  while ((await waiting()) > 0 && performance.now() < until) await system_clock.sleep(200)
  assert.equal(await waiting(), 0)
}

test('deliveries of a flood are answered, those that are forged have no effect, and the rows are those of the vendor', async (t) => {
  const changing = { sx: shop('sx'), tnx: shop('tnx'), store_c: shop('store_c'), mpa: marketplace() }
  const { sent, until } = await flood(changing)
  const sum = (of: (one: (typeof sent)[number]) => number) => sent.reduce((all, one) => all + of(one), 0)
  assert.deepEqual(
    sent.flatMap(({ failed_statuses }) => failed_statuses),
    [],
  )
  const forged = sent.flatMap(({ forged_answers }) => forged_answers)
  const answers = forged.map(({ platform, forgery, status }) => `${platform} ${forgery} ${status}`)
  // What nobody signs is answered as the vendor demands, and read by nobody.
  const expected = platforms.flatMap((platform) =>
    forgeries[platform]!.map((forgery) => `${platform} ${forgery} ${platform === 'mpa' ? 200 : 401}`),
  )
  // A slow machine sends less in the same time, so the short run may lack some of the ways.
  const wanted = IS_LONG ? expected : expected.filter((one) => answers.includes(one))
  assert.deepEqual([...new Set(answers)].sort(), wanted.sort())
  for (const platform of platforms)
    assert.ok(
      answers.some((one) => one.startsWith(`${platform} `)),
      platform,
    )
  await all_read()
  assert.deepEqual(
    bench.sandbox.log.list().filter(({ url, body }) => `${url} ${JSON.stringify(body)}`.includes(forged_id)),
    [],
    'no request names what was forged',
  )
  assert.equal(await count(`select count(*) as n from webhook_inbox where '${forged_id}' = any(ids)`), 0)
  for (const platform of platforms) await changing[platform].check(until)

  const { rows: times } = await bench.engine.pool.system.query(
    `select platform, percentile_disc(0.95) within group (order by extract(epoch from done_at - received_at)) as p95,
       count(distinct (stream, ids))::int as records
     from webhook_inbox join connections using (org_id, connection_id) group by 1 order by 1`,
  )
  const answered = sent.flatMap(({ answered_ms }) => answered_ms)
  const received = sum(({ delivered, forged: of }) => delivered + of)
  const queryable = times
    .map(({ platform, p95, records }) => `${platform} ${Number(p95).toFixed(1)} s for ${records} records`)
    .join(', ')
  t.diagnostic(
    `${received} deliveries of ${platforms.length} vendors in ${SECONDS} s, ${forged.length} forged in ${expected.length} ways; answered p50 ${nth(answered, 0.5).toFixed(0)} ms, p99 ${nth(answered, 0.99).toFixed(0)} ms; queryable p95 ${queryable}`,
  )
  if (!IS_LONG) return
  assert.ok(received >= 0.95 * DELIVERIES_A_SECOND * SECONDS, `${received} deliveries`)
  assert.ok(nth(answered, 0.99) <= ANSWERED_P99_MS, 'answered')
  for (const { platform, p95 } of times)
    assert.ok(Number(p95) <= sources[platform]!.queryable_s, `${platform} queryable`)
})
