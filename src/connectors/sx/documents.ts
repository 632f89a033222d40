// Every GraphQL document that the connector sends. A page of a query must cost less than 1,000 points, which limits `first`
// (shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits, read 2026-11).

const money = 'shopMoney { amount currencyCode }'
const both_monies = 'shopMoney { amount currencyCode } presentmentMoney { amount currencyCode }'
const page_info = 'pageInfo { hasNextPage endCursor }'
const visit = 'id occurredAt source landingPage referrerUrl utmParameters { source medium campaign content term }'

const order_line = `
  id title sku isGiftCard quantity currentQuantity product { id } variant { id }
  originalUnitPriceSet { ${money} } discountAllocations { allocatedAmountSet { ${money} } }
  taxLines { priceSet { ${money} } }`
const checkout_line = `title quantity discountedUnitPriceSet { ${money} }`
const variant = 'id title sku price compareAtPrice inventoryQuantity inventoryPolicy inventoryItem { tracked }'

// Amounts cost nothing, so the order comes with its amounts as placed and with the current ones.
const order = `
  id name processedAt updatedAt cancelledAt edited taxesIncluded test displayFinancialStatus displayFulfillmentStatus
  sourceName checkoutToken
  totalPriceSet { ${both_monies} } currentTotalPriceSet { ${both_monies} }
  totalReceivedSet { ${both_monies} } totalOutstandingSet { ${both_monies} }
  subtotalPriceSet { ${money} } currentSubtotalPriceSet { ${money} }
  totalShippingPriceSet { ${money} } currentShippingPriceSet { ${money} }
  totalTaxSet { ${money} } currentTotalTaxSet { ${money} }
  totalDiscountsSet { ${money} } currentTotalDiscountsSet { ${money} }
  customer { id numberOfOrders }
  customerJourneySummary { ready firstVisit { ${visit} } lastVisit { ${visit} } }
  refunds { id processedAt totalRefundedSet { ${money} } }
  lineItems(first: 10) { ${page_info} nodes { ${order_line} } }`

const product = `
  id title status vendor productType tags onlineStoreUrl description createdAt updatedAt
  featuredMedia { preview { image { url } } }
  variants(first: 20) { ${page_info} nodes { ${variant} } }`

export const shop_document = `{
  shop { id name url createdAt currencyCode ianaTimezone }
  currentAppInstallation { accessScopes { handle } }
}`

export const orders_document = `
  query orders($after: String, $query: String, $sortKey: OrderSortKeys!, $reverse: Boolean!) {
    orders(first: 250, after: $after, query: $query, sortKey: $sortKey, reverse: $reverse) {
      ${page_info} nodes { ${order} }
    }
  }`

export const products_document = `
  query products($after: String, $query: String) {
    shop { currencyCode }
    products(first: 100, after: $after, query: $query, sortKey: UPDATED_AT) { ${page_info} nodes { ${product} } }
  }`

// An app sees costs with read_products (shopify.dev/changelog/inventoryitem-queryable-and-updatable-with-products-scopes, read 2026-11).
export const costs_document = `
  query costs($after: String) {
    productVariants(first: 250, after: $after, sortKey: ID) {
      ${page_info} nodes { id inventoryItem { updatedAt unitCost { amount currencyCode } } }
    }
  }`

// Checkouts cannot be sorted by time of change (AbandonedCheckoutSortKeys of the schema 2026-07), so they are read by creation.
export const checkouts_document = `
  query checkouts($after: String, $query: String, $reverse: Boolean!) {
    abandonedCheckouts(first: 250, after: $after, query: $query, sortKey: CREATED_AT, reverse: $reverse) {
      ${page_info}
      nodes {
        id createdAt updatedAt completedAt abandonedCheckoutUrl
        customer { displayName defaultEmailAddress { emailAddress } defaultPhoneNumber { phoneNumber } }
        totalPriceSet { ${money} }
        lineItems(first: 10) { ${page_info} nodes { ${checkout_line} } }
      }
    }
  }`

/** Further pages of a nested list. */
const rest = (type: string, list: string, fields: string) => `
  query rest_of_${list}($id: ID!, $after: String) {
    node(id: $id) { ... on ${type} { list: ${list}(first: 100, after: $after) { ${page_info} nodes { ${fields} } } } }
  }`

export const rest_of_order_lines = rest('Order', 'lineItems', order_line)
export const rest_of_checkout_lines = rest('AbandonedCheckout', 'lineItems', checkout_line)
export const rest_of_variants = rest('Product', 'variants', variant)

// ---- records that are checked again ------------------------------------------------------------------------------------

export const orders_by_id = `
  query orders_by_id($ids: [ID!]!) { nodes(ids: $ids) { ... on Order { ${order} } } }`

export const products_by_id = `
  query products_by_id($ids: [ID!]!) {
    shop { currencyCode }
    nodes(ids: $ids) { ... on Product { ${product} } }
  }`

const ids = (list: string) => `
  query ids_of_${list}($after: String) { list: ${list}(first: 250, after: $after, sortKey: ID) { ${page_info} nodes { id } } }`

// Without a limit, the number is exact (QueryRoot.ordersCount of the schema 2026-07, read 2026-11).
export const orders_count = `
  query orders_count($query: String) { ordersCount(query: $query, limit: null) { count precision } }`

export const order_ids = ids('orders')
export const product_ids = ids('products')

// Events are kept for a year (QueryRoot.events of the schema 2026-07, read 2026-11).
export const deletions_document = `
  query deletions($after: String, $query: String) {
    events(first: 250, after: $after, query: $query, sortKey: CREATED_AT) {
      ${page_info} nodes { ... on BasicEvent { subjectId } }
    }
  }`

// ---- webhooks ----------------------------------------------------------------------------------------------------------

/** A connection has seven subscriptions, so one page has those of many connections. */
export const registrations_document = `{ webhookSubscriptions(first: 250) { nodes { id topic uri } } }`

export const create_registration = `
  mutation create_registration($topic: WebhookSubscriptionTopic!, $webhook: WebhookSubscriptionInput!) {
    webhookSubscriptionCreate(topic: $topic, webhookSubscription: $webhook) {
      webhookSubscription { id } userErrors { field message }
    }
  }`

export const delete_registration = `
  mutation delete_registration($id: ID!) {
    webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { field message } }
  }`

export const uninstall_document = 'mutation uninstall { appUninstall { userErrors { field message } } }'

export const documents = {
  shop_document,
  orders_document,
  products_document,
  costs_document,
  checkouts_document,
  rest_of_order_lines,
  rest_of_checkout_lines,
  rest_of_variants,
  orders_by_id,
  products_by_id,
  orders_count,
  order_ids,
  product_ids,
  deletions_document,
  registrations_document,
  create_registration,
  delete_registration,
  uninstall_document,
}
