import type { z } from 'zod'
import { micros } from '#domain/money.ts'
import { type Api, change_stream, type PagedRequest } from '#engine/connector.ts'
import {
  type Checkout,
  checkout_line,
  checkouts_answer,
  type Order,
  order_line,
  orders_answer,
  type Product,
  products_answer,
  rest_answer,
  type Visit,
  variant,
} from './answers.ts'
import {
  checkouts_document,
  orders_document,
  products_document,
  rest_of_checkout_lines,
  rest_of_order_lines,
  rest_of_variants,
} from './documents.ts'

interface List<T> {
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  nodes: T[]
}
type Money = { shopMoney: { amount: string; currencyCode: string } }

const path = '/graphql.json'
const amount = (money: Money | null) => (money ? micros(money.shopMoney.amount) : 0n)
/** 'gid://shopify/Order/450789469' is 450789469 everywhere else in the shop. */
const id_of = (gid: string) => gid.slice(gid.lastIndexOf('/') + 1)

/** A request for the pages of one list: the same document, with the cursor of the page before. */
function paged<Body, Item>(
  query: string,
  variables: Record<string, string | undefined>,
  schema: z.ZodType<Body>,
  list: (body: Body) => List<Item>,
): PagedRequest<Body, Item> {
  return {
    path,
    body: { query, variables },
    schema,
    records: (body) => list(body).nodes,
    next: (body) => {
      const { hasNextPage, endCursor } = list(body).pageInfo
      return hasNextPage ? { body: { query, variables: { ...variables, after: endCursor } } } : null
    },
  }
}

/** An answer contains only the first page of a nested list. Reads the other pages. */
async function complete<Node>(api: Api, id: string, list: List<Node>, document: string, node: z.ZodType<Node>) {
  if (!list.pageInfo.hasNextPage) return
  const variables = { id, after: list.pageInfo.endCursor ?? undefined }
  const request = paged(document, variables, rest_answer(node), (body) => body.data.node.list as List<Node>)
  for await (const more of api.pages(request)) list.nodes.push(...more)
}

// ---- orders ------------------------------------------------------------------------------------------------------------

// Every order the token may see: 60 days with read_orders, all with read_all_orders (shopify.dev, access scopes, read 2026-11).
export const orders = change_stream({
  into: ['store_orders', 'store_order_lines', 'store_refunds'],
  replaces: ['store_order_lines', 'store_refunds'],
  every: '15m',
  since: {
    history_source: 'https://shopify.dev/docs/api/usage/access-scopes (read 2026-11)',
    overlap_minutes: 10,
    changed_at: (order: Order) => order.updatedAt,
  },
  async *read({ api, since }) {
    const variables = { query: since ? `updated_at:>='${since}'` : undefined }
    for await (const page of api.pages(paged(orders_document, variables, orders_answer, (body) => body.data.orders))) {
      for (const order of page) await complete(api, order.id, order.lineItems, rest_of_order_lines, order_line)
      yield page
    }
  },
  rows: (order) => {
    const order_id = id_of(order.id)
    const currency = order.totalPriceSet.shopMoney.currencyCode
    const { firstVisit, lastVisit } = order.customerJourneySummary ?? {}
    const utm = lastVisit?.utmParameters
    return {
      store_orders: {
        order_id,
        order_number: order.name,
        // An imported order has its original time here.
        ordered_at: order.processedAt,
        changed_at: order.updatedAt,
        cancelled_at: order.cancelledAt,
        financial_status: order.displayFinancialStatus?.toLowerCase() ?? null,
        fulfillment_status: order.displayFulfillmentStatus.toLowerCase(),
        is_voided: order.cancelledAt !== null || order.displayFinancialStatus === 'VOIDED',
        is_test: order.test,
        currency,
        total_micros: amount(order.totalPriceSet),
        subtotal_micros: amount(order.subtotalPriceSet),
        shipping_micros: amount(order.totalShippingPriceSet),
        tax_micros: amount(order.totalTaxSet),
        discount_micros: amount(order.totalDiscountsSet),
        customer_id: order.customer && id_of(order.customer.id),
        customer_orders_count: order.customer && BigInt(order.customer.numberOfOrders),
        channel: order.sourceName,
        utm_source: utm?.source ?? null,
        utm_medium: utm?.medium ?? null,
        utm_campaign: utm?.campaign ?? null,
        utm_content: utm?.content ?? null,
        utm_term: utm?.term ?? null,
        landing_page: lastVisit?.landingPage ?? null,
        referrer: lastVisit?.referrerUrl ?? null,
        journey: journey(firstVisit ?? null, lastVisit ?? null),
      },
      store_order_lines: order.lineItems.nodes.map((line) => {
        const gross = amount(line.originalUnitPriceSet) * BigInt(line.quantity)
        const discount_micros = line.discountAllocations.reduce(
          (sum, part) => sum + amount(part.allocatedAmountSet),
          0n,
        )
        return {
          order_id,
          line_id: id_of(line.id),
          product_id: line.product && id_of(line.product.id),
          variant_id: line.variant && id_of(line.variant.id),
          sku: line.sku,
          title: line.title,
          quantity: BigInt(line.quantity),
          unit_price_micros: amount(line.originalUnitPriceSet),
          discount_micros,
          total_micros: gross - discount_micros,
          currency,
        }
      }),
      store_refunds: order.refunds.map((refund) => ({
        order_id,
        refund_id: id_of(refund.id),
        refunded_at: refund.processedAt,
        currency,
        amount_micros: amount(refund.totalRefundedSet),
      })),
    }
  },
})

