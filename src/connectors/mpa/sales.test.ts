// Packs, splits and cancelled sales through the whole engine: the figures are those of the simulated business.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { in_org } from '#db/org.ts'
import { days_to_warn_of } from '#domain/access_ends.ts'
import type { Connector } from '#engine/connector.ts'
import { DAY_MS } from '#lib/durations.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import type { Basket } from '../../../sandbox/world/types.ts'
import { mpa } from './index.ts'

const HISTORY_DAYS = 40

function with_short_history(connector: Connector): Connector {
  const orders = connector.streams.orders!
  assert.ok('since' in orders)
  const since = { ...orders.since, history_days: HISTORY_DAYS }
  return { ...connector, streams: { orders: { ...orders, since } } as Connector['streams'] }
}

let bench: SyncBench
let place: { org_id: string; connection_id: string }
before(async () => {
  bench = await sync_bench({ connectors: { mpa: with_short_history(mpa) } })
  place = await bench.connect('mpa')
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

/** Days that the sync has read as a whole, in the organization's time zone. */
const days = () => {
  const now = bench.sandbox.clock.now()
  return { from: now - 30 * DAY_MS, to: now }
}

async function figures() {
  const { from, to } = days()
  const [sums] = await query<{ orders: bigint; revenue: string; fees: string }>(
    `select sum(orders) as orders, sum(revenue_micros) / 10000 as revenue, sum(fees_micros) / 10000 as fees
     from metrics.marketplace_a where at >= $1 and at < $2`,
    [new Date(from), new Date(to)],
  )
  return { orders: Number(sums!.orders), revenue: Number(sums!.revenue), fees: Number(sums!.fees) }
}

const is_sold = ({ kind, state, is_test }: Basket) =>
  !is_test && state !== 'pending' && !(is_ended[kind] && state === 'ended')
const is_ended: Partial<Record<Basket['kind'], boolean>> = { cancelled: true, undone: true }

/** The same figures from the baskets of the business. A split basket is sold when it was split, as one order for each line. */
function truth() {
  const { from, to } = days()
  const { ml } = bench.sandbox.world.markets
  const all = ml.baskets().filter(is_sold)
  const sold = all
    .map((basket) => ({ ...basket, is_split: basket.kind === 'split' && basket.state === 'ended' }))
    .map((basket) => ({ ...basket, at: basket.is_split ? basket.updated_at : basket.created_at }))
    .filter(({ at }) => at >= from && at < to)
  const sum = (of: (line: Basket['lines'][number]) => number) =>
    sold.flatMap(({ lines }) => lines).reduce((all, line) => all + of(line) * line.quantity, 0)
  return {
    orders: sold.reduce((count, { is_split, lines }) => count + (is_split ? lines.length : 1), 0),
    revenue: sum(({ price_cents }) => price_cents),
    fees: sum(({ fee_cents }) => fee_cents),
  }
}

test('packs count as one order, splits are neither lost nor counted twice, and cancelled sales that stay paid do not count', async () => {
  const { from } = days()
  const baskets = bench.sandbox.world.markets.ml.baskets(from)
  for (const kind of ['split', 'undone', 'cancelled'])
    assert.ok(
      baskets.some((basket) => basket.kind === kind && basket.state === 'ended'),
      kind,
    )
  assert.ok(baskets.some(({ lines, kind }) => kind === 'plain' && lines.length > 1))
  assert.deepEqual(await figures(), truth())
  const [split] = await query("select count(*)::int as n from marketplace_orders where status = 'split' and is_voided")
  assert.ok(Number(split!.n) > 0)
})

test('a page of orders that comes empty before the end is not stored as read, and the next sync has every order', async () => {
  const other = await bench.connect('mpa')
  bench.sandbox.faults.add({ platform: 'mpa', kind: 'empty', path: '/orders/search.*offset=50' })
  assert.equal((await bench.sync(other)).end, 'failed')
  const cursors = await in_org(bench.engine.pool, { org_id: other.org_id, read_only: true }, (db) =>
    db.selectFrom('sync_cursors').select(['state', 'covered_from', 'reason']).execute(),
  )
  assert.deepEqual(
    cursors.map(({ state, covered_from }) => [state, covered_from]),
    [['failed', null]],
  )
  assert.match(cursors[0]!.reason ?? '', /empty page before the end of a list/)
  assert.equal((await bench.sync(other)).end, 'succeeded')
  await sync()
  const ids = async ({ org_id }: typeof place) =>
    (await bench.rows(org_id)).marketplace_orders!.map(({ order_id }) => String(order_id)).sort()
  assert.deepEqual(await ids(other), await ids(place))
})

test('a pack keeps one order when its first order is cancelled, and changes are restatements', async () => {
  const before = await query<{ pack_id: string }>(
    'select distinct pack_id from marketplace_orders where pack_id is not null',
  )
  bench.sandbox.clock.advance(3 * DAY_MS)
  await sync()
  assert.deepEqual(await figures(), truth())
  const packs = await query<{ pack_id: string; firsts: number }>(
    `select pack_id, count(*) filter (where is_first_of_pack)::int as firsts from marketplace_orders
     where is_sold and not is_voided and not is_test and pack_id is not null group by 1`,
  )
  assert.ok(packs.length > 10 && before.length > 10)
  assert.ok(packs.every(({ firsts }) => firsts === 1))
  const log = await query("select 1 from metric_restatements where table_name = 'marketplace_orders'")
  assert.ok(log.length > 0)
})

test('orders around midnight belong to the day of the organization, whatever offset the platform writes', async () => {
  const rows = await query<{ order_id: string; date: string }>(
    'select o.order_id, m.date::text from metrics.marketplace_a m join marketplace_orders o on o.ordered_at = m.at where o.is_sold',
  )
  const { ml } = bench.sandbox.world.markets
  const day = (at: number) => new Date(at - 6 * 3_600_000).toISOString().slice(0, 10)
  const by_id = new Map(ml.baskets().map(({ id, created_at }) => [id, created_at]))
  const late = rows.filter(({ order_id }) => {
    const hour = new Date(by_id.get(order_id.slice(0, -1))!).getUTCHours()
    return hour >= 4 && hour < 6 && Number(order_id.at(-1)) < 5
  })
  assert.ok(late.length > 0)
  for (const { order_id, date } of late) assert.equal(date, day(by_id.get(order_id.slice(0, -1))!))
})

test('a change that the platform does not report as one is found within a day', async () => {
  const { ml } = bench.sandbox.world.markets
  const [basket] = ml
    .baskets(bench.sandbox.clock.now() - 20 * DAY_MS)
    .filter((one) => is_sold(one) && one.kind === 'plain')
  const line = basket!.lines[0]!
  const stored = async () => {
    const [row] = await query('select total_micros from marketplace_orders where order_id = $1', [`${basket!.id}1`])
    return Number(row!.total_micros) / 10_000
  }
  const [before, price_cents] = [await stored(), line.price_cents]
  line.price_cents += 100
  try {
    bench.sandbox.clock.advance(60_000)
    await sync()
    assert.equal(await stored(), before)
    bench.sandbox.clock.advance(DAY_MS)
    await sync()
    assert.equal(await stored(), before + 100 * line.quantity)
  } finally {
    line.price_cents = price_cents
  }
})

test('every renewed token is used once, over many renewals', async () => {
  bench.sandbox.log.clear()
  for (let n = 0; n < 4; n++) {
    bench.sandbox.tokens.expire('mpa')
    await sync()
  }
  const renewals = bench.sandbox.log.list('mpa').filter(({ url }) => url.endsWith('/oauth/token'))
  const used = renewals.map(({ body }) => (body as { refresh_token: string }).refresh_token)
  assert.ok(used.length >= 4)
  assert.equal(new Set(used).size, used.length)
})

test('each renewal moves the end of the access, and 30 days before it a person is warned', async () => {
  const end = async () => {
    const [row] = await query<{ access_ends_at: Date }>('select access_ends_at from connections')
    return new Date(row!.access_ends_at).getTime()
  }
  const ends: number[] = []
  for (let n = 0; n < 2; n++) {
    bench.sandbox.clock.advance(DAY_MS)
    bench.sandbox.tokens.expire('mpa')
    await sync()
    ends.push(await end())
  }
  const [first = 0, second = 0] = ends
  assert.ok(second - first >= DAY_MS, `moved by ${second - first} ms`)
  assert.ok(Math.abs(second - bench.sandbox.clock.now() - 120 * DAY_MS) < DAY_MS / 24)
  const warned = (days: number) => days_to_warn_of(new Date(second).toISOString(), new Date(second - days * DAY_MS))
  assert.deepEqual([warned(31), warned(30)], [undefined, 30])
})

test('a permission that is missing for visits stops only the visits', async () => {
  const whole = await sync_bench({ connectors: { mpa } })
  try {
    const limited = await whole.connect('mpa')
    whole.sandbox.faults.add({ platform: 'mpa', kind: 'deny_account', path: 'visits', count: 0 })
    assert.equal((await whole.sync(limited)).end, 'succeeded')
    const states = await in_org(whole.engine.pool, { org_id: limited.org_id, read_only: true }, (db) =>
      db.selectFrom('sync_cursors').select(['stream', 'state', 'reason']).orderBy('stream').execute(),
    )
    assert.deepEqual(
      states.map(({ stream, state }) => [stream, state]),
      [
        ['listings', 'ok'],
        ['orders', 'ok'],
        ['questions', 'ok'],
        ['shipping', 'ok'],
        ['visits', 'denied'],
      ],
    )
    assert.match(states[4]!.reason ?? '', /Invalid scopes/)
    const { marketplace_listings: rows = [] } = await whole.rows(limited.org_id)
    assert.ok(rows.length > 0 && rows.every(({ visits }) => visits === null))
  } finally {
    await whole.close()
  }
})
