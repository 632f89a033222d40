// What a seller pays for shipping. Each request gives one shipment, so orders do not wait for it.
import { micros } from '#domain/money.ts'
import { type Account, type Api, change_stream } from '#engine/connector.ts'
import { when_refused } from '#engine/vendors/refusal.ts'
import { costs_answer, type Order } from './answers.ts'
import { changed_at, history, listing, row_of, state_of } from './orders.ts'

/** Sold orders of these days are asked for again once a day: a shipment can be made, and measured by its carrier, after its sale. */
const AGAIN_DAYS = 7
/** Days of one slice. A first sync ends after the newest one, and the backfill steps aside for syncs after each other one. */
const SLICE_DAYS = 7

interface Cost {
  micros: bigint | null
  /** Why the cost is not known, named in the plural. */
  problem?: string
}
interface Shipped extends Cost {
  order: Order
  shipment_id: string | null
}

/** A shipment of several orders is asked for once. Orders that are no sale are not asked for. */
async function* with_costs(
  api: Api,
  { account_id }: Account,
  pages: AsyncIterable<Order[]>,
): AsyncGenerator<Shipped[]> {
  const costs = new Map<string, Promise<Cost>>()
  for await (const page of pages) {
    const shipped: Shipped[] = []
    for (const order of page) {
      const shipment_id = order.shipping?.id ?? null
      const is_asked = shipment_id !== null && state_of(order).is_sold
      if (is_asked && !costs.has(shipment_id)) costs.set(shipment_id, cost_of(api, shipment_id, account_id))
      shipped.push({ order, shipment_id, ...(is_asked ? await costs.get(shipment_id)! : { micros: null }) })
    }
    yield shipped
  }
}

/**
 * A carrier that measures a parcel can make it dearer afterwards. The page "Shipping compensations" (2023-06, read 2026-11) does not say whether
 * `cost` then has the difference.
 */
async function cost_of(api: Api, shipment_id: string, seller: string): Promise<Cost> {
  const path = `/shipments/${shipment_id}/costs`
  const answer = api.call({ path, headers: { 'x-format-new': 'true' }, schema: costs_answer })
  const found = await answer.catch(when_refused('refused', () => null))
  const own = found?.senders.find(({ user_id }) => user_id === seller)
  if (own?.cost == null) return { micros: null, problem: 'costs of shipments' }
  if (Number(own.compensation ?? 0) !== 0 || (own.compensations ?? []).length > 0)
    return { micros: null, problem: 'costs of shipments with a compensation' }
  return { micros: micros(own.cost) }
}

export const shipping = change_stream({
  into: ['marketplace_orders'],
  adds_only: true,
  every: '1h',
  since: {
    ...history,
    slice_days: SLICE_DAYS,
    recent_days: SLICE_DAYS,
    sweep: { days: AGAIN_DAYS, every: '1d' },
    changed_at: ({ order }: Shipped) => changed_at(order),
    is_unordered: true,
  },
  read: (source) => with_costs(source.api, source.account, listing.changed(source)),
  read_created: (source) => with_costs(source.api, source.account, listing.created(source)),
  rows: ({ order, shipment_id, micros: seller_shipping_micros, problem }, { account, unreadable }) => {
    if (problem) unreadable?.(problem)
    return { marketplace_orders: { ...row_of(order, { account }), shipment_id, seller_shipping_micros } }
  },
})