/** Visits, oldest first. For an order after a single visit, the first and the last visit are the same. */
function journey(first: Visit | null, last: Visit | null) {
  const visits = first && last && first.id === last.id ? [first] : [first, last]
  return visits
    .filter((visit) => visit !== null)
    .map(({ occurredAt, source, landingPage, referrerUrl, utmParameters }) => ({
      at: occurredAt,
      source: utmParameters?.source ?? source,
      medium: utmParameters?.medium ?? null,
      campaign: utmParameters?.campaign ?? null,
      landing_page: landingPage,
      referrer: referrerUrl,
    }))
}

// ---- products ----------------------------------------------------------------------------------------------------------

// Shopify counts a change of stock as a change of the product (Product.updatedAt in the schema 2026-07, read 2026-11).
export const products = change_stream({
  into: ['store_products', 'store_variants'],
  replaces: ['store_variants'],
  every: '1h',
  since: {
    history_source: 'https://shopify.dev/docs/api/usage/access-scopes (read 2026-11)',
    overlap_minutes: 10,
    changed_at: (product: Product & { currency: string }) => product.updatedAt,
  },
  async *read({ api, since }) {
    const variables = { query: since ? `updated_at:>='${since}'` : undefined }
    const request = paged(products_document, variables, products_answer, ({ data }) => ({
      pageInfo: data.products.pageInfo,
      nodes: data.products.nodes.map((product) => ({ ...product, currency: data.shop.currencyCode })),
    }))
    for await (const page of api.pages(request)) {
      for (const product of page) await complete(api, product.id, product.variants, rest_of_variants, variant)
      yield page
    }
  },
  rows: (product) => {
    const product_id = id_of(product.id)
    return {
      store_products: {
        product_id,
        title: product.title,
        status: product.status.toLowerCase(),
        vendor: product.vendor || null,
        product_type: product.productType || null,
        tags: product.tags,
        url: product.onlineStoreUrl,
        image_url: product.featuredMedia?.preview?.image?.url ?? null,
        description: product.description || null,
        created_at: product.createdAt,
        changed_at: product.updatedAt,
      },
      store_variants: product.variants.nodes.map((one) => ({
        product_id,
        variant_id: id_of(one.id),
        sku: one.sku,
        title: one.title,
        currency: product.currency,
        price_micros: micros(one.price),
        compare_at_price_micros: one.compareAtPrice === null ? null : micros(one.compareAtPrice),
        stock: one.inventoryItem.tracked && one.inventoryQuantity !== null ? BigInt(one.inventoryQuantity) : null,
      })),
    }
  },
})

// ---- checkouts ---------------------------------------------------------------------------------------------------------

/** Customers complete an abandoned cart within days. So the carts of the last month are read again. */
const RECOVERY_MINUTES = 30 * 24 * 60

export const checkouts = change_stream({
  into: ['checkouts'],
  every: '1h',
  since: {
    history_source: 'https://shopify.dev/docs/api/usage/access-scopes (read 2026-11)',
    history_days: 90,
    overlap_minutes: RECOVERY_MINUTES,
    changed_at: (checkout: Checkout) => checkout.createdAt,
  },
  async *read({ api, since }) {
    const variables = { query: since ? `created_at:>='${since}'` : undefined }
    const request = paged(checkouts_document, variables, checkouts_answer, (body) => body.data.abandonedCheckouts)
    for await (const page of api.pages(request)) {
      for (const one of page) await complete(api, one.id, one.lineItems, rest_of_checkout_lines, checkout_line)
      yield page
    }
  },
  rows: (checkout) => ({
    checkouts: {
      checkout_id: id_of(checkout.id),
      token: /\/checkouts\/(?:\w{2}\/)?(\w{16,})/.exec(checkout.abandonedCheckoutUrl)?.[1] ?? null,
      started_at: checkout.createdAt,
      changed_at: checkout.updatedAt,
      completed_at: checkout.completedAt,
      email: checkout.customer?.defaultEmailAddress?.emailAddress ?? null,
      customer_name: checkout.customer?.displayName ?? null,
      phone: checkout.customer?.defaultPhoneNumber?.phoneNumber ?? null,
      currency: checkout.totalPriceSet.shopMoney.currencyCode,
      total_micros: amount(checkout.totalPriceSet),
      recovery_url: checkout.abandonedCheckoutUrl,
      lines: checkout.lineItems.nodes.map((line) => ({
        title: line.title,
        quantity: line.quantity,
        price: Number(amount(line.discountedUnitPriceSet)),
      })),
    },
  }),
})
