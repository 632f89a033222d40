// Orders, as the search and the report have them, in one form.
import { micros } from '#domain/money.ts'
import type { Order } from './answers.ts'

export interface Sale {
  order_id: string
  created_at: string
  changed_at: string
  status: string
  /** Bought in another shop, and only shipped by Amazon. */
  is_other_shop: boolean
  /** Sent for an earlier order: a replacement or an exchange. */
  is_replacement: boolean
  /** null: no price yet. */
  currency: string | null
  total_micros: bigint | null
  shipping_micros: bigint | null
  lines: { listing_id: string | null; title: string | null; quantity: number; price: string | null }[]
}

/** What the buyer owes, without tax. The marketplace's total also has tax and tips (breakdowns of the model 2026-01-01, read 2026-11). */
const PRICE = 'ITEM'
const REVENUE = [PRICE, 'SHIPPING', 'GIFT_WRAP']
const CANCELLED = 'cancelled'

type Item = Order['orderItems'][number]

/** The sum of some breakdowns of an item. A discount lowers it, whatever its sign. Without its price, an item says no other part either. */
function sum_of({ proceeds }: Item, types: readonly string[]): bigint | null {
  const breakdowns = proceeds?.breakdowns ?? []
  if (!breakdowns.some(({ type }) => type === PRICE)) return null
  return breakdowns.reduce((sum, { type, subtotal }) => {
    const value = micros(subtotal.amount)
    if (type === 'DISCOUNT' && types.includes('DISCOUNT')) return sum - (value < 0n ? -value : value)
    return types.includes(type) ? sum + value : sum
  }, 0n)
}

/** null when one of them is unknown, or when there is none. */
function total(items: readonly Item[], types: readonly string[]): bigint | null {
  const sums = items.map((item) => sum_of(item, types))
  return sums.length === 0 || sums.includes(null) ? null : (sums as bigint[]).reduce((all, one) => all + one, 0n)
}

const REPLACEMENTS = ['REPLACEMENT_ORIGINAL_ID', 'EXCHANGE_ORIGINAL_ID']

/** Each item can be cancelled on its own, so the total is that of the others. */
export function sale_of(order: Order): Sale {
  const { orderItems, fulfillment, associatedOrders = [] } = order
  const left = orderItems.filter(({ cancellation }) => !cancellation?.cancellationExecution)
  const is_void = orderItems.length > 0 && left.length === 0
  const [priced] = left.flatMap(({ proceeds }) => proceeds?.breakdowns ?? [])
  return {
    order_id: order.orderId,
    created_at: order.createdTime,
    changed_at: order.lastUpdatedTime,
    status: is_void ? CANCELLED : (fulfillment?.fulfillmentStatus ?? 'unknown').toLowerCase(),
    is_other_shop: order.salesChannel.channelName === 'NON_AMAZON',
    is_replacement: associatedOrders.some(({ associationType = '' }) => REPLACEMENTS.includes(associationType)),
    currency: priced?.subtotal.currencyCode ?? null,
    total_micros: total(left, [...REVENUE, 'DISCOUNT']),
    shipping_micros: total(left, ['SHIPPING']),
    lines: left.map((item) => ({
      listing_id: item.product.sellerSku ?? null,
      title: item.product.title ?? null,
      quantity: item.quantityOrdered,
      price: text_of(sum_of(item, [PRICE])),
    })),
  }
}

const text_of = (value: bigint | null) => (value === null ? null : String(value))

export type ReportLine = Record<string, string | undefined>

/** The lines of one order in the report. An amount is that of the whole line. A cancelled line has no units. `has_tax`: prices have it. */
export function sale_of_lines(lines: readonly ReportLine[], { has_tax }: { has_tax: boolean }): Sale {
  const first = lines[0]!
  const left = lines.filter((line) => line.quantity !== '0')
  const column = (line: ReportLine, name: string) => (line[name] ? micros(line[name]) : 0n)
  const absolute = (value: bigint) => (value < 0n ? -value : value)
  const untaxed = (line: ReportLine, name: 'item' | 'shipping' | 'gift-wrap') =>
    column(line, `${name}-price`) - (has_tax ? column(line, `${name}-tax`) : 0n)
  const revenue = (line: ReportLine) =>
    untaxed(line, 'item') +
    untaxed(line, 'shipping') +
    untaxed(line, 'gift-wrap') -
    absolute(column(line, 'item-promotion-discount')) -
    absolute(column(line, 'ship-promotion-discount'))
  const has_price = left.length > 0 && left.every((line) => line['item-price'])
  const sum = (of: (line: ReportLine) => bigint) => (has_price ? left.reduce((all, line) => all + of(line), 0n) : null)
  return {
    order_id: first['amazon-order-id']!,
    created_at: first['purchase-date']!,
    changed_at: first['last-updated-date']!,
    status: report_status(first['order-status'] ?? ''),
    is_other_shop: /^non-amazon/i.test(first['sales-channel'] ?? ''),
    // The report has no column for it. A replacement costs nothing, and has no discount that explains it.
    is_replacement: has_price && left.every((line) => column(line, 'item-price') === 0n),
    currency: first.currency || null,
    total_micros: sum(revenue),
    shipping_micros: sum((line) => untaxed(line, 'shipping')),
    lines: left.map((line) => ({
      listing_id: line.sku || null,
      title: line['product-name'] || null,
      quantity: Number(line.quantity || 0),
      price: line['item-price'] ? String(untaxed(line, 'item')) : null,
    })),
  }
}

/** 'PartiallyShipped' and 'Shipped - Delivered to Buyer' as the search writes them. */
function report_status(written: string): string {
  const [word = ''] = written.split(' - ')
  const status = word
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll(' ', '_')
    .toLowerCase()
  return status === 'canceled' ? CANCELLED : status || 'unknown'
}

// States of the model 2026-01-01 (FulfillmentStatus). An order in `pending` has no price yet, and still is an order. `invoice_unconfirmed` was sent:
// OrderStatus of the model v0, which reports write, and amzn/selling-partner-api-samples, orders-api-migration-data.json (2026-08).
export const SOLD = [
  'unshipped',
  'partially_shipped',
  'shipped',
  'pending',
  'pending_availability',
  'shipping',
  'complete',
  'invoice_unconfirmed',
]
export const VOIDED = [CANCELLED, 'unfulfillable']

/** A sale of another shop is sold as well. Where it counts depends on what is connected. */
export function state_of({ status, is_replacement }: Pick<Sale, 'status' | 'is_replacement'>) {
  const is_known_sale = SOLD.includes(status)
  const is_voided = VOIDED.includes(status)
  return {
    is_voided,
    is_sold: is_known_sale && !is_replacement,
    is_unknown: !is_known_sale && !is_voided,
  }
}
