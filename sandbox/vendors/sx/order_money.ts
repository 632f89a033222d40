// The amounts of an order in the vendor's words. Prefix 'current': after edits, returns and cancellation (Order of the Admin schema
// 2026-07, read 2026-11). An amount that was given back while the goods stayed with the buyer does not lower the current total.
import { value_of } from '../../world/shop_access.ts'
import type { Order, OrderLine, Refund } from '../../world/types.ts'

const sum = <T>(of: readonly T[], cents: (one: T) => number) => of.reduce((all, one) => all + cents(one), 0)

export function current_quantity({ cancelled_at, refunds }: Order, line: OrderLine): number {
  if (cancelled_at !== null) return 0
  const back = sum(refunds, ({ lines }) => sum(lines, ({ line_id, quantity }) => (line_id === line.id ? quantity : 0)))
  return line.quantity - (line.removed ?? 0) - back
}

/** The tax in the price of a line's ordered units. Prices include tax. */
export function tax_of({ tax_cents, total_cents }: Order, { unit_price_cents, quantity, discount_cents }: OrderLine) {
  return Math.round((tax_cents * (unit_price_cents * quantity - discount_cents)) / (total_cents || 1))
}

export function amounts_of(order: Order) {
  const { lines, refunds, total_cents, subtotal_cents, discount_cents, shipping_cents, tax_cents } = order
  const removed = sum(lines, (line) => value_of(line, line.removed ?? 0))
  const removed_gross = sum(lines, (line) => line.unit_price_cents * (line.removed ?? 0))
  const refunded = sum(refunds, ({ amount_cents }) => amount_cents)
  const returns = refunds.filter((refund) => refund.lines.length > 0)
  const worth = (refund: Refund) => sum(refund.lines, (line) => line.subtotal_cents)
  const goods = sum(returns, worth)
  const shipping_back = sum(returns, (refund) => Math.max(0, refund.amount_cents - worth(refund)))
  const stays = order.cancelled_at === null
  const left = lines.map((line) => ({ line, units: current_quantity(order, line) }))
  const current_gross = sum(left, ({ line, units }) => line.unit_price_cents * units)
  const current_subtotal = stays ? subtotal_cents - discount_cents - goods : 0
  const current_total = stays ? total_cents - goods - shipping_back : 0
  const is_unpaid = order.financial_status === 'pending' || order.financial_status === 'voided'
  const received = order.paid_cents ?? (is_unpaid ? 0 : total_cents)
  // Money without goods first settles what an edit left to pay back. The rest is a gift.
  const money_only = refunded - sum(returns, ({ amount_cents }) => amount_cents)
  const gift = Math.max(0, money_only - Math.max(0, received - total_cents))
  return {
    total: total_cents + removed,
    subtotal: subtotal_cents - discount_cents + removed,
    shipping: shipping_cents,
    tax: Math.round((tax_cents * (total_cents + removed)) / (total_cents || 1)),
    discounts: discount_cents + removed_gross - removed,
    current_total,
    current_subtotal,
    current_shipping: stays ? shipping_cents - shipping_back : 0,
    current_tax: Math.round((tax_cents * current_total) / (total_cents || 1)),
    current_discounts: stays && goods === 0 ? discount_cents : Math.max(0, current_gross - current_subtotal),
    refunded,
    received,
    outstanding: stays ? current_total - gift - (received - refunded) : 0,
  }
}
