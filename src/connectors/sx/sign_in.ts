import type { OAuth2SignIn } from '#engine/connector/sign_in.ts'
import { read_tokens } from '#engine/connector/sign_in_answers.ts'
import { with_reading } from '../shops.ts'
import { uninstall } from './uninstall.ts'

/** Shopify calls a code that was used or that ended an invalid request. */
const CODE_ENDED = /authorization code was not found or was already used/i

const shop_url = ({ settings }: { settings: Record<string, unknown> }) => `https://${settings.shop}/admin/oauth`

export const sx: OAuth2SignIn = {
  kind: 'oauth2',
  asks: ['shop', 'imported_channels'],
  authorize_url: (place) => `${shop_url(place)}/authorize`,
  token_url: (place) => `${shop_url(place)}/access_token`,
  scopes: {
    read_orders: ['orders', 'checkouts'],
    read_all_orders: [],
    read_products: ['products', 'costs'],
    read_customers: [],
    write_products: [],
    write_content: [],
  },
  separator: ',',
  same: { parameter: 'shop', setting: 'shop' },
  signature_parameter: 'hmac',
  parameters: { response_type: undefined },
  // Public apps get tokens of an hour with a refresh token. Permanent ones end on 2027-01-01
  // (shopify.dev/docs/apps/build/authentication-authorization/access-tokens/offline-access-tokens, read 2026-11).
  exchange: ({ app: { client_id, client_secret }, code, ...place }) => ({
    url: `${shop_url(place)}/access_token`,
    method: 'POST',
    form: { client_id, client_secret, code, expiring: 1 },
  }),
  refused: (body) =>
    CODE_ENDED.test(String(body.error_description))
      ? { code: 'invalid_grant', reason: String(body.error_description) }
      : undefined,
  withdraw: {
    ends: 'account',
    // An app that only has its own credentials, or a permanent token, is the shop's own and may serve other programs.
    ask: async ({ api, secrets }) => (secrets.refresh_token ? uninstall(api) : undefined),
  },
  // Each renewal moves the end of the refresh token, so the access has no known end.
  read: (body, now) => with_reading({ ...read_tokens(body, now), ends_at: undefined }),
}
