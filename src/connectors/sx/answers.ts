// Schemas of the shop's answers, with the fields that the connector reads.
import { z } from 'zod'

const one_money = z.object({ amount: z.string(), currencyCode: z.string() })
const money = z.object({ shopMoney: one_money })
const both_monies = z.object({ shopMoney: one_money, presentmentMoney: one_money })
const page_info = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })
const list = <T extends z.ZodType>(node: T) => z.object({ pageInfo: page_info, nodes: z.array(node) })
const ref = z.object({ id: z.string() })

const visit = z.object({
  id: z.string(),
  occurredAt: z.string(),
  source: z.string(),
  landingPage: z.string().nullable(),
  referrerUrl: z.string().nullable(),
  utmParameters: z
    .object({
      source: z.string().nullable(),
      medium: z.string().nullable(),
      campaign: z.string().nullable(),
      content: z.string().nullable(),
      term: z.string().nullable(),
    })
    .nullable(),
})
export type Visit = z.infer<typeof visit>

export const order_line = z.object({
  id: z.string(),
  title: z.string(),
  sku: z.string().nullable(),
  isGiftCard: z.boolean().nullish(),
  quantity: z.number().int(),
  currentQuantity: z.number().int(),
  product: ref.nullable(),
  variant: ref.nullable(),
  originalUnitPriceSet: money,
  discountAllocations: z.array(z.object({ allocatedAmountSet: money })),
  taxLines: z.array(z.object({ priceSet: money })),
})

const order = z.object({
  id: z.string(),
  name: z.string(),
  processedAt: z.string(),
  updatedAt: z.string(),
  cancelledAt: z.string().nullable(),
  edited: z.boolean(),
  taxesIncluded: z.boolean(),
  test: z.boolean(),
  displayFinancialStatus: z.string().nullable(),
  displayFulfillmentStatus: z.string(),
  sourceName: z.string().nullable(),
  /** The token in the address of the abandoned checkout that became the order. */
  checkoutToken: z.string().nullish(),
  totalPriceSet: both_monies,
  currentTotalPriceSet: both_monies,
  totalReceivedSet: both_monies,
  totalOutstandingSet: both_monies,
  subtotalPriceSet: money.nullable(),
  currentSubtotalPriceSet: money,
  totalShippingPriceSet: money,
  currentShippingPriceSet: money,
  totalTaxSet: money.nullable(),
  currentTotalTaxSet: money,
  totalDiscountsSet: money.nullable(),
  currentTotalDiscountsSet: money,
  customer: z.object({ id: z.string(), numberOfOrders: z.string() }).nullable(),
  customerJourneySummary: z
    .object({ ready: z.boolean(), firstVisit: visit.nullable(), lastVisit: visit.nullable() })
    .nullable(),
  refunds: z.array(z.object({ id: z.string(), processedAt: z.string(), totalRefundedSet: money })),
  lineItems: list(order_line),
})
export type Order = z.infer<typeof order>

export const variant = z.object({
  id: z.string(),
  title: z.string(),
  sku: z.string().nullable(),
  price: z.string(),
  compareAtPrice: z.string().nullable(),
  inventoryQuantity: z.number().int().nullable(),
  /** CONTINUE: customers can buy it after it is out of stock (Admin API 2026-07, read 2026-11). */
  inventoryPolicy: z.string(),
  inventoryItem: z.object({ tracked: z.boolean() }),
})

const product = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  vendor: z.string(),
  productType: z.string(),
  tags: z.array(z.string()),
  onlineStoreUrl: z.string().nullable(),
  description: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  featuredMedia: z
    .object({ preview: z.object({ image: z.object({ url: z.string() }).nullable() }).nullable() })
    .nullable(),
  variants: list(variant),
})
export type Product = z.infer<typeof product>

const costed = z.object({
  id: z.string(),
  inventoryItem: z.object({ updatedAt: z.string(), unitCost: one_money.nullable() }),
})
export type Costed = z.infer<typeof costed>

export const checkout_line = z.object({
  title: z.string().nullable(),
  quantity: z.number().int(),
  discountedUnitPriceSet: money,
})

const checkout = z.object({
  id: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  completedAt: z.string().nullable(),
  abandonedCheckoutUrl: z.string(),
  customer: z
    .object({
      displayName: z.string(),
      defaultEmailAddress: z.object({ emailAddress: z.string() }).nullable(),
      defaultPhoneNumber: z.object({ phoneNumber: z.string() }).nullable(),
    })
    .nullable(),
  totalPriceSet: money,
  lineItems: list(checkout_line),
})
export type Checkout = z.infer<typeof checkout>

const data = <T extends z.ZodRawShape>(shape: T) => z.object({ data: z.object(shape) })

export const shop_answer = data({
  shop: z.object({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    createdAt: z.string(),
    currencyCode: z.string(),
    ianaTimezone: z.string(),
  }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
})
export const orders_answer = data({ orders: list(order) })
/** Null at the place of an id: the record does not exist. */
export const orders_by_id_answer = data({ nodes: z.array(order.nullable()) })
export const products_by_id_answer = data({
  shop: z.object({ currencyCode: z.string() }),
  nodes: z.array(product.nullable()),
})
const registration = z.object({ id: z.string(), topic: z.string(), uri: z.string() })
export const registrations_answer = data({ webhookSubscriptions: z.object({ nodes: z.array(registration) }) })
const user_errors = z.object({ userErrors: z.array(z.object({ message: z.string() })) })
export type UserErrors = z.infer<typeof user_errors>
export const registration_created_answer = data({ webhookSubscriptionCreate: user_errors })
export const registration_deleted_answer = data({ webhookSubscriptionDelete: user_errors })
export const orders_count_answer = data({
  ordersCount: z.object({ count: z.number(), precision: z.string() }).nullable(),
})
export const ids_answer = data({ list: list(ref) })
export const deletions_answer = data({ events: list(z.object({ subjectId: z.string() })) })
export const products_answer = data({ shop: z.object({ currencyCode: z.string() }), products: list(product) })
export const costs_answer = data({ productVariants: list(costed) })
export const checkouts_answer = data({ abandonedCheckouts: list(checkout) })
export const rest_answer = <T extends z.ZodType>(node: T) => data({ node: z.object({ list: list(node) }) })

const throttle_status = z.object({ currentlyAvailable: z.number(), restoreRate: z.number() })
export const cost_answer = z.object({
  extensions: z.object({ cost: z.object({ throttleStatus: throttle_status.optional() }) }),
})

/** Cost and errors are next to the data. An answer with status 200 may contain only these. */
export const error_answer = z.object({
  errors: z.union([
    z.string(),
    z.array(
      z.object({
        message: z.string(),
        path: z.array(z.union([z.string(), z.number()])).optional(),
        extensions: z.object({ code: z.string().optional() }).optional(),
      }),
    ),
  ]),
  extensions: z
    .object({
      cost: z
        .object({
          requestedQueryCost: z.number(),
          throttleStatus: throttle_status.optional(),
        })
        .optional(),
    })
    .optional(),
})

/** The root fields of mutations. Queries have none with userErrors. */
export const mutation_answer = z.object({
  data: z.record(z.string(), z.object({ userErrors: z.array(z.object({ message: z.string() })).optional() }).nullish()),
})
