// The store's data in the shapes of the Admin schema. Lists are functions, which run only where a query requests them.
import { recovery_url } from '../../world/recovery.ts'
import type {
  Checkout,
  Customer,
  Instant,
  Order,
  OrderLine,
  Product,
  Refund,
  Shop,
  Variant,
  Visit,
  World,
} from '../../world/types.ts'
import { list, nested, type Page, type Search } from './listing.ts'

const gid = (type: string, id: string) => `gid://shopify/${type}/${id}`
const time = (at: Instant) => `${new Date(at).toISOString().slice(0, 19)}Z`
const maybe_time = (at: Instant | null) => (at === null ? null : time(at))

/** 5723 is '57.23', 10200 is '102.0': the vendor's Decimal has at least one decimal. */
function decimal(cents: number): string {
  const text = `${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
  return (cents < 0 ? '-' : '') + (text.endsWith('0') ? text.slice(0, -1) : text)
}
/** The Money scalar of prices has two decimals. */
const price = (cents: number) => (cents / 100).toFixed(2)

type Bag = (cents: number) => unknown

function bag_of(currency: string, presentment: { currency: string; rate: number }): Bag {
  return (cents) => ({
    shopMoney: { amount: decimal(cents), currencyCode: currency },
    presentmentMoney: { amount: decimal(Math.round(cents * presentment.rate)), currencyCode: presentment.currency },
  })
}

/** Resolvers of the schema's root fields. */
export function answers({ store }: World) {
  const { shop } = store
  const find = <T extends { id: string }>(records: T[], type: string, id: string) =>
    id.startsWith(gid(type, '')) ? records.find((record) => gid(type, record.id) === id) : undefined
  const order_of = (id: string) => shown(find(store.orders(), 'Order', id), (order) => read_order(order, shop))
  const product_of = (id: string) =>
    shown(find(store.products(), 'Product', id), (product) => read_product(product, shop))
  const checkout_of = (id: string) =>
    shown(find(store.checkouts(), 'AbandonedCheckout', id), (checkout) => read_checkout(checkout, shop))

  return {
    shop: () => ({
      id: gid('Shop', shop.id),
      name: shop.name,
      email: shop.email,
      myshopifyDomain: shop.domain,
      url: `https://${shop.domain}`,
      currencyCode: shop.currency,
      ianaTimezone: shop.time_zone,
    }),
    node: ({ id }: { id: string }) => order_of(id) ?? product_of(id) ?? checkout_of(id),
    order: ({ id }: { id: string }) => order_of(id),
    product: ({ id }: { id: string }) => product_of(id),
    orders: (search: Search) =>
      mapped(list(store.orders(), search, order_fields, shop.time_zone), (order) => read_order(order, shop)),
    products: (search: Search) =>
      mapped(list(store.products(), search, dated_fields, shop.time_zone), (product) => read_product(product, shop)),
    abandonedCheckouts: (search: Search) =>
      mapped(list(store.checkouts(), search, dated_fields, shop.time_zone), (checkout) =>
        read_checkout(checkout, shop),
      ),
  }
}

const shown = <T, R>(record: T | undefined, read: (record: T) => R): R | null =>
  record === undefined ? null : read(record)

function mapped<T, R>(page: ReturnType<typeof nested<T>>, read: (record: T) => R) {
  const nodes = page.nodes.map(read)
  return { ...page, nodes, edges: page.edges.map((edge, at) => ({ cursor: edge.cursor, node: nodes[at] })) }
}

const dated_fields = ({ id, created_at, updated_at }: { id: string; created_at: Instant; updated_at: Instant }) => ({
  id,
  times: { created_at, updated_at },
})
const order_fields = ({ id, created_at, updated_at }: Order) => ({
  id,
  times: { created_at, updated_at, processed_at: created_at },
})

