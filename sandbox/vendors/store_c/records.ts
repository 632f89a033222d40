// The shop's records in the shapes of WooCommerce (REST API v3, read 2026-11). Amounts have the decimals of the shop, here none. They are
// without tax, although prices include it.
import { whole_number } from '../../json.ts'
import { value_of } from '../../world/shop_access.ts'
import type { Order, OrderLine, Product, Refund, Shop, Variant } from '../../world/types.ts'
import { shown } from './kses.ts'
import { gmt, local } from './site.ts'

const tax_percent = 19
const id = (digits: string | null) => (digits === null ? 0 : whole_number(digits))
/** Whole currency units, which is what this shop has. */
const money = (cents: number) => (cents / 100).toFixed(0)
const net = (cents: number) => Math.round(cents / 100 / (1 + tax_percent / 100)) * 100
const split = (name: string, cents: number, tax_name = `${name}_tax`) => ({
  [name]: money(net(cents)),
  [tax_name]: money(cents - net(cents)),
})
const taxes = (of: readonly number[]) => of.reduce((sum, cents) => sum + cents - net(cents), 0)

/** A plugin of the shop has a state of its own for orders that wait for pickup. */
const waits_for_pickup = (order: Order) => Number(order.id.slice(-3)) % 47 === 1

function status_of(order: Order): string {
  if (order.cancelled_at !== null) return 'cancelled'
  if (order.financial_status === 'pending') return order.gateway === 'bacs' ? 'on-hold' : 'pending'
  if (order.financial_status === 'refunded') return 'refunded'
  if (order.fulfillment_status !== 'fulfilled') return 'processing'
  return waits_for_pickup(order) ? 'ready-for-pickup' : 'completed'
}

const units = (line: OrderLine) => line.quantity - (line.removed ?? 0)

export function order_body(order: Order, shop: Shop, is_older: boolean) {
  const sold = order.lines.filter((line) => units(line) > 0)
  const goods = sold.map((line) => value_of(line, units(line)))
  const visit = order.journey?.last_visit
  const is_guest = order.customer === null || Number(order.customer.id.at(-1)) < 3
  return {
    id: id(order.id),
    parent_id: 0,
    number: order.name.slice(1),
    order_key: `wc_order_${order.id}`,
    created_via: 'checkout',
    version: is_older ? '4.9.2' : '10.3.0',
    status: status_of(order),
    currency: order.currency,
    date_created: local(order.created_at, shop),
    date_created_gmt: gmt(order.created_at),
    date_modified: local(order.updated_at, shop),
    date_modified_gmt: gmt(order.updated_at),
    ...split('discount_total', order.discount_cents, 'discount_tax'),
    ...split('shipping_total', order.shipping_cents, 'shipping_tax'),
    cart_tax: money(taxes(goods)),
    // Never reduced by refunds.
    total: money(order.total_cents),
    total_tax: money(taxes([...goods, order.shipping_cents])),
    prices_include_tax: true,
    customer_id: is_guest ? 0 : id(order.customer!.id),
    customer_note: '',
    payment_method: order.gateway,
    payment_method_title: order.gateway,
    meta_data: [
      { id: 1, key: '_wc_order_attribution_source_type', value: visit?.utm ? 'utm' : 'typein' },
      { id: 2, key: '_wc_order_attribution_utm_source', value: visit?.utm?.source ?? '(direct)' },
      { id: 3, key: '_wc_order_attribution_utm_medium', value: visit?.utm?.medium ?? '(none)' },
      { id: 4, key: '_wc_order_attribution_utm_campaign', value: visit?.utm?.campaign ?? '(none)' },
      { id: 5, key: '_wc_order_attribution_session_entry', value: visit?.landing_page ?? '' },
      { id: 6, key: '_wc_order_attribution_referrer', value: visit?.referrer ?? '' },
      { id: 7, key: 'is_vat_exempt', value: 'no' },
      // WooPayments writes the mode in which the order was paid.
      { id: 8, key: '_wcpay_mode', value: order.test ? 'test' : 'prod' },
    ],
    line_items: sold.map((line, at) => ({
      id: id(line.id),
      name: line.title,
      product_id: id(line.product_id),
      variation_id: id(line.variant_id),
      quantity: units(line),
      tax_class: '',
      ...split('subtotal', line.unit_price_cents * units(line)),
      ...split('total', goods[at]!),
      taxes: [],
      meta_data: [],
      sku: line.sku,
      price: net(line.unit_price_cents) / 100,
    })),
    tax_lines: [],
    shipping_lines: [],
    fee_lines: [],
    coupon_lines: [],
    // Newer shops leave them out of lists.
    refunds: is_older
      ? order.refunds.map((refund) => ({
          id: id(refund.id),
          reason: refund.note ?? '',
          total: `-${money(refund.amount_cents)}`,
        }))
      : [],
  }
}

