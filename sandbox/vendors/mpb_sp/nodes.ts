// Orders, listings and financial events as Amazon writes them (models of the Selling Partner API, read 2026-11).
import { gzipSync } from 'node:zlib'
import type { Instant, Listing } from '../../world/types.ts'
import type { Booked, Marketplace, Sold, SoldLine } from './sales.ts'

export const time = (at: Instant): string => `${new Date(at).toISOString().slice(0, 19)}Z`
/** Orders have milliseconds, which reports leave out (amzn/selling-partner-api-samples, orders-api-migration-data.json, 2026-08). */
const precise = (at: Instant): string => new Date(at).toISOString()
const decimal = (cents: number) => (cents / 100).toFixed(2)

function breakdowns(lines: SoldLine[], currencyCode: string) {
  const sum = (of: (line: SoldLine) => number) => lines.reduce((all, line) => all + of(line), 0)
  const parts: [string, number][] = [
    ['ITEM', sum(({ price_cents }) => price_cents)],
    ['SHIPPING', sum(({ shipping_cents }) => shipping_cents)],
    ['TAX', sum(({ tax_cents }) => tax_cents)],
    ['DISCOUNT', sum(({ discount_cents }) => -discount_cents)],
  ]
  return parts
    .filter(([type, cents]) => type === 'ITEM' || cents !== 0)
    .map(([type, cents]) => ({ type, subtotal: { amount: decimal(cents), currencyCode } }))
}

const total = (lines: SoldLine[]) =>
  lines.reduce((all, one) => all + one.price_cents + one.shipping_cents + one.tax_cents - one.discount_cents, 0)

/** `included`: the data sets that the request names. */
export function order_node(sold: Sold, place: Marketplace, included: readonly string[]) {
  const { currency: currencyCode } = place.market.plan
  const has = (name: string) => included.includes(name)
  const has_money = has('PROCEEDS') && sold.has_price
  // Neither the proceeds nor their parts are required (ItemProceeds of the model 2026-01-01).
  const no_money = has('PROCEEDS') && sold.lines.length > 1 ? { proceeds: { breakdowns: [] } } : {}
  const item_node = (line: SoldLine) => ({
    orderItemId: `${sold.basket.id}${line.at}`,
    quantityOrdered: line.line.quantity,
    product: {
      asin: line.line.listing.id,
      title: line.line.listing.title,
      sellerSku: line.line.listing.sku,
      ...(sold.has_price && { price: { unitPrice: { amount: decimal(line.line.price_cents), currencyCode } } }),
    },
    ...(has_money
      ? {
          proceeds: {
            proceedsTotal: { amount: decimal(total([line])), currencyCode },
            breakdowns: breakdowns([line], currencyCode),
          },
        }
      : no_money),
    ...(has('CANCELLATION') && line.is_cancelled
      ? { cancellation: { cancellationExecution: { cancelledBy: 'BUYER', cancelReason: 'Changed mind' } } }
      : {}),
    ...(has('FULFILLMENT')
      ? {
          fulfillment: { quantityFulfilled: sold.shipped_at === null ? 0 : line.line.quantity, quantityUnfulfilled: 0 },
        }
      : {}),
  })
  return {
    orderId: sold.id,
    createdTime: precise(sold.created_at),
    lastUpdatedTime: precise(sold.updated_at),
    salesChannel: sold.is_other_shop
      ? { channelName: 'NON_AMAZON', marketplaceId: place.id }
      : { channelName: 'AMAZON', marketplaceId: place.id, marketplaceName: place.name },
    ...(sold.is_replacement
      ? { associatedOrders: [{ orderId: `${sold.id.slice(0, -3)}999`, associationType: 'REPLACEMENT_ORIGINAL_ID' }] }
      : {}),
    ...(has_money
      ? {
          proceeds: {
            grandTotal: { amount: decimal(total(sold.lines)), currencyCode },
            breakdowns: breakdowns(sold.lines, currencyCode),
          },
        }
      : {}),
    ...(has('FULFILLMENT') && { fulfillment: { fulfillmentStatus: sold.status, fulfilledBy: 'AMAZON' } }),
    orderItems: sold.lines.map(item_node),
  }
}

// The columns of GET_FLAT_FILE_ALL_ORDERS_DATA_BY_LAST_UPDATE_GENERAL (page "Order Tracking reports attributes", read 2026-11).
const statuses = { PENDING: 'Pending', UNSHIPPED: 'Unshipped', SHIPPED: 'Shipped', CANCELLED: 'Cancelled' }
/** All items were sent, and Amazon waits for the seller's invoice (OrderStatus of the Orders API v0, 2026-08). */
const status_of = ({ status, basket }: Sold) =>
  status === 'SHIPPED' && Number(basket.id.at(-1)) % 5 === 2 ? 'InvoiceUnconfirmed' : statuses[status]

