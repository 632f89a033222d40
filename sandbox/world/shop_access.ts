// What a shop's owner grants to an app, and what happens to an order after it was placed. Tests apply both.
import type { Instant } from './calendar.ts'
import type { Access, Order, OrderLine, Refund } from './store_types.ts'

export const every_access = (): Access => ({
  scopes: new Set([
    'read_all_orders',
    'read_customers',
    'read_orders',
    'read_products',
    'read_content',
    'write_products',
    'write_content',
  ]),
  personal_data: true,
  product_costs: true,
})

/** The discount of some units of a line, in whole cents. */
const discount_of = (line: OrderLine, units: number) => Math.round((line.discount_cents * units) / line.quantity)
export const value_of = (line: OrderLine, units: number) => line.unit_price_cents * units - discount_of(line, units)

/** The order after an edit that takes units away (by line id), or adds lines. The buyer has paid what the order cost before. */
export function edited(
  order: Order,
  { take = {}, add = [], at }: { take?: Record<string, number>; add?: OrderLine[]; at: Instant },
): Partial<Order> {
  const lines = order.lines.map((line) => ({ ...line, removed: (line.removed ?? 0) + (take[line.id] ?? 0) }))
  const taken = order.lines.map((line) => ({ line, units: take[line.id] ?? 0 }))
  const sum = (of: (line: OrderLine, units: number) => number) =>
    add.reduce((all, line) => all + of(line, line.quantity), 0) -
    taken.reduce((all, { line, units }) => all + of(line, units), 0)
  const total_cents = order.total_cents + sum(value_of)
  return {
    lines: [...lines, ...add],
    edited: true,
    paid_cents: order.paid_cents ?? (order.financial_status === 'pending' ? 0 : order.total_cents),
    subtotal_cents: order.subtotal_cents + sum((line, units) => line.unit_price_cents * units),
    discount_cents: order.discount_cents + sum(discount_of),
    tax_cents: Math.round((order.tax_cents * total_cents) / (order.total_cents || 1)),
    total_cents,
    updated_at: at,
  }
}

/** The order after a refund of some units (by line id), or of an amount while the goods stay with the buyer. */
export function refunded(
  order: Order,
  { back = {}, amount_cents, at }: { back?: Record<string, number>; amount_cents?: number; at: Instant },
): Partial<Order> {
  const lines = order.lines
    .filter(({ id }) => back[id])
    .map((line) => ({ line_id: line.id, quantity: back[line.id]!, subtotal_cents: value_of(line, back[line.id]!) }))
  const goods_cents = lines.reduce((sum, line) => sum + line.subtotal_cents, 0)
  const refund: Refund = {
    id: `8${order.id.slice(1)}${order.refunds.length + 1}`,
    created_at: at,
    amount_cents: amount_cents ?? goods_cents,
    note: null,
    lines,
  }
  const refunds = [...order.refunds, refund]
  const given_cents = refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  return {
    refunds,
    financial_status: given_cents < order.total_cents ? 'partially_refunded' : 'refunded',
    updated_at: at,
  }
}
