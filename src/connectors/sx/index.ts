import { z } from 'zod'
import { connector, type VendorAnswer, type Verdict } from '#engine/connector.ts'
import { api_key } from '#engine/vendors/vendor_auth.ts'
import { error_answer, shop_answer } from './answers.ts'
import { shop_document } from './documents.ts'
import { checkouts, orders, products } from './streams.ts'

const settings = z.object({
  /** The permanent domain, such as my-shop.myshopify.com. */
  shop: z.string().regex(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/, 'must look like my-shop.myshopify.com'),
})

export const sx = connector({
  title: 'Store platform A',
  kind: 'store',
  auth: api_key({ secret: 'access_token', header: (token) => ({ 'x-shopify-access-token': token }) }),
  settings,
  api: {
    // A version lives for a year. For an unknown version Shopify silently uses another one, so every test checks the version.
    base_url: (given) => `https://${settings.parse(given).shop}/admin/api/2026-07`,
    hosts: ['*.myshopify.com'],
    // Shopify limits calls by cost, not by number. The answer states how long to wait for the bucket.
    pace: { per_second: 20 },
    classify,
  },
  accounts: {
    into: ['store_connections'],
    async read({ api }) {
      const { data } = await api.call({ path: '/graphql.json', body: { query: shop_document }, schema: shop_answer })
      const { id, name, url, currencyCode, ianaTimezone } = data.shop
      const account_id = id.slice(id.lastIndexOf('/') + 1)
      return [{ account_id, name, time_zone: ianaTimezone, currency: currencyCode, extra: { url } }]
    },
    rows: ({ account_id, name, time_zone, currency, extra }) => ({
      store_connections: {
        store_id: account_id,
        store_name: name,
        store_url: extra?.url ?? '',
        currency: currency ?? '',
        time_zone,
      },
    }),
  },
  streams: { orders, products, checkouts },
})

/**
 * GraphQL reports errors with status 200. An answer with partial data is rejected completely, so that no data is silently missing.
 */
function classify({ body, status }: VendorAnswer): Verdict | undefined {
  const found = error_answer.safeParse(body)
  if (!found.success || status !== 200) return undefined
  const { errors, extensions } = found.data
  if (typeof errors === 'string') return { kind: 'refused', reason: errors }
  const codes = errors.map((error) => error.extensions?.code)
  const reason = errors.map((error) => error.message).join(' ')
  if (codes.includes('THROTTLED')) {
    const { requestedQueryCost = 0, throttleStatus } = extensions?.cost ?? {}
    if (!throttleStatus) return { kind: 'throttled' }
    const missing = requestedQueryCost - throttleStatus.currentlyAvailable
    return { kind: 'throttled', wait_s: Math.max(1, Math.ceil(missing / throttleStatus.restoreRate)) }
  }
  if (codes.includes('INTERNAL_SERVER_ERROR') || codes.includes('TIMEOUT')) return { kind: 'transient', reason }
  return { kind: 'refused', reason }
}
