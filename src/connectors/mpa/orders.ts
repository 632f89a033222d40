import { z } from 'zod'
import { micros } from '#domain/money.ts'
import { type Account, type Api, change_stream, type Query, type Row, type RowContext } from '#engine/connector.ts'
import { just_before } from '../shops.ts'
import { type Order, orders_answer, type Payment } from './answers.ts'
import { next_offset } from './pages.ts'

const PAGE_RECORDS = 50
/** An offset above this is refused for items, and assumed to be for orders (docs of the scan of items, read 2026-11). */
const OFFSET_MAX = 1_000

/**
 * Orders of a filter, and then the cancelled ones. A search of the seller hides these, so an order that was cancelled after its payment would stay a
 * sale. Programs of sellers report it, and that the filter refuses `pending_cancel` (two public repositories, 2026-07, read 2026-11).
 */
async function* pages(api: Api, seller: string, filter: Query) {
  for (const status of [undefined, 'cancelled']) yield* listed(api, seller, { ...filter, 'order.status': status })
}

/**
 * Orders by time of creation, the oldest first. Behind the highest offset, the list starts again at the last order, so that none is left
 * out. Orders of that instant come twice.
 */
function listed(api: Api, seller: string, filter: Query) {
  let start: Query = {}
  const seen = new Set<string>()
  return api.pages({
    path: '/orders/search',
    query: { seller, sort: 'date_asc', limit: PAGE_RECORDS, offset: 0, ...filter },
    schema: orders_answer,
    records: ({ results }) => results,
    left: ({ paging }) => paging.total - paging.offset,
    next({ paging, results }) {
      const offset = next_offset(seen, paging.offset, results)
      if (offset >= paging.total) return null
      if (offset <= OFFSET_MAX - PAGE_RECORDS) return { query: { ...start, offset } }
      seen.clear()
      start = { 'order.date_created.from': results.at(-1)?.date_created }
      return { query: { ...start, offset: 0 } }
    },
  })
}

const counted = z.object({ paging: z.object({ total: z.number() }) })

/** Paid orders, because a search without a state hides cancelled ones. */
async function number_of({ api, account, from, before }: { api: Api; account: Account; from: string; before: string }) {
  const created = { 'order.date_created.from': from, 'order.date_created.to': just_before(before) }
  const query = { seller: account.account_id, ...created, 'order.status': 'paid', limit: 1 }
  return (await api.call({ path: '/orders/search', query, schema: counted })).paging.total
}

export const changed_at = ({ last_updated, date_last_updated, date_created }: Order) =>
  last_updated ?? date_last_updated ?? date_created

// States of an order (page "Manage orders" and the filter order.status of GET /orders/search, read 2026-11).
const SOLD = ['paid', 'partially_refunded']
const PENDING = ['confirmed', 'payment_required', 'payment_in_process', 'partially_paid', 'pending_cancel']
const VOIDED = ['cancelled', 'invalid']
/** Tablero's word for a sale that was undone, whatever its state is. */
const UNDONE = 'unfulfilled'

/** Lists of orders, for each stream that reads them. */
export const listing = {
  changed: ({ api, account, since }: { api: Api; account: Account; since: string | null }) =>
    pages(api, account.account_id, { 'order.date_last_updated.from': since ?? undefined }),
  created: ({ api, account, from, before }: { api: Api; account: Account; from: string | null; before: string }) =>
    pages(api, account.account_id, { 'order.date_created.from': from ?? undefined, 'order.date_created.to': before }),
}
export const history = {
  history_days: 365,
  history_source:
    'Mercado Libre states no limit (developers.mercadolibre.com, page "Órdenes"); integrations report 12 months (read 2026-11)',
  overlap_minutes: 60,
}

export const orders = change_stream({
  into: ['marketplace_orders'],
  every: '15m',
  since: {
    ...history,
    sweep: { days: 60, every: '1d' },
    settled_after: { days: 60, source: 'named by Tablero: longer than the usual times for returns and claims' },
    changed_at,
    is_unordered: true,
  },
  states: { column: 'status', known: [...SOLD, ...PENDING, ...VOIDED], uncounted: PENDING },
  read: listing.changed,
  read_created: listing.created,
  // Some undone orders are paid at Mercado Libre, and some are cancelled.
  count: {
    measure: 'orders',
    at: 'ordered_at',
    only: { column: 'status', values: ['paid', UNDONE] },
    leaves_out: true,
    read: number_of,
  },
  rows: (order, context) => ({ marketplace_orders: row_of(order, context) }),
})