function report_line(sold: Sold, one: SoldLine, place: Marketplace): Record<string, string> {
  const amount = (cents: number) => (sold.has_price && cents !== 0 ? decimal(cents) : '')
  return {
    'amazon-order-id': sold.id,
    'merchant-order-id': '',
    'purchase-date': new Date(sold.created_at).toISOString().replace(/\.\d+Z/, '+00:00'),
    'last-updated-date': new Date(sold.updated_at).toISOString().replace(/\.\d+Z/, '+00:00'),
    'order-status': status_of(sold),
    'fulfillment-channel': 'Amazon',
    'sales-channel': sold.is_other_shop ? `Non-Amazon ${place.country}` : place.name,
    'product-name': one.line.listing.title,
    sku: one.line.listing.sku,
    asin: one.line.listing.id,
    'item-status': one.is_cancelled ? 'Cancelled' : statuses[sold.status],
    quantity: one.is_cancelled ? '0' : String(one.line.quantity),
    currency: sold.has_price ? place.market.plan.currency : '',
    'item-price': sold.has_price ? decimal(one.price_cents) : '',
    'item-tax': amount(one.tax_cents),
    'shipping-price': amount(one.shipping_cents),
    'shipping-tax': '',
    'gift-wrap-price': '',
    'gift-wrap-tax': '',
    'item-promotion-discount': amount(one.discount_cents),
    'ship-promotion-discount': '',
    'is-business-order': 'false',
  }
}

/** A file of lines with tabs, packed. */
export function report_file(all: readonly { sold: Sold; place: Marketplace }[]): Buffer {
  const lines = all.flatMap(({ sold, place }) => sold.lines.map((one) => report_line(sold, one, place)))
  const columns = Object.keys(lines[0]!)
  const text = [columns, ...lines.map((line) => columns.map((name) => line[name]))]
  return gzipSync(text.map((fields) => fields.join('\t')).join('\n'))
}

export function listing_node(listing: Listing, place: Marketplace, included: readonly string[]) {
  const { id: marketplaceId, market } = place
  const is_open = listing.status === 'active' || listing.status === 'paused'
  const status =
    listing.status === 'active' ? ['BUYABLE', 'DISCOVERABLE'] : listing.status === 'paused' ? ['DISCOVERABLE'] : []
  // Stock that Amazon holds comes without a quantity.
  const stock =
    listing.at % 3 === 0
      ? { fulfillmentChannelCode: 'AMAZON_NA' }
      : { fulfillmentChannelCode: 'DEFAULT', quantity: listing.stock }
  const price = { amount: decimal(listing.price_cents), currencyCode: market.plan.currency }
  const parts = {
    summaries: [
      {
        marketplaceId,
        asin: listing.id,
        productType: 'HOME',
        conditionType: 'new_new',
        status,
        itemName: listing.title,
        createdDate: time(listing.created_at),
        lastUpdatedDate: time(listing.updated_at),
        mainImage: { link: `https://m.media-amazon.com/images/I/${listing.at}.jpg`, height: 500, width: 500 },
      },
    ],
    offers: is_open ? [{ marketplaceId, offerType: 'B2C', price }] : [],
    fulfillmentAvailability: [stock],
  }
  return {
    sku: listing.sku,
    ...Object.fromEntries(Object.entries(parts).filter(([name]) => included.includes(name))),
  }
}

/** What the seller loses is negative. */
export function event_node({ kind, at, sold, lines }: Booked, place: Marketplace) {
  const CurrencyCode = place.market.plan.currency
  const money = (cents: number) => ({ CurrencyCode, CurrencyAmount: cents / 100 })
  const item = ({ sold: line, given_back_cents, fee_cents }: Booked['lines'][number]) => {
    const common = { SellerSKU: line.line.listing.sku, QuantityShipped: line.line.quantity }
    const fee = [{ FeeType: 'Commission', FeeAmount: money(-fee_cents) }]
    if (kind === 'shipment') return { ...common, OrderItemId: `${sold.basket.id}${line.at}`, ItemFeeList: fee }
    const tax = Math.round(given_back_cents * place.tax)
    return {
      ...common,
      OrderAdjustmentItemId: `9${sold.basket.id}${line.at}`,
      ItemChargeAdjustmentList: [
        { ChargeType: 'Principal', ChargeAmount: money(-given_back_cents) },
        { ChargeType: 'Tax', ChargeAmount: money(-tax) },
      ],
      ItemFeeAdjustmentList: fee,
    }
  }
  return {
    AmazonOrderId: sold.id,
    MarketplaceName: place.name,
    PostedDate: time(at),
    [kind === 'shipment' ? 'ShipmentItemList' : 'ShipmentItemAdjustmentList']: lines.map(item),
  }
}
