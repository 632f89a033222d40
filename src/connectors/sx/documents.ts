// Every GraphQL document that the connector sends. A page of a query must cost less than 1,000 points, which limits `first`
// (shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits, read 2026-11).

const money = 'shopMoney { amount currencyCode }'
const page_info = 'pageInfo { hasNextPage endCursor }'
const visit = 'id occurredAt source landingPage referrerUrl utmParameters { source medium campaign content term }'

const order_line = `
  id title sku quantity product { id } variant { id }
  originalUnitPriceSet { ${money} } discountAllocations { allocatedAmountSet { ${money} } }`
const checkout_line = `title quantity discountedUnitPriceSet { ${money} }`
const variant = 'id title sku price compareAtPrice inventoryQuantity inventoryItem { tracked }'

export const shop_document = '{ shop { id name url currencyCode ianaTimezone } }'

export const orders_document = `
  query orders($after: String, $query: String) {
    orders(first: 100, after: $after, query: $query, sortKey: UPDATED_AT) {
      ${page_info}
      nodes {
        id name processedAt updatedAt cancelledAt test displayFinancialStatus displayFulfillmentStatus sourceName
        totalPriceSet { ${money} }
        subtotalPriceSet { ${money} }
        totalShippingPriceSet { ${money} }
        totalTaxSet { ${money} }
        totalDiscountsSet { ${money} }
        customer { id numberOfOrders }
        customerJourneySummary { firstVisit { ${visit} } lastVisit { ${visit} } }
        refunds { id processedAt totalRefundedSet { ${money} } }
        lineItems(first: 10) { ${page_info} nodes { ${order_line} } }
      }
    }
  }`

export const products_document = `
  query products($after: String, $query: String) {
    shop { currencyCode }
    products(first: 100, after: $after, query: $query, sortKey: UPDATED_AT) {
      ${page_info}
      nodes {
        id title status vendor productType tags onlineStoreUrl description createdAt updatedAt
        featuredMedia { preview { image { url } } }
        variants(first: 20) { ${page_info} nodes { ${variant} } }
      }
    }
  }`

// Checkouts cannot be sorted by time of change (AbandonedCheckoutSortKeys of the schema 2026-07), so they are read by creation.
export const checkouts_document = `
  query checkouts($after: String, $query: String) {
    abandonedCheckouts(first: 100, after: $after, query: $query, sortKey: CREATED_AT) {
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

export const documents = {
  shop_document,
  orders_document,
  products_document,
  checkouts_document,
  rest_of_order_lines,
  rest_of_checkout_lines,
  rest_of_variants,
}
