// Orders as Mercado Libre writes them: one for each line of a basket, with a common pack (page "Packs", read 2026-11).
import { whole_number } from '../../json.ts'
import type { Basket, BasketLine, World } from '../../world/types.ts'
import { cents, page_of, type Query, Refused, time } from './api.ts'
import { seller } from './seller.ts'

interface OrderNode {
  created_at: number
  updated_at: number
  node: Record<string, unknown>
}

const third = (amount: number) => Math.round(amount / 3)

/** What a line's payment gave back. */
function refunded(basket: Basket, at: number, total: number): number {
  if (basket.kind === 'cancelled' && basket.state === 'ended') return total
  const { refund } = basket
  if (!refund || at >= refund.lines) return 0
  return refund.is_whole ? total : third(total)
}

function payment(basket: Basket, line: BasketLine, ids: { order: unknown; payment: string }, at: number) {
  const total = line.price_cents * line.quantity
  const back = refunded(basket, at, total)
  const is_undone = basket.kind === 'undone' && basket.state === 'ended'
  const approved = back === total ? 'refunded' : 'approved'
  return {
    id: whole_number(ids.payment),
    order_id: ids.order,
    payer_id: whole_number(basket.buyer_id),
    collector: { id: whole_number(seller.id) },
    card_id: null,
    reason: line.listing.title,
    site_id: seller.site_id,
    payment_method_id: basket.state === 'pending' ? 'oxxo' : 'visa',
    currency_id: 'MXN',
    installments: 1,
    operation_type: 'regular_payment',
    payment_type: basket.state === 'pending' ? 'ticket' : 'credit_card',
    status: basket.state === 'pending' ? 'in_process' : approved,
    status_code: null,
    status_detail: basket.state === 'pending' ? 'pending_waiting_payment' : 'accredited',
    transaction_amount: cents(total),
    transaction_amount_refunded: cents(back),
    taxes_amount: 0,
    shipping_cost: cents(at === 0 ? basket.shipping_cents : 0),
    overpaid_amount: 0,
    total_paid_amount: cents(total + (at === 0 ? basket.shipping_cents : 0)),
    date_approved: basket.state === 'pending' ? null : time(basket.created_at),
    date_created: time(basket.created_at),
    date_last_modified: time(basket.updated_at),
    marketplace_fee: cents(line.fee_cents * line.quantity),
    ...(is_undone && { tags: ['refund_account_money'] }),
  }
}

const status_of = ({ kind, state }: Basket) => {
  if (state === 'pending') return 'payment_in_process'
  return state === 'ended' && (kind === 'cancelled' || kind === 'split') ? 'cancelled' : 'paid'
}

const cancel_of = ({ kind, state }: Basket) => {
  if (state !== 'ended' || (kind !== 'cancelled' && kind !== 'split')) return null
  return kind === 'split' ? { code: 'pack_splitted' } : { code: 'buyer_cancel_express' }
}

/** The orders of a pack have one shipment. Each part of a split pack has its own. */
const shipment_of = ({ id }: Basket, part: number) => `4${id.slice(-9)}${part}`

/** `id`: the last digit of the order, and of a pack of its own. */
function order_of(basket: Basket, line: BasketLine, at: number, pack_id: string | null): OrderNode {
  const is_new = pack_id !== null && pack_id !== pack_of(basket)
  const id = whole_number(`${basket.id}${is_new ? at + 5 : at + 1}`)
  // An order that replaces another one is an ordinary paid order.
  const shown: Basket = is_new ? { ...basket, kind: 'plain', state: 'paid' } : basket
  const created_at = is_new ? basket.updated_at : basket.created_at
  const total = line.price_cents * line.quantity
  const is_undone = shown.kind === 'undone' && shown.state === 'ended'
  const is_pack = basket.lines.length > 1 && !is_new
  return {
    created_at,
    updated_at: basket.updated_at,
    node: {
      id,
      date_created: time(created_at),
      last_updated: time(basket.updated_at),
      date_closed: shown.state === 'pending' ? null : time(created_at),
      pack_id: pack_id === null ? null : whole_number(pack_id),
      fulfilled: null,
      buying_mode: 'buy_equals_pay',
      shipping_cost: is_pack ? null : cents(basket.shipping_cents),
      mediations: [],
      total_amount: cents(total),
      paid_amount: cents(total),
      order_items: [
        {
          item: {
            id: line.listing.id,
            title: line.listing.title,
            category_id: 'MLM1574',
            variation_id: null,
            seller_custom_field: null,
            variation_attributes: [],
            condition: 'new',
            seller_sku: line.listing.sku,
          },
          quantity: line.quantity,
          unit_price: cents(line.price_cents),
          full_unit_price: cents(line.price_cents),
          currency_id: 'MXN',
          manufacturing_days: null,
          sale_fee: cents(line.fee_cents),
          listing_type_id: 'gold_special',
        },
      ],
      currency_id: 'MXN',
      payments: [payment(shown, line, { order: id, payment: `9${basket.id.slice(-9)}${at}` }, at)],
      shipping: { id: whole_number(shipment_of(basket, is_new ? at + 5 : 0)) },
      status: status_of(shown),
      status_detail: null,
      tags: [
        ...(is_pack ? ['pack_order'] : []),
        ...(shown.state === 'pending' ? ['not_paid'] : ['paid']),
        ...(is_undone ? ['unfulfilled'] : []),
        ...(basket.is_test ? ['test_order'] : []),
        'not_delivered',
      ],
      feedback: { seller: null, buyer: null },
      context: { channel: 'marketplace', site: seller.site_id, flows: [] },
      seller: { id: whole_number(seller.id) },
      buyer: { id: whole_number(basket.buyer_id) },
      taxes: { amount: null, currency_id: null, id: null },
      cancel_detail: cancel_of(shown),
      order_request: { change: null, return: null },
    },
  }
}

