import { micros } from '#domain/money.ts'
import type { Account, Api, RowContext } from '#engine/connector.ts'
import { imported_from, known_states, order_stream, type SaleState, state_of, sum } from '../shops.ts'
import {
  type Order,
  order_line,
  orders_answer,
  orders_by_id_answer,
  orders_count_answer,
  type Visit,
} from './answers.ts'
import { order_ids, orders_by_id, orders_count, orders_document, rest_of_order_lines } from './documents.ts'
import { amount, complete, created, deleted_ids, every_id, gid_of, id_of, paged, path } from './lists.ts'

/** Days of orders that an app sees without the scope read_all_orders. */
const DAYS_WITHOUT_SCOPE = 60
/** Visits are usually assigned within hours. Visits of an older order are no longer expected. */
const JOURNEY_DAYS = 7

/** OrderDisplayFinancialStatus of the schema 2026-07 (read 2026-11). Unpaid orders are sales, as in Shopify's own reports. */
const states: Record<string, SaleState> = {
  authorized: 'sold',
  expired: 'sold',
  paid: 'sold',
  partially_paid: 'sold',
  partially_refunded: 'sold',
  pending: 'sold',
  refunded: 'sold',
  voided: 'void',
}

const readable_days = ({ extra }: Account) =>
  extra?.scopes?.split(',').includes('read_all_orders') ? undefined : DAYS_WITHOUT_SCOPE

async function* pages(api: Api, variables: { query?: string; sortKey: 'UPDATED_AT' | 'CREATED_AT'; reverse: boolean }) {
  for await (const page of api.pages(paged(orders_document, variables, orders_answer, (body) => body.data.orders))) {
    for (const order of page) await complete(api, order.id, order.lineItems, rest_of_order_lines, order_line)
    yield page
  }
}

export const orders = order_stream({
  since: {
    rows_by: ['imported_channels'],
    history_source:
      'https://shopify.dev/docs/api/usage/access-scopes: all orders with read_all_orders, else those of 60 days (read 2026-11)',
    readable_days,
    changed_at: (order: Order) => order.updatedAt,
  },
  states: known_states(states, { column: 'financial_status' }),
  read: ({ api, since }) =>
    pages(api, { query: since ? `updated_at:>='${since}'` : undefined, sortKey: 'UPDATED_AT', reverse: false }),
  read_created: ({ api, ...range }) => pages(api, { query: created(range), sortKey: 'CREATED_AT', reverse: true }),
  recheck: {
    async read({ api, ids }) {
      const variables = { ids: ids.map((id) => gid_of('Order', id)) }
      const { data } = await api.call({ path, body: { query: orders_by_id, variables }, schema: orders_by_id_answer })
      for (const order of data.nodes)
        if (order) await complete(api, order.id, order.lineItems, rest_of_order_lines, order_line)
      return data.nodes
    },
    // Assigning the visits does not change Order.updatedAt (CustomerJourneySummary.ready of the schema 2026-07, read 2026-11).
    unfinished: {
      every: '1h',
      where: [
        { column: 'is_journey_ready', values: ['false'], days: JOURNEY_DAYS },
        // Only an unknown financial status makes an order pending, and the order need not change when the word is a known one again.
        { column: 'is_pending', values: ['true'], days: DAYS_WITHOUT_SCOPE },
      ],
    },
    deleted: ({ api, since }) => deleted_ids(api, 'ORDER', since),
    existing: { every: '1d', read: ({ api }) => every_id(api, order_ids) },
  },
  async count({ api, from, before }) {
    const variables = { query: `processed_at:>='${from}' AND processed_at:<'${before}'` }
    const { data } = await api.call({ path, body: { query: orders_count, variables }, schema: orders_count_answer })
    return data.ordersCount?.precision === 'EXACT' ? data.ordersCount.count : undefined
  },
  rows: (order, context) => {
    const order_id = id_of(order.id)
    const financial_status = order.displayFinancialStatus?.toLowerCase() ?? null
    const { is_pending } = state_of(states, financial_status ?? '', context)
    const sale = sale_of(order, context)
    const { currencyCode: currency } = order.totalPriceSet.shopMoney
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
        financial_status,
        fulfillment_status: order.displayFulfillmentStatus.toLowerCase(),
        is_voided: is_voided(order),
        is_pending: is_pending && !is_voided(order),
        is_test: order.test,
        is_edited: order.edited,
        currency,
        ...sale,
        customer_id: order.customer && id_of(order.customer.id),
        customer_orders_count: order.customer && BigInt(order.customer.numberOfOrders),
        checkout_token: order.checkoutToken ?? null,
        channel: order.sourceName,
        imported_from: imported_from(order.sourceName, context),
        utm_source: utm?.source ?? null,
        utm_medium: utm?.medium ?? null,
        utm_campaign: utm?.campaign ?? null,
        utm_content: utm?.content ?? null,
        utm_term: utm?.term ?? null,
        landing_page: lastVisit?.landingPage ?? null,
        referrer: lastVisit?.referrerUrl ?? null,
        journey: journey(firstVisit ?? null, lastVisit ?? null),
        is_journey_ready: order.customerJourneySummary?.ready ?? null,
      },
      store_order_lines: goods_of(order).map((line) => line_of(line, order)),
      // A return without money, and a line that an edit removed, are refunds of nothing.
      store_refunds: order.refunds
        .filter(({ totalRefundedSet }) => amount(totalRefundedSet) !== 0n)
        .map((refund) => ({
          order_id,
          refund_id: id_of(refund.id),
          refunded_at: refund.processedAt,
          currency,
          amount_micros: amount(refund.totalRefundedSet),
        })),
    }
  },
})

