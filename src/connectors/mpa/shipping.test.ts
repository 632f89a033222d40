// What a seller pays for shipping: one request for each shipment of sold orders, and no cost that is not known.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { in_org } from '#db/org.ts'
import type { Account, ChangeStream, Connector } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
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

test('after a sync, each shipment of a sold order costs once, whichever of its orders are cancelled later', async () => {
  const place = await bench.connect('mpa')
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const query = async <T>(text: string) =>
    in_org(bench.engine.pool, place, async (_, client) => (await client.query(text)).rows as T[])
  const of_sold = 'is_sold and not is_voided and not is_test'
  const sums = async () => {
    const [one] = await query<{ counted: string; by_shipment: string; unread: number; of_several: number }>(
      `select (select sum(seller_shipping_micros) from metrics.sales where marketplace = 'mpa')::text as counted,
         (select sum(cost) from (select distinct shipment_id, seller_shipping_micros as cost from marketplace_orders
           where ${of_sold}) s)::text as by_shipment,
         (select count(*)::int from marketplace_orders where ${of_sold} and seller_shipping_micros is null) as unread,
         (select count(*)::int from (select from marketplace_orders where ${of_sold} group by shipment_id having count(*) > 1) s) as of_several`,
    )
    return one!
  }
  const first = await sums()
  assert.ok(Number(first.counted) > 0 && first.of_several > 0)
  assert.deepEqual([first.counted, first.unread], [first.by_shipment, 0])
  // The first order of a shipment is cancelled, so the next one bears the cost. Only the orders are read.
  const [pack] = await query<{ order_id: string; shipment_id: string }>(
    `select order_id, shipment_id from marketplace_orders m where ${of_sold} and is_first_of_shipment and seller_shipping_micros > 0
       and exists (select from marketplace_orders n where n.shipment_id = m.shipment_id and n.order_id <> m.order_id and n.is_sold)
     order by ordered_at limit 1`,
  )
  await query(`update marketplace_orders set is_voided = true where order_id = '${pack!.order_id}'`)
  bench.sandbox.clock.advance(3_600_000)
  const { mark_packs } = await import('#engine/sync/packs.ts')
  await in_org(bench.engine.pool, place, async (_, client) => {
    await client.query(
      'create temp table stage_marketplace_orders on commit drop as select order_id, pack_id from marketplace_orders',
    )
    await mark_packs({ client, org_id: place.org_id } as never, place.connection_id)
  })
  const second = await sums()
  assert.deepEqual([second.counted, second.by_shipment], [first.counted, second.by_shipment])
})
