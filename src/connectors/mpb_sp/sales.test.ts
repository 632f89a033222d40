// Orders, refunds and fees of two marketplaces through the whole engine: the figures are those of the simulated business.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { in_org } from '#db/org.ts'
import type { Connector } from '#engine/connector.ts'
import { DAY_MS } from '#lib/durations.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { booked_within, marketplaces_of, sold_within } from '../../../sandbox/vendors/mpb_sp/sales.ts'
import { mpb_sp } from './index.ts'

const HISTORY_DAYS = 45

function with_short_history(connector: Connector): Connector {
  const { orders, charges } = connector.streams
  assert.ok(orders && 'since' in orders && charges && 'window' in charges)
  const streams = {
    orders: { ...orders, since: { ...orders.since, history_days: HISTORY_DAYS } },
    charges: { ...charges, window: { ...charges.window, history_days: HISTORY_DAYS } },
  }
  return { ...connector, streams: streams as Connector['streams'] }
}

let bench: SyncBench
let place: { org_id: string; connection_id: string }
before(async () => {
  bench = await sync_bench({ connectors: { mpb_sp: with_short_history(mpb_sp) } })
  place = await bench.connect('mpb_sp')
  await sync()
})
after(() => bench?.close())

async function sync() {
  const { end } = await bench.sync(place)
  assert.equal(end, 'succeeded')
}

const query = <T extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  in_org(
    bench.engine.pool,
    { org_id: place.org_id, read_only: true },
    async (_, client) => (await client.query<T>(text, values)).rows,
  )

/** Sums by currency over the last 30 days, without the last minutes, in which a change is not visible yet. */
const span = () => {
  const now = bench.sandbox.clock.now()
  return { from: now - 30 * DAY_MS, to: now - 10 * 60_000 }
}

async function figures() {
  const { from, to } = span()
  const rows = await query<Record<string, string>>(
    `select currency, sum(orders)::int as orders, sum(revenue_micros) / 10000 as revenue, sum(refunds_micros) / 10000 as refunds,
       sum(fees_micros) / 10000 as fees from metrics.marketplace_b where at >= $1 and at <= $2 group by 1 order by 1`,
    [new Date(from), new Date(to)],
  )
  return rows.map(({ currency, ...sums }) => ({
    currency,
    ...Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, Number(value)])),
  }))
}

function truth() {
  const { from, to } = span()
  const now = bench.sandbox.clock.now()
  return marketplaces_of(bench.sandbox.world).map((marketplace) => {
    const is_sale = ({ status, is_replacement }: ReturnType<typeof sold_within>[number]) =>
      status !== 'CANCELLED' && !is_replacement
    const sold = sold_within(marketplace, now, 'created_at', [from, to]).filter(is_sale)
    const lines = sold
      .filter(({ has_price }) => has_price)
      .flatMap((one) => one.lines.filter((line) => !line.is_cancelled))
    const booked = booked_within(marketplace, now, [from, to])
      .filter((one) => is_sale(one.sold))
      .flatMap((one) => one.lines)
    return {
      currency: marketplace.market.plan.currency,
      orders: sold.length,
      revenue: lines.reduce((sum, one) => sum + one.price_cents + one.shipping_cents - one.discount_cents, 0),
      refunds: booked.reduce((sum, one) => sum + one.given_back_cents, 0),
      fees: booked.reduce((sum, one) => sum + one.fee_cents, 0),
    }
  })
}

test('orders, revenue, refunds and fees of each marketplace are those of the business', async () => {
  const kinds = Object.values(bench.sandbox.world.markets).flatMap((market) =>
    market.baskets(span().from).map(({ kind }) => kind),
  )
  for (const kind of ['replacement', 'other_shop', 'cancelled'])
    assert.ok(
      kinds.some((one) => one === kind),
      kind,
    )
  const found = await figures()
  assert.deepEqual(found, truth())
  assert.ok(found.every((sums) => Object.values(sums).every((value) => value !== 0)))
  const [other] = await query(
    "select count(*)::int as n from marketplace_orders where channel = 'non_amazon' and is_sold",
  )
  assert.ok(Number(other!.n) > 0)
})

test('later changes come by search, and refunds when Amazon has booked them', async () => {
  for (const hours of [2, 20, 49]) {
    bench.sandbox.clock.advance(hours * 3_600_000)
    await sync()
  }
  assert.deepEqual(await figures(), truth())
  const requests = bench.sandbox.log.list('mpb_sp')
  assert.ok(requests.some(({ url }) => url.includes('/orders/2026-01-01/orders')))
  assert.deepEqual(
    requests.filter(({ status }) => status === 429),
    [],
    'no limit was exceeded',
  )
})

