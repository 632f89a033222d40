// Schemas of Amazon's answers, with the fields that the connector reads (models of the Selling Partner API, 2026-08, read 2026-11).
import { z } from 'zod'

const money = z.object({ amount: z.string(), currencyCode: z.string() })
const breakdown = z.object({ type: z.string(), subtotal: money })

const participation = z.object({
  marketplace: z.object({
    id: z.string(),
    name: z.string(),
    defaultCurrencyCode: z.string(),
    countryCode: z.string(),
    domainName: z.string(),
  }),
  participation: z.object({ isParticipating: z.boolean(), hasSuspendedListings: z.boolean() }),
  storeName: z.string(),
})
export type Participation = z.infer<typeof participation>
export const participations_answer = z.object({ payload: z.array(participation) })

const order_item = z.object({
  quantityOrdered: z.number(),
  product: z.object({ asin: z.string().optional(), title: z.string().optional(), sellerSku: z.string().optional() }),
  proceeds: z.object({ breakdowns: z.array(breakdown).optional() }).optional(),
  cancellation: z.object({ cancellationExecution: z.object({}).optional() }).optional(),
})
const order = z.object({
  orderId: z.string(),
  createdTime: z.string(),
  lastUpdatedTime: z.string(),
  salesChannel: z.object({ channelName: z.string() }),
  associatedOrders: z.array(z.object({ associationType: z.string().optional() })).optional(),
  fulfillment: z.object({ fulfillmentStatus: z.string() }).optional(),
  orderItems: z.array(order_item),
})
export type Order = z.infer<typeof order>
export const orders_answer = z.object({
  orders: z.array(order),
  pagination: z.object({ nextToken: z.string().optional() }).optional(),
})

export const order_metrics_answer = z.object({
  payload: z.array(z.object({ interval: z.string(), orderCount: z.int() })).optional(),
})

export const created_report_answer = z.object({ reportId: z.string() })
export const report_answer = z.object({
  processingStatus: z.string(),
  reportDocumentId: z.string().optional(),
})
export const document_answer = z.object({ url: z.string(), compressionAlgorithm: z.string().optional() })

const listing = z.object({
  sku: z.string(),
  summaries: z
    .array(
      z.object({
        marketplaceId: z.string(),
        asin: z.string().optional(),
        productType: z.string(),
        status: z.array(z.string()),
        itemName: z.string().optional(),
        createdDate: z.string(),
        lastUpdatedDate: z.string(),
        mainImage: z.object({ link: z.string() }).optional(),
      }),
    )
    .optional(),
  offers: z.array(z.object({ marketplaceId: z.string(), offerType: z.string(), price: money })).optional(),
  fulfillmentAvailability: z.array(z.object({ quantity: z.number().optional() })).optional(),
})
export type Listing = z.infer<typeof listing>
export const listings_answer = z.object({
  numberOfResults: z.number(),
  pagination: z.object({ nextToken: z.string().optional() }).optional(),
  items: z.array(listing),
})

// Version 0 of the Finances API writes names with capitals, and amounts as numbers.
const amount = z.object({ CurrencyCode: z.string(), CurrencyAmount: z.union([z.number(), z.string()]) })
const charges = z.array(z.object({ ChargeType: z.string(), ChargeAmount: amount })).optional()
const fees = z.array(z.object({ FeeType: z.string(), FeeAmount: amount })).optional()
const promotions = z.array(z.object({ PromotionAmount: amount })).optional()
const event_item = z.object({
  OrderItemId: z.string().optional(),
  OrderAdjustmentItemId: z.string().optional(),
  ItemChargeAdjustmentList: charges,
  ItemFeeList: fees,
  ItemFeeAdjustmentList: fees,
  PromotionAdjustmentList: promotions,
})
// Amounts of a whole shipment or order, such as those of orders of other channels that Amazon ships.
const of_whole = z.array(z.unknown()).optional()
const event = z.object({
  AmazonOrderId: z.string().optional(),
  MarketplaceName: z.string().optional(),
  PostedDate: z.string(),
  ShipmentItemList: z.array(event_item).optional(),
  ShipmentItemAdjustmentList: z.array(event_item).optional(),
  OrderChargeList: of_whole,
  OrderChargeAdjustmentList: of_whole,
  ShipmentFeeList: of_whole,
  ShipmentFeeAdjustmentList: of_whole,
  OrderFeeList: of_whole,
  OrderFeeAdjustmentList: of_whole,
  DirectPaymentList: of_whole,
})
export type FinancialEvent = z.infer<typeof event>
export const events_answer = z.object({
  payload: z.object({
    NextToken: z.string().nullish(),
    // Each answer has it, with empty lists where there are no events (amzn/selling-partner-api-models, issue 964, read 2026-11).
    FinancialEvents: z.object({
      ShipmentEventList: z.array(event).optional(),
      ShipmentSettleEventList: z.array(event).optional(),
      RefundEventList: z.array(event).optional(),
      GuaranteeClaimEventList: z.array(event).optional(),
      ChargebackEventList: z.array(event).optional(),
    }),
  }),
})

/** An error, also in an answer with status 200. */
export const error_answer = z
  .object({
    errors: z
      .array(z.object({ code: z.string(), message: z.string().default(''), details: z.string().nullish() }))
      .min(1),
  })
  .transform(({ errors: [first] }) => ({
    code: first!.code,
    message: [first!.message, first!.details].filter(Boolean).join(' '),
  }))

/** The file of GET_SALES_AND_TRAFFIC_REPORT (schema of the report, 2026-08). */
export const traffic = z.object({
  salesAndTrafficByAsin: z.array(
    z.object({ sku: z.string().optional(), trafficByAsin: z.object({ sessions: z.number() }) }),
  ),
})