export const refund_body = (refund: Refund, order: Order, shop: Shop) => ({
  id: id(refund.id),
  date_created: local(refund.created_at, shop),
  date_created_gmt: gmt(refund.created_at),
  amount: money(refund.amount_cents),
  reason: refund.note ?? '',
  refunded_by: 1,
  refunded_payment: true,
  meta_data: [],
  line_items: refund.lines.map((back, at) => {
    const line = order.lines.find((one) => one.id === back.line_id)!
    return {
      id: id(`${refund.id}${at + 1}`),
      name: line.title,
      product_id: id(line.product_id),
      variation_id: id(line.variant_id),
      quantity: -back.quantity,
      total: `-${money(net(back.subtotal_cents))}`,
      total_tax: `-${money(back.subtotal_cents - net(back.subtotal_cents))}`,
      meta_data: [{ id: 1, key: '_refunded_item_id', value: line.id }],
    }
  }),
})

/** In the list of the refunds of all orders. */
export function listed_refund_body(refund: Refund, order: Order, shop: Shop) {
  const { id: refund_id, ...others } = refund_body(refund, order, shop)
  return { id: refund_id, parent_id: id(order.id), ...others }
}

const states = { active: 'publish', draft: 'draft', archived: 'private' }

export function product_body(product: Product, shop: Shop, is_editing = false) {
  const description = product.description ?? `<p>${product.title}</p>`
  const [first] = product.variants
  return {
    id: id(product.id),
    name: product.title,
    slug: product.handle,
    permalink: `https://${shop.domain}/producto/${product.handle}/`,
    date_created: local(product.created_at, shop),
    date_created_gmt: gmt(product.created_at),
    date_modified: local(product.updated_at, shop),
    date_modified_gmt: gmt(product.updated_at),
    type: 'variable',
    status: states[product.status],
    description: is_editing ? description : shown(description),
    sku: '',
    price: money(first?.price_cents ?? 0),
    regular_price: '',
    sale_price: '',
    on_sale: false,
    manage_stock: false,
    stock_quantity: null,
    stock_status: product.variants.some((variant) => stock_status(variant) !== 'outofstock') ? 'instock' : 'outofstock',
    categories: [{ id: 1, name: product.type, slug: product.tags[0] }],
    tags: product.tags.map((name, at) => ({ id: at + 1, name, slug: name })),
    images: [],
    attributes: [],
    variations: product.variants.map((variant) => id(variant.id)),
    meta_data: [],
  }
}

/** As a shop says it, whether it counts the units or not. */
function stock_status({ stock, stock_tracked, sells_without_stock }: Variant) {
  if (stock_tracked === false || stock > 0) return 'instock'
  return sells_without_stock ? 'onbackorder' : 'outofstock'
}

export const variation_body = (variant: Variant, product: Product, shop: Shop) => ({
  id: id(variant.id),
  date_created: local(product.created_at, shop),
  date_created_gmt: gmt(product.created_at),
  date_modified: local(product.updated_at, shop),
  date_modified_gmt: gmt(product.updated_at),
  description: '',
  permalink: `https://${shop.domain}/producto/${product.handle}/?variante=${variant.id}`,
  sku: variant.sku,
  price: money(variant.price_cents),
  regular_price: money(variant.compare_at_cents ?? variant.price_cents),
  sale_price: variant.compare_at_cents === null ? '' : money(variant.price_cents),
  on_sale: variant.compare_at_cents !== null,
  status: 'publish',
  manage_stock: variant.stock_tracked !== false,
  stock_quantity: variant.stock_tracked === false ? null : variant.stock,
  stock_status: stock_status(variant),
  backorders: variant.sells_without_stock ? 'yes' : 'no',
  backorders_allowed: variant.sells_without_stock ?? false,
  attributes: [{ id: 1, name: 'Tamaño', option: variant.title }],
  meta_data: [],
})
