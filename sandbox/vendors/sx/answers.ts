// The store's data in the shapes of the Admin schema. Lists are functions, which run only where a query requests them.
import { checkout_of_order, checkout_token, recovery_url } from '../../world/recovery.ts'
import type {
  Checkout,
  Customer,
  Instant,
  Journey,
  Order,
  OrderLine,
  Refund,
  Shop,
  Store,
  Variant,
  Visit,
  World,
} from '../../world/types.ts'
import { may_read, needs } from './access.ts'
import { event_fields, events_of, read_event } from './events.ts'
import { list, matching, nested, type Page, type Search } from './listing.ts'
import { mutations } from './mutations.ts'
import { amounts_of, current_quantity, tax_of } from './order_money.ts'
import { page_answers } from './pages.ts'
import { read_product, read_variant } from './products.ts'
import { type Bag, bag_of, decimal, gid, mapped, maybe_time, time } from './shapes.ts'

/** Without this scope, an app sees orders of the last 60 days (shopify.dev/docs/api/usage/access-scopes, read 2026-11). */
const visible_ms = 60 * 86_400_000

/** Resolvers of the schema's root fields. */
export function answers(world: World) {
  const { store, changes, now } = world
  const { shop, access } = store
  const orders_seen = () => {
    const all = store.orders()
    return access.scopes.has('read_all_orders') ? all : all.filter((order) => order.created_at >= now() - visible_ms)
  }
  const find = <T extends { id: string }>(records: T[], type: string, id: string) =>
    id.startsWith(gid(type, '')) ? records.find((record) => gid(type, record.id) === id) : undefined
  const order_of = (id: string) => shown(find(orders_seen(), 'Order', id), (order) => read_order(order, store))
  const product_of = (id: string) =>
    shown(find(store.products(), 'Product', id), (product) => read_product(product, store))
  const checkout_of = (id: string) =>
    shown(find(store.checkouts(), 'AbandonedCheckout', id), (checkout) => read_checkout(checkout, store))
  const node_of = (id: string) => order_of(id) ?? product_of(id) ?? checkout_of(id)

  return {
    shop: () => ({
      id: gid('Shop', shop.id),
      name: shop.name,
      email: shop.email,
      createdAt: time(shop.created_at),
      myshopifyDomain: shop.domain,
      url: `https://${shop.domain}`,
      currencyCode: shop.currency,
      ianaTimezone: shop.time_zone,
    }),
    currentAppInstallation: () => ({
      id: gid('AppInstallation', '1'),
      accessScopes: [...access.scopes].map((handle) => ({ handle, description: handle })),
    }),
    node: ({ id }: { id: string }) => node_of(id),
    nodes: ({ ids }: { ids: string[] }) => ids.map(node_of),
    order: ({ id }: { id: string }) => order_of(id),
    product: ({ id }: { id: string }) => product_of(id),
    orders: (search: Search) => {
      needs(access, 'orders', 'read_orders')
      return mapped(list(orders_seen(), search, order_fields, shop.time_zone), (order) => read_order(order, store))
    },
    ordersCount: ({ query, limit }: { query?: string | null; limit?: number | null }) => {
      needs(access, 'ordersCount', 'read_orders')
      const found = matching(orders_seen(), { query }, order_fields, shop.time_zone).length
      const count = Math.min(found, limit ?? found)
      return { count, precision: count < found ? 'AT_LEAST' : 'EXACT' }
    },
    products: (search: Search) => {
      needs(access, 'products', 'read_products')
      return mapped(list(store.products(), search, dated_fields, shop.time_zone), (one) => read_product(one, store))
    },
    productVariants: (search: Search) => {
      needs(access, 'productVariants', 'read_products')
      const all = store.products().flatMap((product) => product.variants.map((variant) => ({ ...variant, product })))
      return mapped(list(all, search, variant_fields, shop.time_zone), (one) =>
        read_variant(one, one.product.variants.findIndex(({ id }) => id === one.id) + 1, one.product, store),
      )
    },
    abandonedCheckouts: (search: Search) => {
      needs(access, 'abandonedCheckouts', 'read_orders')
      return mapped(list(store.checkouts(), search, dated_fields, shop.time_zone), (one) => read_checkout(one, store))
    },
    ...page_answers(world),
    ...mutations(world),
    events: (search: Search) => mapped(list(events_of(changes), search, event_fields, shop.time_zone), read_event),
  }
}

const shown = <T, R>(record: T | undefined, read: (record: T) => R): R | null =>
  record === undefined ? null : read(record)

const dated_fields = ({ id, created_at, updated_at }: { id: string; created_at: Instant; updated_at: Instant }) => ({
  id,
  times: { created_at, updated_at },
})
const variant_fields = ({ id }: Variant) => ({ id, times: {} })
const order_fields = ({ id, created_at, updated_at }: Order) => ({
  id,
  times: { created_at, updated_at, processed_at: created_at },
})

// ---- records -----------------------------------------------------------------------------------------------------------