/**
 * Who buys a gift card gives money for a later order, which is the sale. Shopify's own reports leave gift cards out (Shopify staff in
 * community.shopify.com, "Gift Card sales", topic 2272648; help.metorik.com/article/190, read 2026-11). Both orders would count the same money.
 */
const goods_of = ({ lineItems: { nodes } }: Order) => nodes.filter(({ isGiftCard }) => !isGiftCard)

const is_voided = ({ cancelledAt, displayFinancialStatus }: Order) =>
  cancelledAt !== null || displayFinancialStatus === 'VOIDED'

function line_of(line: Line, order: Order) {
  const quantity = BigInt(is_voided(order) ? line.quantity : line.currentQuantity)
  const unit_price_micros = amount(line.originalUnitPriceSet)
  const of_remaining = (sum: bigint) => part(sum, quantity, BigInt(line.quantity))
  const discount_micros = of_remaining(discount_of(line))
  const tax_micros = order.taxesIncluded ? sum(line.taxLines, ({ priceSet }) => amount(priceSet)) : 0n
  return {
    order_id: id_of(order.id),
    line_id: id_of(line.id),
    product_id: line.product && id_of(line.product.id),
    variant_id: line.variant && id_of(line.variant.id),
    sku: line.sku,
    title: line.title,
    quantity,
    unit_price_micros,
    discount_micros,
    total_micros: unit_price_micros * quantity - discount_micros,
    included_tax_micros: of_remaining(tax_micros),
    currency: order.totalPriceSet.shopMoney.currencyCode,
  }
}

/** Gift cards that the buyer keeps. The money for a returned one is in the total, because its refund is a row. */
function cards_of(order: Order) {
  if (is_voided(order)) return { total_micros: 0n, discount_micros: 0n }
  const cards = order.lineItems.nodes.filter(({ isGiftCard }) => isGiftCard).map((line) => line_of(line, order))
  return {
    total_micros: sum(cards, ({ total_micros }) => total_micros),
    discount_micros: sum(cards, ({ discount_micros }) => discount_micros),
  }
}

/**
 * The amounts of the sale, so that the total less the stored refunds is what remains:
 * - nothing was given back: the current amounts, which edits and returns have lowered or raised;
 * - money was given back: received and outstanding, because that money has its own row. The current total already lacks the returned
 *   goods, and would count them twice. It keeps an amount that was given back while the goods stayed, and would not count it at all;
 * - voided: the amounts as placed, because the current ones are zero and no figure counts the order.
 * The price of gift cards is in none of them.
 */
function sale_of(order: Order, { unreadable }: Pick<RowContext, 'unreadable'>) {
  const has_refunds = order.refunds.some(({ totalRefundedSet }) => amount(totalRefundedSet) !== 0n)
  const is_as_placed = is_voided(order) || has_refunds
  const paid = (money: 'shopMoney' | 'presentmentMoney') =>
    micros(order.totalReceivedSet[money].amount) + micros(order.totalOutstandingSet[money].amount)
  const total = (money: 'shopMoney' | 'presentmentMoney') => {
    if (has_refunds && !is_voided(order)) return paid(money)
    return micros((is_as_placed ? order.totalPriceSet : order.currentTotalPriceSet)[money].amount)
  }
  const subtotal = is_as_placed ? order.subtotalPriceSet : order.currentSubtotalPriceSet
  const tax = is_as_placed ? order.totalTaxSet : order.currentTotalTaxSet
  const discount = is_as_placed ? order.totalDiscountsSet : order.currentTotalDiscountsSet
  // Discounts of the shipping are in no line.
  if (!discount) unreadable?.('discounts of orders')
  const { nodes: lines } = order.lineItems
  const cards = cards_of(order)
  const of_lines = sum(lines, price_of) - sum(lines, discount_of)
  return {
    total_micros: total('shopMoney') - cards.total_micros,
    subtotal_micros: (subtotal ? amount(subtotal) : of_lines) - cards.total_micros,
    shipping_micros: amount(is_as_placed ? order.totalShippingPriceSet : order.currentShippingPriceSet),
    tax_micros: tax && amount(tax),
    discount_micros: (discount ? amount(discount) : sum(lines, discount_of)) - cards.discount_micros,
    customer_currency: order.totalPriceSet.presentmentMoney.currencyCode,
    customer_total_micros: total('presentmentMoney'),
  }
}

type Line = Order['lineItems']['nodes'][number]
const price_of = ({ originalUnitPriceSet, quantity }: Line) => amount(originalUnitPriceSet) * BigInt(quantity)
const discount_of = ({ discountAllocations }: Line) =>
  sum(discountAllocations, ({ allocatedAmountSet }) => amount(allocatedAmountSet))

/** The part of a line's discounts or taxes that belongs to the remaining units. The shop's amounts also hold those of removed units. */
const part = (all: bigint, remaining: bigint, ordered: bigint) =>
  remaining === ordered ? all : (all * remaining) / ordered

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
