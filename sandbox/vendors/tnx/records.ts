// The shop's records in the vendor's shapes (resources of the API, read 2026-11): texts by language, amounts as text, ids as numbers.
import { whole_number } from '../../json.ts'
import { checkout_token } from '../../world/recovery.ts'
import type { Checkout, Customer, Instant, Order, OrderLine, Product, Shop, Variant } from '../../world/types.ts'

const day_ms = 86_400_000
const hour_ms = 3_600_000
/** Buyers who promised a transfer and have not paid for this long. */
const abandoned_after_ms = 14 * day_ms

const id = (digits: string | null) => (digits === null ? null : whole_number(digits))
const money = (cents: number) => (cents / 100).toFixed(2)
const time = (at: Instant) => `${new Date(at).toISOString().slice(0, 19)}+0000`
const es = (text: string) => ({ es: text })

export function shop_body(shop: Shop) {
  return {
    id: id(shop.id),
    name: es(shop.name),
    email: shop.email,
    contact_email: shop.email,
    country: shop.country_code,
    main_currency: shop.currency,
    main_language: 'es',
    admin_language: 'es',
    languages: Object.fromEntries(languages.map((language) => [language, { currency: shop.currency, active: true }])),
    original_domain: shop.domain,
    domains: [shop.domain],
    plan_name: 'Impulso',
    created_at: time(shop.created_at),
  }
}

/** Cancelling does not change the payment, except that a payment which was still pending is voided. */
function payment_status(order: Order, now: Instant): string {
  if (order.cancelled_at !== null) return order.gateway === 'transfer' ? 'voided' : 'paid'
  const waits = order.financial_status === 'pending' && now - order.created_at > abandoned_after_ms
  return waits ? 'abandoned' : order.financial_status
}

export function order_body(order: Order, shop: Shop, now: Instant, may_read_customers: boolean) {
  const units = (line: OrderLine) => line.quantity - (line.removed ?? 0)
  const sold = order.lines.filter((line) => units(line) > 0)
  const paid = payment_status(order, now)
  return {
    id: id(order.id),
    token: checkout_token(order.id),
    store_id: shop.id,
    number: Number(order.name.slice(1)),
    currency: order.currency,
    language: 'es',
    gateway: order.gateway,
    gateway_name: order.gateway,
    subtotal: money(order.subtotal_cents),
    discount: money(order.discount_cents),
    discount_coupon: money(order.discount_cents),
    discount_gateway: '0.00',
    total: money(order.total_cents),
    shipping_cost_customer: money(order.shipping_cents),
    shipping_cost_owner: money(order.shipping_cents),
    coupon: order.discount_codes.map((code) => ({ code })),
    storefront: order.source_name === 'meli' ? 'meli' : 'store',
    landing_url: order.journey?.last_visit?.landing_page ?? null,
    extra: [],
    note: null,
    status: order.cancelled_at === null ? 'open' : 'cancelled',
    payment_status: paid,
    shipping_status: order.fulfillment_status === 'fulfilled' ? 'shipped' : 'unpacked',
    cancel_reason: order.cancel_reason,
    created_at: time(order.created_at),
    updated_at: time(order.updated_at),
    cancelled_at: order.cancelled_at === null ? null : time(order.cancelled_at),
    // An object of PHP, unlike all other instants.
    completed_at: {
      date: `${new Date(order.created_at).toISOString().slice(0, 19).replace('T', ' ')}.000000`,
      timezone_type: 3,
      timezone: 'UTC',
    },
    ...(may_read_customers && { customer: order.customer && customer_body(order.customer) }),
    products: sold.map((line) => ({
      id: id(line.id),
      product_id: id(line.product_id),
      // The vendor sends the variant as text, and sometimes the quantity too.
      variant_id: line.variant_id,
      name: line.variant_title ? `${line.title} (${line.variant_title})` : line.title,
      variant_values: line.variant_title ? [line.variant_title] : [],
      sku: line.sku,
      barcode: null,
      price: money(line.unit_price_cents),
      quantity: String(units(line)),
      free_shipping: false,
      properties: [],
    })),
  }
}

const customer_body = (customer: Customer) => ({
  id: id(customer.id),
  name: `${customer.first_name} ${customer.last_name}`,
  email: customer.email,
  phone: customer.phone,
  accepts_marketing: customer.accepts_marketing,
  created_at: time(customer.created_at),
})