function read_order(order: Order, shop: Shop) {
  const bag = bag_of(order.currency, order.presentment)
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
    tags: order.tags,
    discountCodes: order.discount_codes,
    currencyCode: order.currency,
    presentmentCurrencyCode: order.presentment.currency,
    paymentGatewayNames: [order.gateway],
    totalPriceSet: bag(order.total_cents),
    subtotalPriceSet: bag(order.subtotal_cents - order.discount_cents),
    totalShippingPriceSet: bag(order.shipping_cents),
    totalTaxSet: bag(order.tax_cents),
    totalDiscountsSet: bag(order.discount_cents),
    totalRefundedSet: bag(order.refunds.reduce((sum, refund) => sum + refund.amount_cents, 0)),
    customer: order.customer && read_customer(order.customer, shop),
    customerJourneySummary: order.journey && {
      customerOrderIndex: null,
      daysToConversion: order.journey.days_to_conversion,
      firstVisit: order.journey.first_visit && read_visit(order.journey.first_visit, order.id),
      lastVisit: order.journey.last_visit && read_visit(order.journey.last_visit, order.id),
      momentsCount: { count: order.journey.visits, precision: 'EXACT' },
      ready: true,
    },
    lineItems: (page: Page) => mapped(nested(order.lines, page), (line) => read_line(line, bag)),
    refunds: ({ first }: { first?: number | null }) =>
      order.refunds.slice(0, first ?? undefined).map((refund) => read_refund(refund, bag)),
  }
}

function read_line(line: OrderLine, bag: Bag) {
  return {
    id: gid('LineItem', line.id),
    title: line.title,
    variantTitle: line.variant_title,
    sku: line.sku,
    quantity: line.quantity,
    product: line.product_id && { id: gid('Product', line.product_id), legacyResourceId: line.product_id },
    variant: line.variant_id && { id: gid('ProductVariant', line.variant_id), legacyResourceId: line.variant_id },
    originalUnitPriceSet: bag(line.unit_price_cents),
    originalTotalSet: bag(line.unit_price_cents * line.quantity),
    discountAllocations: line.discount_cents ? [{ allocatedAmountSet: bag(line.discount_cents) }] : [],
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

function read_product(product: Product, shop: Shop) {
  const { variants } = product
  return {
    __typename: 'Product',
    id: gid('Product', product.id),
    legacyResourceId: product.id,
    title: product.title,
    handle: product.handle,
    vendor: product.vendor,
    productType: product.type,
    status: product.status.toUpperCase(),
    tags: product.tags,
    description: product.title,
    onlineStoreUrl: product.status === 'active' ? `https://${shop.domain}/products/${product.handle}` : null,
    createdAt: time(product.created_at),
    updatedAt: time(product.updated_at),
    totalInventory: variants.reduce((sum, variant) => sum + variant.stock, 0),
    tracksInventory: variants.some((variant) => variant.stock_tracked !== false),
    featuredMedia: null,
    variants: (page: Page) =>
      mapped(nested(variants, page), (variant) => read_variant(variant, variants.indexOf(variant) + 1, product)),
  }
}

function read_variant(variant: Variant, position: number, product: Product) {
  return {
    id: gid('ProductVariant', variant.id),
    legacyResourceId: variant.id,
    title: variant.title,
    sku: variant.sku,
    position,
    price: price(variant.price_cents),
    compareAtPrice: variant.compare_at_cents === null ? null : price(variant.compare_at_cents),
    inventoryQuantity: variant.stock,
    inventoryItem: { id: gid('InventoryItem', variant.id), tracked: variant.stock_tracked !== false },
    createdAt: time(product.created_at),
    updatedAt: time(product.updated_at),
  }
}

function read_checkout(checkout: Checkout, shop: Shop) {
  const bag = bag_of(checkout.currency, { currency: checkout.currency, rate: 1 })
  return {
    __typename: 'AbandonedCheckout',
    id: gid('AbandonedCheckout', checkout.id),
    name: checkout.name,
    createdAt: time(checkout.created_at),
    updatedAt: time(checkout.updated_at),
    completedAt: maybe_time(checkout.completed_at),
    abandonedCheckoutUrl: recovery_url(shop, checkout.id),
    customer: checkout.customer && read_customer(checkout.customer, shop),
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
