import type { OAuth1SignIn } from '#engine/connector/sign_in.ts'
import { authorization } from '#engine/vendors/oauth1.ts'

const REVOKE = 'https://api.x.com/1.1/oauth/invalidate_token.json'

// A token of X has no scopes and no end (docs.x.com/resources/fundamentals/authentication/oauth-1-0a, read 2026-11).
export const net_d_ads: OAuth1SignIn = {
  kind: 'oauth1',
  request_url: 'https://api.x.com/oauth/request_token',
  authorize_url: 'https://api.x.com/oauth/authorize',
  token_url: 'https://api.x.com/oauth/access_token',
  scopes: {},
  kept_as: { client_id: 'consumer_key', client_secret: 'consumer_secret' },
  withdraw: {
    ends: 'token',
    request: (secrets, _settings, now) => ({
      url: REVOKE,
      method: 'POST',
      headers: { authorization: authorization(secrets, { method: 'POST', url: REVOKE, at: now }) },
    }),
  },
}