/** Providers create transactions. A transfer has none, so its refunds have neither a day nor an amount. */
export function transactions_body(order: Order, now: Instant) {
  if (order.gateway === 'transfer' || payment_status(order, now) === 'pending') return []
  const amount = (cents: number) => ({ value: money(cents), currency: order.currency })
  const event = (type: string, at: Instant, cents: number) => ({
    transaction_id: `tx-${order.id}`,
    amount: amount(cents),
    type,
    status: 'success',
    failure_code: null,
    created_at: new Date(at).toISOString(),
    happened_at: new Date(at).toISOString(),
    expires_at: null,
  })
  const refunded = order.refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  return [
    {
      id: `tx-${order.id}`,
      payment_provider_id: order.gateway,
      payment_method: { type: 'credit_card', id: 'visa' },
      status: order.financial_status,
      captured_amount: amount(order.total_cents),
      refunded_amount: amount(refunded),
      authorized_amount: null,
      voided_amount: null,
      failure_code: null,
      created_at: new Date(order.created_at).toISOString(),
      events: [
        event('sale', order.created_at, order.total_cents),
        ...order.refunds.map((refund) => event('refund', refund.created_at, refund.amount_cents)),
      ],
    },
  ]
}

/** The shop sells in two languages. */
export const languages = ['es', 'pt']

export function product_texts({ title, texts }: Product) {
  if (texts) return texts
  const by_language = (text: string) => Object.fromEntries(languages.map((language) => [language, text]))
  return { name: by_language(title), description: by_language(`<p>${title}</p>`) }
}

export function product_body(product: Product) {
  return {
    id: id(product.id),
    ...product_texts(product),
    handle: es(product.handle),
    brand: product.vendor,
    published: product.status === 'active',
    free_shipping: false,
    requires_shipping: true,
    tags: product.tags.join(', '),
    attributes: [es('Tamaño')],
    categories: [{ id: 1, name: es(product.type) }],
    images: [],
    created_at: time(product.created_at),
    updated_at: time(product.updated_at),
    variants: product.variants.map((variant) => variant_body(variant, product)),
  }
}

function variant_body(variant: Variant, product: Product) {
  const counted = variant.stock_tracked !== false
  return {
    id: id(variant.id),
    product_id: id(product.id),
    price: money(variant.compare_at_cents ?? variant.price_cents),
    promotional_price: variant.compare_at_cents === null ? null : money(variant.price_cents),
    cost: variant.cost_cents === null ? null : money(variant.cost_cents),
    stock_management: counted,
    stock: counted ? variant.stock : null,
    sku: variant.sku,
    values: [es(variant.title)],
    created_at: time(product.created_at),
    updated_at: time(variant.cost_changed_at ?? product.updated_at),
  }
}

/** A cart appears one to six hours after its buyer left, and disappears after 30 days (resources/abandoned_checkout, read 2026-11). */
export const is_shown = ({ id, created_at }: Checkout, now: Instant) =>
  now - created_at >= (1 + (Number(id.at(-1)) % 6)) * hour_ms && now - created_at <= 30 * day_ms

export function checkout_body(checkout: Checkout, shop: Shop) {
  const { customer } = checkout
  const token = checkout_token(checkout.id)
  return {
    id: id(checkout.id),
    token,
    store_id: id(shop.id),
    abandoned_checkout_url: `https://${shop.domain}/checkout/v3/proxy/${checkout.id}/${token}`,
    contact_email: customer?.email ?? '',
    contact_name: customer ? `${customer.first_name} ${customer.last_name}` : '',
    contact_phone: customer?.phone ?? null,
    currency: checkout.currency,
    language: 'es',
    subtotal: money(checkout.subtotal_cents),
    discount: '0.00',
    total: money(checkout.total_cents),
    storefront: 'store',
    coupon: [],
    extra: [],
    note: null,
    created_at: time(checkout.created_at),
    updated_at: time(checkout.updated_at),
    completed_at: checkout.completed_at === null ? null : time(checkout.completed_at),
    products: checkout.lines.map((line) => ({
      id: id(line.id),
      name: line.title,
      price: money(line.unit_price_cents),
      quantity: line.quantity,
      product_id: id(line.product_id),
      variant_id: id(line.variant_id),
      sku: line.sku,
    })),
  }
}
