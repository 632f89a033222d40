import type { Api, RowContext } from '#engine/connector.ts'
import { when_refused } from '#engine/vendors/refusal.ts'
import { lenient } from '../lenient.ts'
import { mapped, one_by_one } from '../records.ts'
import {
  currency_of,
  just_before,
  known_states,
  order_stream,
  refund_rows,
  type SaleState,
  shared_out,
  state_of,
  utm_of,
} from '../shops.ts'
import { type Order, order, text_in, transactions_answer } from './answers.ts'
import { by_id, id_only, number_of } from './lists.ts'
import { orders_of } from './parts.ts'

/**
 * What the state of the payment means (resources/order of the API, version 2025-03, read 2026-11). Transfers and boletos stay pending for
 * days. An authorized payment is not captured yet.
 */
const states: Record<string, SaleState> = {
  paid: 'sold',
  partially_paid: 'sold',
  partially_refunded: 'sold',
  refunded: 'sold',
  authorized: 'pending',
  pending: 'pending',
  abandoned: 'void',
  voided: 'void',
}
const REFUNDED = ['refunded', 'partially_refunded']
/** Platforms from which a shop imports orders, by the order's storefront. */
const imported: Record<string, string> = { meli: 'mpa' }

/** Longer than the usual time of a refund. */
const SWEEP_DAYS = 60

type ListedOrder = Omit<Order, 'transactions'>

/** An order with its transactions, if it was refunded. An app without the permission does not see transactions. */
const with_refunds = async (api: Api, one: ListedOrder): Promise<Order> => ({
  ...one,
  transactions: REFUNDED.includes(one.payment_status) ? await transactions_of(api, one.id) : [],
})

async function transactions_of(api: Api, order_id: string): Promise<Order['transactions']> {
  const path = `/orders/${order_id}/transactions`
  const answer = api.call({ path, schema: transactions_answer, if_not_found: () => [] })
  return answer.catch(when_refused('denied', () => null))
}

const pages = (api: Api, query: Record<string, string | undefined>) =>
  mapped(orders_of(api, order, query), (one) => with_refunds(api, one))

export const orders = order_stream({
  since: {
    history_source: 'https://tiendanube.github.io/api-documentation/resources/order: no limit (read 2026-11)',
    // The vendor does not say that each change moves `updated_at`.
    sweep: { days: SWEEP_DAYS, every: '1d' },
    changed_at: (one: Order) => one.updated_at,
    is_unordered: true,
  },
  states: known_states(states, { column: 'financial_status' }),
  read: ({ api, since }) => pages(api, { updated_at_min: since ?? undefined }),
  read_created: ({ api, from, before }) => pages(api, { created_at_min: from ?? undefined, created_at_max: before }),
  recheck: {
    read: async ({ api, ids }) =>
      one_by_one(await by_id(api, '/orders', order, ids), (one) => one && with_refunds(api, one)),
    existing: { every: '1d', read: ({ api }) => mapped(orders_of(api, id_only, { fields: 'id' }), ({ id }) => id) },
  },
  count: ({ api, from, before }) =>
    number_of(api, '/orders', { created_at_min: from, created_at_max: just_before(before) }),
  rows: (one, context) => {
    const { id: order_id, created_at: ordered_at } = one
    // A draft that nobody confirmed yet.
    if (!ordered_at) {
      context.unreadable?.('times of orders')
      return {}
    }
    const read = lenient(context)
    const currency = currency_of(one.currency, context, 'currencies of orders')
    const landing_page = read.link(one.landing_url, 'landing pages of orders')
    const discount_micros = one.discount ?? 0n
    const subtotal_micros = one.subtotal - discount_micros
    const state = state_of(states, one.payment_status, context)
    const prices = one.products.map(({ price, quantity }) => price * BigInt(quantity))
    const discounts = shared_out(discount_micros, prices)
    return {
      store_orders: {
        order_id,
        order_number: `#${one.number}`,
        ordered_at,
        changed_at: one.updated_at,
        cancelled_at: one.cancelled_at ?? null,
        financial_status: one.payment_status,
        fulfillment_status: one.shipping_status ?? null,
        ...(one.status === 'cancelled' ? { is_voided: true, is_pending: false } : state),
        currency,
        total_micros: one.total,
        subtotal_micros,
        shipping_micros: one.shipping_cost_customer ?? one.total - subtotal_micros,
        // Prices include taxes, which the vendor does not show.
        tax_micros: null,
        discount_micros,
        customer_id: one.customer?.id ?? null,
        channel: one.storefront ?? null,
        imported_from: imported[one.storefront ?? ''] ?? null,
        ...utm_of(landing_page),
        landing_page,
      },
      store_order_lines: one.products.map((line, at) => ({
        order_id,
        line_id: line.id ?? `${line.variant_id ?? 'line'}-${at + 1}`,
        product_id: line.product_id ?? null,
        variant_id: line.variant_id ?? null,
        sku: line.sku || null,
        title: text_in(line.name, undefined) ?? '',
        quantity: BigInt(line.quantity),
        unit_price_micros: line.price,
        discount_micros: discounts[at]!,
        total_micros: prices[at]! - discounts[at]!,
        included_tax_micros: null,
        currency,
      })),
      store_refunds: refunds_of({ ...one, ordered_at }, currency, context),
    }
  },
})

/**
 * Refunds are events of transactions, each with its day and its amount. No transaction has one after a transfer. A complete refund is then
 * the total, and the amount of a partial one is unknown.
 */
function refunds_of(one: Order & { ordered_at: string }, currency: string, context: RowContext) {
  if (!REFUNDED.includes(one.payment_status)) return []
  const of = { order_id: one.id, currency }
  const transactions = new Map((one.transactions ?? []).map((transaction) => [transaction.id, transaction]))
  const events = [...transactions.values()].flatMap(({ id, captured_amount, events }) =>
    (events ?? [])
      .filter(({ type, status }) => type === 'refund' && status === 'success')
      .map((event, at) => ({
        ...of,
        refund_id: event.id ?? `${id}/${at + 1}`, // two refunds can have the same instant
        refunded_at: event.happened_at,
        currency: event.amount?.currency ?? currency,
        // Without an amount, the event is of the whole transaction (resources/transaction, read 2026-11).
        amount_micros: (event.amount ?? captured_amount)?.value ?? null,
      })),
  )
  const amount_micros = one.payment_status === 'refunded' ? one.total : null
  return refund_rows(events, { ...of, refund_id: 'order', refunded_at: one.ordered_at, amount_micros }, context)
}