export function row_of(order: Order, { account, unreadable }: RowContext): Row<'marketplace_orders'> {
  const state = state_of(order)
  if (state.is_unknown) unreadable?.('statuses of orders')
  return {
    order_id: order.id,
    account_id: account.account_id,
    pack_id: order.pack_id ?? null,
    ordered_at: order.date_created,
    changed_at: changed_at(order),
    status: state.status,
    is_voided: state.is_voided,
    is_sold: state.is_sold,
    is_test: (order.tags ?? []).includes('test_order') || account.extra?.is_test === 'true',
    channel: order.context?.channel ?? null,
    currency: order.currency_id,
    total_micros: micros(order.total_amount),
    shipping_micros: order.shipping_cost == null ? null : micros(order.shipping_cost),
    fee_micros: fee_of(order),
    refunded_micros: refunded_of(order, state.is_sold),
    buyer: order.buyer?.id ?? null,
    lines: order.order_items.map(({ item, quantity, unit_price, sale_fee }) => ({
      listing_id: item.id,
      sku: item.seller_sku ?? item.seller_custom_field ?? null,
      title: item.title,
      quantity,
      price: String(micros(unit_price)),
      fee: sale_fee == null ? null : String(micros(sale_fee)),
    })),
  }
}

/**
 * Whether the order is a sale. Status alone does not tell:
 * - a cancelled sale whose buyer got account money stays `paid` for ever; a tag and its payment tell (page "Pagos", 2025-12);
 * - a pack that was split is `cancelled`, and new orders with the same goods replace it (page "Envíos", 2026-06).
 */
export function state_of({ status, tags, cancel_detail, payments }: Order) {
  const state = { status, is_voided: false, is_sold: false, is_unknown: false }
  if (cancel_detail?.code === 'pack_splitted') return { ...state, status: 'split', is_voided: true }
  const is_undone = (tags ?? []).includes('unfulfilled') || (payments ?? []).some(is_refund_in_account_money)
  if (is_undone) return { ...state, status: UNDONE, is_voided: true }
  if (VOIDED.includes(status)) return { ...state, is_voided: true }
  return { ...state, is_sold: SOLD.includes(status), is_unknown: ![...SOLD, ...PENDING].includes(status) }
}

const REFUND_IN_ACCOUNT_MONEY = 'refund_account_money'
const is_refund_in_account_money = ({ tags, status_detail }: Payment) =>
  (tags ?? []).includes(REFUND_IN_ACCOUNT_MONEY) || status_detail === REFUND_IN_ACCOUNT_MONEY

/** The fee of a line is of one unit: 11.07 for two units is a `marketplace_fee` of 22.14 (example of page "Packs", read 2026-11). */
function fee_of({ order_items }: Order): bigint | null {
  let sum = 0n
  for (const { sale_fee, quantity } of order_items) {
    if (sale_fee == null) return null
    sum += micros(sale_fee) * BigInt(quantity)
  }
  return sum
}

/**
 * What the payments of an order gave back. A payment that does not say so makes it unknown, unless no money was ever moved. A sold order was
 * paid, so one without payments does not say it either.
 */
function refunded_of({ payments }: Order, is_sold: boolean): bigint | null {
  if (!payments || (is_sold && payments.length === 0)) return null
  let sum = 0n
  for (const payment of payments) {
    const given_back = given_back_by(payment)
    if (given_back == null) return null
    sum += micros(given_back)
  }
  return sum
}

const WITHOUT_MONEY = ['rejected', 'cancelled', 'pending', 'in_process', 'authorized']
const GIVEN_BACK = ['refunded', 'charged_back']

function given_back_by({ status, transaction_amount, transaction_amount_refunded }: Payment) {
  if (transaction_amount_refunded != null && status !== 'charged_back') return transaction_amount_refunded
  if (WITHOUT_MONEY.includes(status)) return 0
  return GIVEN_BACK.includes(status) ? transaction_amount : null
}