function read_order(order: Order, { shop, access }: Store) {
  const bag = bag_of(order.currency, order.presentment)
  const amounts = amounts_of(order)
  return {
    __typename: 'Order',
    id: gid('Order', order.id),
    legacyResourceId: order.id,
    name: order.name,
    createdAt: time(order.created_at),
    processedAt: time(order.created_at),
    updatedAt: time(order.updated_at),
    cancelledAt: maybe_time(order.cancelled_at),
    cancelReason: order.cancel_reason?.toUpperCase() ?? null,
    test: order.test,
    displayFinancialStatus: order.financial_status.toUpperCase(),
    displayFulfillmentStatus: order.fulfillment_status.toUpperCase(),
    sourceName: order.source_name,
    // Orders that another program made come from no checkout.
    checkoutToken: order.source_name === 'web' ? checkout_token(checkout_of_order(order.id)) : null,
    tags: order.tags,
    discountCodes: order.discount_codes,
    currencyCode: order.currency,
    presentmentCurrencyCode: order.presentment.currency,
    paymentGatewayNames: [order.gateway],
    edited: order.edited === true,
    taxesIncluded: true,
    totalPriceSet: bag(amounts.total),
    subtotalPriceSet: bag(amounts.subtotal),
    totalShippingPriceSet: bag(amounts.shipping),
    totalTaxSet: bag(amounts.tax),
    totalDiscountsSet: bag(amounts.discounts),
    currentTotalPriceSet: bag(amounts.current_total),
    currentSubtotalPriceSet: bag(amounts.current_subtotal),
    currentShippingPriceSet: bag(amounts.current_shipping),
    currentTotalTaxSet: bag(amounts.current_tax),
    currentTotalDiscountsSet: bag(amounts.current_discounts),
    totalReceivedSet: bag(amounts.received),
    totalOutstandingSet: bag(amounts.outstanding),
    totalRefundedSet: bag(amounts.refunded),
    customer: () => {
      may_read(access, 'Customer')
      return order.customer && read_customer(order.customer, shop)
    },
    customerJourneySummary: order.journey && read_journey(order, order.journey),
    lineItems: (page: Page) => mapped(nested(order.lines, page), (line) => read_line(line, order, bag)),
    refunds: ({ first }: { first?: number | null }) =>
      order.refunds.slice(0, first ?? undefined).map((refund) => read_refund(refund, bag)),
  }
}

/** Visits are assigned some time after the order. Until then the summary is there, without them. */
function read_journey({ id, journey_ready }: Order, { first_visit, last_visit, days_to_conversion, visits }: Journey) {
  const ready = journey_ready !== false
  return {
    customerOrderIndex: null,
    daysToConversion: ready ? days_to_conversion : null,
    firstVisit: ready && first_visit ? read_visit(first_visit, id) : null,
    lastVisit: ready && last_visit ? read_visit(last_visit, id) : null,
    momentsCount: ready ? { count: visits, precision: 'EXACT' } : null,
    ready,
  }
}

function read_line(line: OrderLine, order: Order, bag: Bag) {
  return {
    id: gid('LineItem', line.id),
    title: line.title,
    variantTitle: line.variant_title,
    sku: line.sku,
    isGiftCard: line.is_gift_card === true,
    quantity: line.quantity,
    currentQuantity: current_quantity(order, line),
    product: line.product_id && { id: gid('Product', line.product_id), legacyResourceId: line.product_id },
    variant: line.variant_id && { id: gid('ProductVariant', line.variant_id), legacyResourceId: line.variant_id },
    originalUnitPriceSet: bag(line.unit_price_cents),
    originalTotalSet: bag(line.unit_price_cents * line.quantity),
    discountAllocations: line.discount_cents ? [{ allocatedAmountSet: bag(line.discount_cents) }] : [],
    taxLines: [{ title: 'IVA', priceSet: bag(tax_of(order, line)) }],
  }
}

function read_refund(refund: Refund, bag: Bag) {
  return {
    id: gid('Refund', refund.id),
    legacyResourceId: refund.id,
    createdAt: time(refund.created_at),
    processedAt: time(refund.created_at),
    updatedAt: time(refund.created_at),
    note: refund.note,
    totalRefundedSet: bag(refund.amount_cents),
  }
}

function read_customer(customer: Customer, shop: Shop) {
  const name = `${customer.first_name} ${customer.last_name}`.trim()
  return {
    id: gid('Customer', customer.id),
    displayName: name || customer.email,
    firstName: customer.first_name || null,
    lastName: customer.last_name || null,
    createdAt: time(customer.created_at),
    numberOfOrders: String(customer.orders_count),
    amountSpent: { amount: decimal(customer.spent_cents), currencyCode: shop.currency },
    defaultEmailAddress: customer.email ? { emailAddress: customer.email } : null,
    defaultPhoneNumber: customer.phone ? { phoneNumber: customer.phone } : null,
  }
}

function read_visit(visit: Visit, order_id: string) {
  return {
    // The first and the last visit are the same when they have the same time.
    id: gid('CustomerVisit', `${order_id}${Math.floor(visit.at / 1000) % 1000}`),
    occurredAt: time(visit.at),
    source: visit.source,
    landingPage: visit.landing_page,
    referrerUrl: visit.referrer,
    utmParameters: visit.utm,
  }
}

function read_checkout(checkout: Checkout, { shop, access }: Store) {
  const bag = bag_of(checkout.currency, { currency: checkout.currency, rate: 1 })
  return {
    __typename: 'AbandonedCheckout',
    id: gid('AbandonedCheckout', checkout.id),
    name: checkout.name,
    createdAt: time(checkout.created_at),
    updatedAt: time(checkout.updated_at),
    completedAt: maybe_time(checkout.completed_at),
    abandonedCheckoutUrl: recovery_url(shop, checkout.id),
    customer: () => {
      may_read(access, 'Customer')
      return checkout.customer && read_customer(checkout.customer, shop)
    },
    subtotalPriceSet: bag(checkout.subtotal_cents),
    totalPriceSet: bag(checkout.total_cents),
    totalLineItemsPriceSet: bag(checkout.subtotal_cents),
    lineItems: (page: Page) =>
      mapped(nested(checkout.lines, page), (line) => ({
        id: gid('AbandonedCheckoutLineItem', line.id),
        title: line.title,
        variantTitle: line.variant_title,
        sku: line.sku,
        quantity: line.quantity,
        originalUnitPriceSet: bag(line.unit_price_cents),
        discountedUnitPriceSet: bag(line.unit_price_cents),
      })),
  }
}