test('after an interruption with more changes than the limit lets a sync read, each sync gets further, to the newest one', async () => {
  const behind = await bench.connect('mpb_sp')
  assert.equal((await bench.sync(behind)).end, 'succeeded')
  const { clock, world } = bench.sandbox
  const began = clock.now()
  clock.advance(3 * DAY_MS)
  const market = world.markets.amazon_mx
  const { baskets } = market
  const [template] = baskets(began - DAY_MS)
  // Placed one after the other, and changed in another order, as the search lists them by creation.
  const many = Array.from({ length: 2_500 }, (_, at) => ({
    ...template!,
    id: `702${String(at).padStart(5, '0')}9999`,
    created_at: began + at * 60_000,
    updated_at: began + 60_000 + ((at * 997) % 2_500) * 100_000,
  }))
  market.baskets = (from, to = clock.now()) => [
    ...baskets(from, to),
    ...many.filter(({ created_at }) => created_at >= (from ?? 0) && created_at <= to),
  ]
  try {
    const stored = async () => {
      const { marketplace_orders: orders = [] } = await bench.rows(behind.org_id)
      return orders.filter(({ order_id }) => String(order_id).endsWith('-9999000')).length
    }
    const counts: number[] = []
    for (let hours = 0; hours < 5; hours++) {
      await bench.sync(behind)
      counts.push(await stored())
      clock.advance(3_600_000)
    }
    assert.ok(counts[0]! > 0 && counts[0]! < many.length, `${counts}`)
    assert.equal(counts.at(-1), many.length, `${counts}`)
  } finally {
    market.baskets = baskets
  }
})

test('a sync that would exceed the limit of the search ends, and names the time of the next one', async () => {
  const busy = await bench.connect('mpb_sp')
  await bench.sync(busy)
  bench.sandbox.faults.add({ platform: 'mpb_sp', kind: 'throttle', seconds: 179, path: 'orders/2026' })
  const asked_at = bench.sandbox.clock.now()
  assert.equal((await bench.sync(busy)).end, 'failed')
  const [row] = await in_org(bench.engine.pool, { org_id: busy.org_id, read_only: true }, (db) =>
    db.selectFrom('connections').select(['next_sync_at', 'needs_reconnection']).execute(),
  )
  assert.ok(Date.parse(String(row!.next_sync_at)) >= asked_at + 179_000)
  assert.equal(row!.needs_reconnection, false)
})

test('without the role for finances the orders are read, and their refunds and fees are unknown', async () => {
  const limited = await bench.connect('mpb_sp')
  bench.sandbox.faults.add({ platform: 'mpb_sp', kind: 'deny_account', path: 'finances', count: 0 })
  const { end } = await bench.sync(limited)
  bench.sandbox.faults.clear()
  assert.equal(end, 'succeeded')
  const { marketplace_orders: orders = [], marketplace_charges: charges = [] } = await bench.rows(limited.org_id)
  assert.ok(orders.length > 50)
  assert.equal(charges.length, 0)
  assert.ok(orders.every(({ refunded_micros, fee_micros }) => refunded_micros === null && fee_micros === null))
})

test('events that do not name their marketplace are stored once, with their own currency, and the run counts them', async () => {
  const usual = place
  const nameless = await bench.connect('mpb_sp')
  bench.sandbox.faults.add({ platform: 'mpb_sp', kind: 'own', name: 'nameless', path: 'finances', count: 0 })
  const { end } = await bench.sync(nameless)
  bench.sandbox.faults.clear()
  assert.equal(end, 'succeeded')
  place = nameless
  assert.deepEqual(await figures(), truth())
  const [run] = await query<{ unreadable: Record<string, number> }>(
    'select unreadable from sync_runs where org_id = $1',
    [nameless.org_id],
  )
  const { marketplace_charges: stored = [] } = await bench.rows(nameless.org_id)
  assert.ok(stored.length > 50)
  assert.ok(run!.unreadable['marketplaces of financial events']! > 0)
  place = usual
})

test('a report that Amazon could not build is named, and the next sync reads the orders', async () => {
  const unlucky = await bench.connect('mpb_sp')
  bench.sandbox.faults.add({
    platform: 'mpb_sp',
    kind: 'own',
    name: 'fatal',
    path: 'GET .*reports/2021-06-30/reports',
    skip: 2,
  })
  assert.equal((await bench.sync(unlucky)).end, 'failed')
  bench.sandbox.faults.clear()
  assert.equal((await bench.sync(unlucky)).end, 'succeeded')
  const { marketplace_orders: orders = [] } = await bench.rows(unlucky.org_id)
  assert.ok(orders.length > 50)
})

test('of a report that holds all marketplaces of the region, a connection of one of them stores only its own orders', async () => {
  const one = await bench.connect('mpb_sp')
  const [mexico, us] = marketplaces_of(bench.sandbox.world)
  const { org_id, connection_id } = one
  await in_org(bench.engine.pool, { org_id }, async (db) => {
    const { settings } = await db.selectFrom('connections').select('settings').executeTakeFirstOrThrow()
    const { seller_id } = settings as { seller_id: string }
    const chosen = { ...(settings as object), account_ids: [`${seller_id}/${mexico!.id}`] }
    await db
      .updateTable('connections')
      .set({ settings: JSON.stringify(chosen) })
      .where('connection_id', '=', connection_id)
      .execute()
  })
  bench.forget_limits()
  assert.equal((await bench.sync(one)).end, 'succeeded')
  const stored = await in_org(bench.engine.pool, { org_id, read_only: true }, (db) =>
    db.selectFrom('marketplace_orders').select(['order_id', 'currency']).execute(),
  )
  const now = bench.sandbox.clock.now()
  const ids = (place: typeof mexico) =>
    new Set(sold_within(place!, now, 'updated_at', [now - 40 * DAY_MS, now]).map(({ id }) => id))
  const [own, others] = [ids(mexico), ids(us)]
  assert.ok(others.size > 10, 'the report has orders of the other marketplace')
  assert.ok(stored.filter(({ order_id }) => own.has(order_id)).length > 10)
  assert.deepEqual(
    stored.filter(({ order_id }) => others.has(order_id)),
    [],
  )
})
