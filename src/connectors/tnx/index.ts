import { z } from 'zod'
import { zone_of } from '#domain/time_zones.ts'
import { today_in } from '#domain/windows.ts'
import type { Version } from '#engine/connector/platform.ts'
import { connector } from '#engine/connector.ts'
import { api_key } from '#engine/vendors/vendor_auth.ts'
import { message } from '#messages/message.ts'
import { shop_rows } from '../shops.ts'
import { actions } from './actions.ts'
import { shop_answer, text_in } from './answers.ts'
import { checkouts } from './checkouts.ts'
import { classify } from './lists.ts'
import { orders } from './orders.ts'
import { products } from './products.ts'
import { webhooks } from './webhooks.ts'

const settings = z.object({
  store_id: z
    .string()
    .regex(/^\d+$/, 'must be a number')
    .describe('The number of the store, which the vendor gives together with the access token as user_id.'),
  contact: z
    .string()
    .min(3)
    .describe('An email address or a link. The vendor wants one in every request, to reach who sends it.'),
  time_zone: z
    .string()
    .refine((given) => zone_of(given) !== undefined, 'must be an IANA time zone such as America/Bogota')
    .optional()
    .describe(
      'IANA time zone of the store. When absent: that of the capital of its country, because the vendor names none.',
    ),
})

/** Countries of the vendor's shops (tiendanube.com and nuvemshop.com.br, read 2026-11). */
const zones: Record<string, string> = {
  AR: 'America/Argentina/Buenos_Aires',
  BR: 'America/Sao_Paulo',
  CL: 'America/Santiago',
  CO: 'America/Bogota',
  MX: 'America/Mexico_City',
  PE: 'America/Lima',
  UY: 'America/Montevideo',
}

const NO_ZONE =
  'Tiendanube names no time zone, and Tablero knows none of the country of the store, so its days are those of UTC. Set time_zone.'

const version: Version = {
  name: '2025-03',
  ends_on: null,
  source:
    'tiendanube.github.io/api-documentation/intro: the current version, no end is announced (2025-03, read 2026-11)',
}

export const tnx = connector({
  title: 'Store platform B',
  platform: {
    vendor: 'Tiendanube',
    product: 'Tiendanube, in Brazil Nuvemshop',
    credentials: message('credentials.tnx'),
    by_hand:
      'Install it in the store. The vendor returns a code, which is exchanged within 30 seconds for the access token and the number of the store. The token is valid until the app is uninstalled.',
    version,
    scopes: ['read_orders', 'read_products', 'read_customers', 'write_products', 'write_content'],
    source: 'https://tiendanube.github.io/api-documentation/authentication (read 2026-11)',
    remarks: [
      'The vendor shows no taxes of orders, so taxes and margins of this platform are not known.',
      'Abandoned carts appear up to 6 hours late, and only those that reached the second step of the checkout (resources/abandoned-checkout, read 2026-11).',
    ],
  },
  kind: 'store',
  auth: api_key({ secret: 'access_token', header: (token) => ({ authentication: `bearer ${token}` }) }),
  settings,
  api: {
    base_url: (given) => `https://api.tiendanube.com/${version.name}/${settings.parse(given).store_id}`,
    // Links to the next page can name either host.
    hosts: ['api.tiendanube.com', 'api.nuvemshop.com.br'],
    headers: (_, given) => ({ 'user-agent': `Tablero (${settings.parse(given).contact})` }),
    // A bucket of 40 requests, of which 2 a second leak. Higher plans have ten times as much.
    pace: { per_second: 2 },
    classify,
  },
  accounts: {
    are_one: true,
    into: ['store_connections'],
    async read({ api, settings: given }) {
      const shop = await api.call({ path: '/store', schema: shop_answer })
      const known = zone_of(settings.parse(given).time_zone) ?? zones[shop.country ?? '']
      const time_zone = known ?? 'UTC'
      const domain = shop.domains?.[0] ?? shop.original_domain
      return [
        {
          account_id: shop.id,
          name: text_in(shop.name, shop.main_language ?? undefined) ?? shop.id,
          time_zone,
          currency: shop.main_currency,
          limited: known ? undefined : NO_ZONE,
          created_on: shop.created_at ? today_in(time_zone, new Date(shop.created_at)) : undefined,
          extra: { url: domain ? `https://${domain}` : '', language: shop.main_language ?? '' },
        },
      ]
    },
    rows: shop_rows,
  },
  streams: { orders, products, checkouts },
  actions,
  webhooks,
})
