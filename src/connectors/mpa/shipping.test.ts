// What a seller pays for shipping: one request for each shipment of sold orders, and no cost that is not known.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { in_org } from '#db/org.ts'
import type { OrgSession } from '#db/org_session.ts'
import type { Account, ChangeStream, Connector } from '#engine/connector.ts'
import { run_backfill } from '#engine/sync/backfill.ts'
import { mark_packs } from '#engine/sync/packs.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { DAY_MS } from '#lib/durations.ts'
import { canned_api } from '#test/canned_api.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { mpa } from './index.ts'

const HISTORY_DAYS = 20
const account: Account = { account_id: '7', name: 'Shop', currency: 'MXN', time_zone: 'America/Mexico_City' }
const shipping = mpa.streams.shipping as unknown as ChangeStream<never, 'marketplace_orders'>

function short(name: 'orders' | 'shipping') {
  const stream = mpa.streams[name] as typeof shipping
  return { ...stream, since: { ...stream.since, history_days: HISTORY_DAYS } }
}

let bench: SyncBench
before(async () => {
  const streams = { orders: short('orders'), shipping: short('shipping') } as unknown as Connector['streams']
  bench = await sync_bench({ connectors: { mpa: { ...mpa, streams } } })
})
after(() => bench?.close())

const an_order = (id: number, shipment: number | null, of: object = {}) => ({
  ...{ id, status: 'paid', date_created: '2026-11-01T23:30:00.000-04:00', currency_id: 'MXN', total_amount: 100 },
  ...{ order_items: [{ item: { id: 'MLM1', title: 'Vela' }, quantity: 1, unit_price: 100, sale_fee: 10 }] },
  ...{ shipping: { id: shipment }, payments: [], ...of },
})
const page = (results: object[]) => ({ paging: { total: results.length, offset: 0 }, results })
const costs = (of: object, user_id = 7) => ({ gross_amount: 24.55, senders: [{ user_id, compensation: 0, ...of }] })

async function read(orders: object[], ...answers: unknown[]) {
  const { api, asked } = canned_api([page(orders), ...answers, page([])])
  const counted: string[] = []
  const rows: Record<string, unknown>[] = []
  for await (const items of shipping.read({ api, account, settings: {}, since: null }))
    for (const item of items) {
      const { marketplace_orders } = shipping.rows(item, { account, unreadable: (what) => counted.push(what) })
      rows.push(marketplace_orders as unknown as Record<string, unknown>)
    }
  const shown = rows.map(({ shipment_id, seller_shipping_micros }) => [shipment_id, seller_shipping_micros])
  return { shown, counted, paths: asked.map(({ path }) => path).filter((path) => path !== '/orders/search') }
}

test('the orders of one shipment are asked for once, and an order without a sale or a shipment is not', async () => {
  const orders = [
    an_order(1, 40),
    an_order(2, 40),
    an_order(3, 41, { status: 'cancelled' }),
    an_order(4, 42, { status: 'payment_required' }),
    an_order(5, null),
  ]
  const { shown, counted, paths } = await read(orders, costs({ cost: 8.19 }))
  assert.deepEqual(shown, [
    ['40', 8_190_000n],
    ['40', 8_190_000n],
    ['41', null],
    ['42', null],
    [null, null],
  ])
  assert.deepEqual([paths, counted], [['/shipments/40/costs'], []])
})

test('a cost of nothing is known. That of another seller, of a refused shipment, or with a compensation is not, and is counted', async () => {
  const orders = [40, 41, 42, 43, 44].map((shipment) => an_order(shipment, shipment))
  const { shown, counted } = await read(
    orders,
    costs({ cost: 0 }),
    costs({ cost: 5 }, 8),
    new VendorRefusal('refused', 'not found'),
    costs({ cost: 177.85, compensations: [{ amount: 173.27, reason: 'incorrect_dimensions' }] }),
    costs({ cost: 5, compensation: 1.5 }),
  )
  assert.deepEqual(
    shown.map(([, cost]) => cost),
    [0n, null, null, null, null],
  )
  assert.deepEqual(counted, [
    ...['costs of shipments', 'costs of shipments'],
    ...['costs of shipments with a compensation', 'costs of shipments with a compensation'],
  ])
})

test('a shipment that the platform does not let the seller see ends the stream, and is no unknown cost', async () => {
  await assert.rejects(read([an_order(1, 40)], new VendorRefusal('denied', 'Invalid scopes')), /Invalid scopes/)
})

test('a first sync asks for the shipments of a week, and the reading of older days for the others', async () => {
  const place = await bench.connect('mpa')
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const unread = () =>
    in_org(bench.engine.pool, place, async (_, client) => {
      const { rows } = await client.query(
        `select ordered_at >= $2 as is_recent, count(*) filter (where seller_shipping_micros is null)::int as unread
         from marketplace_orders where org_id = $1 and is_sold and not is_voided group by 1 order by 1`,
        [place.org_id, new Date(bench.sandbox.clock.now() - 6 * DAY_MS)],
      )
      return rows.map(({ unread }) => Number(unread))
    })
  const [older, recent] = await unread()
  assert.equal(recent, 0)
  assert.ok(older! > 0)
  assert.equal(await run_backfill(bench.engine, { ...place, signal: new AbortController().signal }), 'done')
  assert.deepEqual(await unread(), [0, 0])
})

test('after a sync, each shipment of a sold order costs once, whichever of its orders are cancelled later', async () => {
  const place = await bench.connect('mpa')
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const query = async <T>(text: string) =>
    in_org(bench.engine.pool, place, async (_, client) => (await client.query(text, [place.org_id])).rows as T[])
  const of_sold = 'org_id = $1 and is_sold and not is_voided and not is_test'
  const orders = () =>
    query<{ order_id: string; shipment_id: string; cost: string | null; is_first: boolean }>(
      `select order_id, shipment_id, seller_shipping_micros::text as cost, is_first_of_shipment as is_first
       from marketplace_orders where ${of_sold} order by ordered_at, order_id`,
    )
  /** What the figures count, and what it should be: each shipment once. */
  const sums = async () => {
    const [sales] = await query<{ counted: string }>(
      `select sum(seller_shipping_micros)::text as counted from metrics.sales where org_id = $1 and marketplace = 'mpa'`,
    )
    const known = (await orders()).filter(({ cost }) => cost !== null)
    const by_shipment = new Map(known.map(({ shipment_id, cost }) => [shipment_id, BigInt(cost!)]))
    return [BigInt(sales!.counted), [...by_shipment.values()].reduce((sum, cost) => sum + cost, 0n)] as const
  }
  const [counted, by_shipment] = await sums()
  assert.ok(counted > 0n)
  assert.equal(counted, by_shipment)
  // The first order of a shipment is cancelled, so the next one bears the cost.
  const all = await orders()
  const shared = (one: { order_id: string; shipment_id: string }) =>
    all.some(({ order_id, shipment_id }) => shipment_id === one.shipment_id && order_id !== one.order_id)
  const first = all.find((one) => one.is_first && BigInt(one.cost ?? 0) > 0n && shared(one))!
  await query(`update marketplace_orders set is_voided = true where org_id = $1 and order_id = '${first.order_id}'`)
  await in_org(bench.engine.pool, place, async (_, client) => {
    await client.query('create temp table stage_marketplace_orders (order_id text) on commit drop')
    await client.query('insert into stage_marketplace_orders values ($1)', [first.order_id])
    await mark_packs({ client, org_id: place.org_id } as OrgSession, place.connection_id)
  })
  assert.deepEqual(await sums(), [counted, by_shipment])
})
