// The simulated part of Shopify's Admin schema. Names and nullability are as published (Admin API 2026-07, read 2026-11).
import { buildSchema } from 'graphql'
import { webhook_types } from './webhooks.ts'

const connection = (node: string) => `
  type ${node}Connection { edges: [${node}Edge!]! nodes: [${node}!]! pageInfo: PageInfo! }
  type ${node}Edge { cursor: String! node: ${node}! }`

const page = 'after: String, before: String, first: Int, last: Int, reverse: Boolean = false'

export const schema = buildSchema(`
  scalar DateTime
  scalar Decimal
  scalar Money
  scalar UnsignedInt64
  scalar URL
  scalar HTML

  enum CurrencyCode { ${Intl.supportedValuesOf('currency').join(' ')} }
  enum CountPrecision { AT_LEAST EXACT }
  enum OrderCancelReason { CUSTOMER DECLINED FRAUD INVENTORY OTHER STAFF }
  enum OrderDisplayFinancialStatus {
    AUTHORIZED EXPIRED PAID PARTIALLY_PAID PARTIALLY_REFUNDED PENDING REFUNDED VOIDED
  }
  enum OrderDisplayFulfillmentStatus {
    FULFILLED IN_PROGRESS ON_HOLD OPEN PARTIALLY_FULFILLED PENDING_FULFILLMENT REQUEST_DECLINED RESTOCKED SCHEDULED
    UNFULFILLED
  }
  enum ProductStatus { ACTIVE ARCHIVED DRAFT UNLISTED }
  enum OrderSortKeys { CREATED_AT ID PROCESSED_AT UPDATED_AT }
  enum ProductSortKeys { CREATED_AT ID UPDATED_AT }
  enum ProductVariantSortKeys { ID }
  enum AbandonedCheckoutSortKeys { CREATED_AT ID }
  enum PageSortKeys { ID TITLE UPDATED_AT }
  enum EventSortKeys { CREATED_AT ID }
  enum EventSubjectType { ORDER PRODUCT }

  interface Node { id: ID! }
  type PageInfo { endCursor: String hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String }
  type MoneyV2 { amount: Decimal! currencyCode: CurrencyCode! }
  type MoneyBag { presentmentMoney: MoneyV2! shopMoney: MoneyV2! }
  type Count { count: Int! precision: CountPrecision! }

  type Shop implements Node {
    id: ID! name: String! email: String! createdAt: DateTime! myshopifyDomain: String! url: URL!
    currencyCode: CurrencyCode! ianaTimezone: String!
  }

  type AppInstallation implements Node { id: ID! accessScopes: [AccessScope!]! }
  type AccessScope { handle: String! description: String! }
  interface Event { id: ID! action: String! createdAt: DateTime! }
  type BasicEvent implements Event & Node {
    id: ID! action: String! createdAt: DateTime! subjectId: ID! subjectType: EventSubjectType!
  }

  type Order implements Node {
    id: ID! legacyResourceId: UnsignedInt64! name: String! createdAt: DateTime! processedAt: DateTime!
    updatedAt: DateTime! cancelledAt: DateTime cancelReason: OrderCancelReason test: Boolean!
    displayFinancialStatus: OrderDisplayFinancialStatus displayFulfillmentStatus: OrderDisplayFulfillmentStatus!
    sourceName: String checkoutToken: String tags: [String!]! discountCodes: [String!]! currencyCode: CurrencyCode!
    presentmentCurrencyCode: CurrencyCode! paymentGatewayNames: [String!]! totalPriceSet: MoneyBag!
    subtotalPriceSet: MoneyBag totalShippingPriceSet: MoneyBag! totalTaxSet: MoneyBag totalDiscountsSet: MoneyBag
    currentTotalPriceSet: MoneyBag! currentSubtotalPriceSet: MoneyBag! currentShippingPriceSet: MoneyBag!
    currentTotalTaxSet: MoneyBag! currentTotalDiscountsSet: MoneyBag! totalReceivedSet: MoneyBag!
    totalOutstandingSet: MoneyBag! edited: Boolean! taxesIncluded: Boolean! totalRefundedSet: MoneyBag! customer: Customer customerJourneySummary: CustomerJourneySummary
    lineItems(${page}): LineItemConnection! refunds(first: Int): [Refund!]!
  }
  type LineItem implements Node {
    id: ID! title: String! variantTitle: String sku: String quantity: Int! currentQuantity: Int! product: Product
    variant: ProductVariant originalUnitPriceSet: MoneyBag! originalTotalSet: MoneyBag! discountAllocations: [DiscountAllocation!]!
    taxLines(first: Int): [TaxLine!]! isGiftCard: Boolean!
  }
  type TaxLine { title: String! priceSet: MoneyBag! }
  type DiscountAllocation { allocatedAmountSet: MoneyBag! }
  type Refund implements Node {
    id: ID! legacyResourceId: UnsignedInt64! createdAt: DateTime processedAt: DateTime! updatedAt: DateTime! note: String
    totalRefundedSet: MoneyBag!
  }
  type Customer implements Node {
    id: ID! displayName: String! firstName: String lastName: String createdAt: DateTime! numberOfOrders: UnsignedInt64!
    amountSpent: MoneyV2! defaultEmailAddress: CustomerEmailAddress defaultPhoneNumber: CustomerPhoneNumber
  }
  type CustomerEmailAddress { emailAddress: String! }
  type CustomerPhoneNumber { phoneNumber: String! }
  type CustomerJourneySummary {
    customerOrderIndex: Int daysToConversion: Int firstVisit: CustomerVisit lastVisit: CustomerVisit momentsCount: Count
    ready: Boolean!
  }
  type CustomerVisit implements Node {
    id: ID! occurredAt: DateTime! source: String! landingPage: URL referrerUrl: URL utmParameters: UTMParameters
  }
  type UTMParameters { campaign: String content: String medium: String source: String term: String }

  type Product implements Node {
    id: ID! legacyResourceId: UnsignedInt64! title: String! handle: String! vendor: String! productType: String!
    status: ProductStatus! tags: [String!]! description(truncateAt: Int): String! descriptionHtml: HTML! onlineStoreUrl: URL
    seo: SEO!
    createdAt: DateTime! updatedAt: DateTime! totalInventory: Int! tracksInventory: Boolean!
    featuredMedia: Media variants(${page}): ProductVariantConnection!
  }
  type SEO { description: String title: String }
  interface Media { preview: MediaPreviewImage }
  type MediaPreviewImage { image: Image }
  type Image { url: URL! }
  type ProductVariant implements Node {
    id: ID! legacyResourceId: UnsignedInt64! title: String! sku: String position: Int! price: Money! compareAtPrice: Money
    inventoryQuantity: Int inventoryPolicy: ProductVariantInventoryPolicy! inventoryItem: InventoryItem! createdAt: DateTime! updatedAt: DateTime!
  }
  enum ProductVariantInventoryPolicy { CONTINUE DENY }
  type InventoryItem implements Node { id: ID! tracked: Boolean! unitCost: MoneyV2 updatedAt: DateTime! }

  type AbandonedCheckout implements Node {
    id: ID! name: String! createdAt: DateTime! updatedAt: DateTime! completedAt: DateTime abandonedCheckoutUrl: URL!
    customer: Customer subtotalPriceSet: MoneyBag! totalPriceSet: MoneyBag! totalLineItemsPriceSet: MoneyBag!
    lineItems(${page}): AbandonedCheckoutLineItemConnection!
  }
  type AbandonedCheckoutLineItem implements Node {
    id: ID! title: String variantTitle: String sku: String quantity: Int! originalUnitPriceSet: MoneyBag!
    discountedUnitPriceSet: MoneyBag!
  }
  type Page implements Node {
    id: ID! title: String! handle: String! body: HTML! isPublished: Boolean! publishedAt: DateTime createdAt: DateTime!
    updatedAt: DateTime! templateSuffix: String
  }
  ${['Order', 'LineItem', 'Product', 'ProductVariant', 'AbandonedCheckout', 'AbandonedCheckoutLineItem', 'Event', 'Page'].map(connection).join('')}

  type QueryRoot {
    shop: Shop!
    currentAppInstallation: AppInstallation!
    node(id: ID!): Node
    nodes(ids: [ID!]!): [Node]!
    events(${page}, query: String, sortKey: EventSortKeys = ID): EventConnection
    order(id: ID!): Order
    product(id: ID!): Product
    page(id: ID!): Page
    pages(${page}, query: String, sortKey: PageSortKeys = ID): PageConnection!
    orders(${page}, query: String, sortKey: OrderSortKeys = PROCESSED_AT): OrderConnection!
    ordersCount(limit: Int = 10000, query: String): Count
    products(${page}, query: String, sortKey: ProductSortKeys = ID): ProductConnection!
    productVariants(${page}, query: String, sortKey: ProductVariantSortKeys = ID): ProductVariantConnection!
    abandonedCheckouts(${page}, query: String, sortKey: AbandonedCheckoutSortKeys = ID): AbandonedCheckoutConnection!
  }

  interface DisplayableError { field: [String!] message: String! }
  type UserError implements DisplayableError { field: [String!] message: String! }
  enum PageCreateUserErrorCode { BLANK INVALID INVALID_PUBLISH_DATE INVALID_TYPE INVALID_VALUE TAKEN TOO_BIG TOO_LONG }
  enum PageUpdateUserErrorCode {
    BLANK INVALID INVALID_PUBLISH_DATE INVALID_TYPE INVALID_VALUE NOT_FOUND TAKEN TOO_BIG TOO_LONG
  }
  enum PageDeleteUserErrorCode { NOT_FOUND }
  type PageCreateUserError implements DisplayableError { code: PageCreateUserErrorCode field: [String!] message: String! }
  type PageUpdateUserError implements DisplayableError { code: PageUpdateUserErrorCode field: [String!] message: String! }
  type PageDeleteUserError implements DisplayableError { code: PageDeleteUserErrorCode field: [String!] message: String! }
  input ProductUpdateInput { id: ID title: String descriptionHtml: String }
  input PageCreateInput { title: String! body: String handle: String isPublished: Boolean }
  input PageUpdateInput { title: String body: String handle: String isPublished: Boolean }
  type ProductUpdatePayload { product: Product userErrors: [UserError!]! }
  type PageCreatePayload { page: Page userErrors: [PageCreateUserError!]! }
  type PageUpdatePayload { page: Page userErrors: [PageUpdateUserError!]! }
  type PageDeletePayload { deletedPageId: ID userErrors: [PageDeleteUserError!]! }
  type Mutation {
    productUpdate(product: ProductUpdateInput): ProductUpdatePayload
    pageCreate(page: PageCreateInput!): PageCreatePayload
    pageUpdate(id: ID!, page: PageUpdateInput!): PageUpdatePayload
    pageDelete(id: ID!): PageDeletePayload
    appUninstall: AppUninstallPayload
  }
  type AppUninstallPayload { app: App userErrors: [AppUninstallAppUninstallError!]! }
  type App implements Node { id: ID! }
  type AppUninstallAppUninstallError { field: [String!] message: String! }
  ${webhook_types}
  schema { query: QueryRoot mutation: Mutation }
`)
