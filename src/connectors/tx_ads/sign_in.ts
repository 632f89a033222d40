import { z } from 'zod'
import type { OAuth2SignIn } from '#engine/connector/sign_in.ts'
import { version } from './version.ts'

const BASE = 'https://business-api.tiktok.com'
const answer = z.object({ code: z.number(), message: z.string().default(''), data: z.unknown() })
const token = z.object({ access_token: z.string().min(1) })

// The permissions are those of the app. The answer numbers them, and no public page names the numbers (read 2026-11). So a permission
// that is missing shows in the stream that cannot be read.
export const tx_ads: OAuth2SignIn = {
  kind: 'oauth2',
  authorize_url: `${BASE}/portal/auth`,
  token_url: `${BASE}/open_api/${version.name}/oauth2/access_token/`,
  scopes: {},
  kept_as: { client_id: 'app_id', client_secret: 'secret' },
  parameters: ({ app }) => ({
    app_id: app.client_id,
    client_id: undefined,
    response_type: undefined,
    scope: undefined,
  }),
  // The code works once, for an hour (portal/docs?id=1738373164380162, read 2026-11).
  code_parameter: 'auth_code',
  exchange: ({ app, code }) => ({
    url: `${BASE}/open_api/${version.name}/oauth2/access_token/`,
    method: 'POST',
    json: { app_id: app.client_id, secret: app.client_secret, auth_code: code },
  }),
  refused: (body) => {
    const { code, message, data } = answer.parse(body)
    return code === 0 && token.safeParse(data).success
      ? undefined
      : { code: CODES[code] ?? String(code), reason: message }
  },
  read: (body) => ({ secrets: { access_token: token.parse(answer.parse(body).data).access_token } }),
  withdraw: {
    ends: 'token',
    request: ({ app_id, secret, access_token }) => ({
      url: `${BASE}/open_api/${version.name}/oauth2/revoke_token/`,
      method: 'POST',
      json: { app_id, secret, access_token },
    }),
  },
}

/** Errors of the exchange in the words of RFC 6749 (appendix of return codes, read 2026-11). */
const CODES: Record<number, string> = { 40101: 'invalid_client', 40110: 'invalid_grant' }