/** Older single orders have no pack. */
const pack_of = ({ id, lines }: Basket) => (lines.length > 1 || Number(id.at(-1)) % 2 ? `${id}0` : null)

function nodes_of(basket: Basket): OrderNode[] {
  const placed = basket.lines.map((line, at) => order_of(basket, line, at, pack_of(basket)))
  if (basket.kind !== 'split' || basket.state !== 'ended') return placed
  return [...placed, ...basket.lines.map((line, at) => order_of(basket, line, at, `${basket.id}${at + 5}`))]
}

const day_ms = 86_400_000
/** A basket changes for this long, so an order that was created later than a basket can belong to it. */
const lag_ms = 4 * day_ms

/**
 * A search of the seller hides cancelled orders, unless it asks for them. `pending_cancel` is no value of the filter. Programs of sellers report
 * both, and therefore search twice (two public repositories, one of 2026-07, read 2026-11).
 */
function is_shown(status: string, asked: string | undefined): boolean {
  if (asked === 'pending_cancel') throw new Refused(400, 'bad_request', 'invalid order.status')
  return asked ? status === asked : status !== 'cancelled'
}

export function search_orders({ markets }: World, query: Query) {
  if (query.seller !== seller.id) throw new Refused(403, 'forbidden', 'The user has not access to the order')
  const instant = (name: string) => {
    const text = query[name]
    const at = text === undefined ? undefined : Date.parse(text)
    if (Number.isNaN(at)) throw new Refused(400, 'bad_request', `unknown date format: ${name}`)
    return at
  }
  const [created_from, created_to] = [instant('order.date_created.from'), instant('order.date_created.to')]
  const [changed_from, changed_to] = [instant('order.date_last_updated.from'), instant('order.date_last_updated.to')]
  const from = created_from === undefined ? undefined : created_from - lag_ms
  const found = markets.ml
    .baskets(from, created_to)
    .flatMap(nodes_of)
    .filter(({ created_at }) => created_at >= (created_from ?? 0) && created_at <= (created_to ?? created_at))
    .filter(({ updated_at }) => updated_at >= (changed_from ?? 0) && updated_at <= (changed_to ?? updated_at))
    .filter(({ node }) => is_shown(node.status as string, query['order.status']))
    .sort((left, right) => left.created_at - right.created_at)
  if (query.sort === 'date_desc') found.reverse()
  const { results, paging } = page_of(found, query, 50)
  return {
    query: '',
    display: 'complete',
    paging,
    results: results.map(({ node }) => node),
    sort: { id: query.sort ?? 'date_asc', name: 'Date' },
    available_sorts: [],
    filters: [],
    available_filters: [],
  }
}

/** The orders that changed since an instant. */
export function order_nodes({ markets }: World, since: number) {
  return markets.ml
    .baskets(since - lag_ms)
    .flatMap(nodes_of)
    .filter(({ updated_at }) => updated_at >= since)
    .map(({ node, updated_at }) => ({ id: text_of(node.id), updated_at }))
}

const text_of = (id: unknown) => JSON.stringify(id)

/** One order, with all that a list has. Another name of one field is older. */
export function one_order({ markets }: World, id: string) {
  const found = markets.ml
    .baskets()
    .flatMap(nodes_of)
    .find(({ node }) => text_of(node.id) === id)
  if (!found) throw new Refused(404, 'order_not_found', `Order do not exists`)
  return found.node
}

/** Where the buyer pays no shipping, the seller pays a part of it. The rest is a discount of the marketplace. */
const SELLER_CENTS = 6_450

interface Shipments {
  until: number
  by_id: Map<string, Basket>
}
const shipments = new WeakMap<World, Shipments>()

/** The basket of each shipment. New ones are looked for when somebody asks for an unknown shipment. */
function basket_of(world: World, id: string): Basket | undefined {
  const known = shipments.get(world)
  const found = known?.by_id.get(id)
  if (found || known?.until === world.now()) return found
  const baskets = world.markets.ml.baskets()
  const by_id = new Map(baskets.flatMap((basket) => [0, 5, 6, 7].map((part) => [shipment_of(basket, part), basket])))
  shipments.set(world, { until: world.now(), by_id })
  return by_id.get(id)
}

/** What each side pays for a shipment (page "Envíos", 2026-06). */
export function shipment_costs(world: World, id: string) {
  const basket = basket_of(world, id)
  if (!basket) throw new Refused(404, 'not_found_shipment_id', `Shipment ${id} not found`)
  const { shipping_cents, buyer_id } = basket
  const own_cents = shipping_cents === 0 ? SELLER_CENTS : 0
  const gross = shipping_cents + 2 * own_cents
  const side = { compensation: 0, save: 0 }
  const discount = { rate: 0.5, type: 'mandatory', promoted_amount: cents(own_cents) }
  return {
    gross_amount: cents(gross),
    receiver: { user_id: whole_number(buyer_id), cost: cents(shipping_cents), ...side, discounts: [] },
    senders: [
      {
        user_id: whole_number(seller.id),
        cost: cents(own_cents),
        ...side,
        discounts: own_cents > 0 ? [discount] : [],
      },
    ],
  }
}
