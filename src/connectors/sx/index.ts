import { z } from 'zod'
import type { Version } from '#engine/connector/platform.ts'
import { connector } from '#engine/connector.ts'
import { words } from '#engine/vendors/field_words.ts'
import { client_credentials } from '#engine/vendors/vendor_auth.ts'
import { message } from '#messages/message.ts'
import { IMPORTED_REMARK, imported_channels, shop_rows } from '../shops.ts'
import { day_of } from '../time_zone.ts'
import { actions } from './actions.ts'
import { shop_answer } from './answers.ts'
import { checkouts } from './checkouts.ts'
import { costs } from './costs.ts'
import { shop_document } from './documents.ts'
import { classify, rest_s } from './errors.ts'
import { id_of, path } from './lists.ts'
import { orders } from './orders.ts'
import { products } from './products.ts'
import { webhooks } from './webhooks.ts'

const settings = z.object({
  shop: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/, 'must look like my-shop.myshopify.com')
    .meta(words('shop_domain')),
  imported_channels,
})

const version: Version = {
  name: '2026-07',
  ends_on: '2027-07-01',
  source: 'shopify.dev/docs/api/usage/versioning: a version is supported for at least twelve months (read 2026-11)',
}

export const sx = connector({
  title: 'Store platform A',
  platform: {
    vendor: 'Shopify',
    product: 'Shopify',
    credentials: message('credentials.sx'),
    by_hand: 'A custom app from before 2026 has a permanent access token instead.',
    version,
    scopes: ['read_orders', 'read_all_orders', 'read_products', 'read_customers', 'write_products', 'write_content'],
    source: 'https://shopify.dev/docs/api/usage/access-scopes (read 2026-11)',
    remarks: [
      'Unit costs are read with `read_products`. A shop can withhold them from an app (permission "View product costs" of the schema 2026-07, read 2026-11). Then only the stream of costs stops.',
      'Orders are read in pages of 250, not by bulk operations. The standard plan restores 100 points a second, so 20,000 orders take at most 4.2 minutes (https://shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits, read 2026-11). The vendor promises no time for a bulk operation; users report operations that ran longer for fewer records (https://github.com/airbytehq/airbyte/issues/39499: over 32 minutes for variants of some hours, read 2026-11). Pages also bring the newest days first.',
      IMPORTED_REMARK,
    ],
  },
  kind: 'store',
  // New apps get tokens of one day for their client id and secret. Permanent tokens from before 2026 stay valid
  // (shopify.dev/docs/apps/build/authentication-authorization/client-credentials-grant, read 2026-11).
  auth: client_credentials({
    token_url: (given) => `https://${settings.parse(given).shop}/admin/oauth/access_token`,
    header: (token) => ({ 'x-shopify-access-token': token }),
  }),
  settings,
  api: {
    // A version lives for a year. For an unknown version Shopify silently uses another one, so every test checks the version.
    base_url: (given) => `https://${settings.parse(given).shop}/admin/api/${version.name}`,
    hosts: ['*.myshopify.com'],
    // Shopify limits calls by cost, not by number. Each answer states what is left.
    pace: { per_second: 20 },
    rest_s,
    // Personal data that the app may not read are an error beside everything else.
    classifies_errors: true,
    classify,
  },
  accounts: {
    are_one: true,
    into: ['store_connections'],
    async read({ api }) {
      const { data } = await api.call({ path, body: { query: shop_document }, schema: shop_answer })
      const { id, name, url, createdAt, currencyCode, ianaTimezone } = data.shop
      const scopes = data.currentAppInstallation.accessScopes.map(({ handle }) => handle)
      return [
        {
          account_id: id_of(id),
          name,
          time_zone: ianaTimezone,
          currency: currencyCode,
          created_on: day_of(createdAt, ianaTimezone),
          limited: limits_of(scopes),
          extra: { url, scopes: scopes.join(',') },
        },
      ]
    },
    rows: shop_rows,
    missing_scopes: ({ scopes }) => (scopes === undefined ? [] : missing_of(scopes.split(','))),
  },
  streams: { orders, products, costs, checkouts },
  actions,
  webhooks,
})

/** What an app without these scopes does not see. */
const LIMITS = [
  {
    scope: 'read_all_orders',
    stream: 'orders',
    reason: 'Without the scope read_all_orders, only orders of the last 60 days can be read.',
  },
  {
    scope: 'read_customers',
    stream: 'orders',
    reason: 'Without the scope read_customers, orders have no customers, and carts have no addresses.',
  },
]

const missing_of = (scopes: readonly string[]) =>
  LIMITS.filter(({ scope }) => !scopes.includes(scope)).map(({ stream, reason }) => ({ stream, reason }))

/** Undefined: the app has all scopes. */
const limits_of = (scopes: readonly string[]) =>
  missing_of(scopes)
    .map(({ reason }) => reason)
    .join(' ') || undefined
