// The sign-in of a person at Meta. Its code gives a token of hours, which is exchanged for one of 60 days.
// Sources: developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow and .../access-tokens/get-long-lived (read 2026-11).
import { z } from 'zod'
import type { OAuth2SignIn } from '#engine/connector/sign_in.ts'
import { GRAPH, graph_auth } from './meta.ts'

const token_url = `${GRAPH}/oauth/access_token`
/** Instants are seconds since 1970. 0: there is no such end. */
const token_info = z.object({
  data: z.object({
    scopes: z.array(z.string()),
    expires_at: z.number().default(0),
    data_access_expires_at: z.number().default(0),
  }),
})
/** A code that was used, and one that ended: both come with the code 100, which stands for many errors (read 2026-11). */
const CODE_ENDED = [36_007, 36_009]
const failure = z.object({ error: z.object({ message: z.string().optional(), error_subcode: z.number().optional() }) })
const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token ?? ''}` })

/** A person can untick each permission of the consent, and each business account. */
export const meta_sign_in = (scopes: OAuth2SignIn['scopes']): OAuth2SignIn => ({
  kind: 'oauth2',
  authorize_url: `https://www.facebook.com/${GRAPH.split('/').at(-1)}/dialog/oauth`,
  token_url,
  scopes,
  separator: ',',
  // Apps with Facebook Login for Business name their permissions in a configuration (facebook-login-for-business, 2026-05). For others,
  // the page asks again for permissions that the person refused before.
  parameters: ({ app: { config_id } }) => (config_id ? { config_id, scope: undefined } : { auth_type: 'rerequest' }),
  exchange: ({ app: { client_id, client_secret }, code, redirect_uri }) => ({
    url: token_url,
    method: 'GET',
    query: { client_id, client_secret, redirect_uri, code },
  }),
  read: (body, now) => {
    const { ends_at, ...secrets } = graph_auth.refresh!.read(body, now)
    return { secrets, ends_at }
  },
  refused: (body) => {
    const { message, error_subcode } = failure.safeParse(body).data?.error ?? {}
    return error_subcode !== undefined && CODE_ENDED.includes(error_subcode)
      ? { code: 'invalid_grant', reason: message ?? '' }
      : undefined
  },
  second: ({ secrets }, { app: { client_id, client_secret } }) => ({
    url: token_url,
    method: 'GET',
    query: { grant_type: 'fb_exchange_token', client_id, client_secret, fb_exchange_token: secrets.access_token },
  }),
  // The access to data has an end of its own: 90 days after the person was last active in the app (facebook-login/auth-vs-data, read
  // 2026-11).
  granted: {
    request: ({ access_token }, { app: { client_id, client_secret } }) => ({
      url: `${GRAPH}/debug_token`,
      method: 'GET',
      query: { input_token: access_token, access_token: `${client_id}|${client_secret}` },
    }),
    read: (body) => {
      const { scopes, expires_at, data_access_expires_at } = token_info.parse(body).data
      const [first] = [expires_at, data_access_expires_at].filter((end) => end > 0).sort((a, b) => a - b)
      return { scopes, ...(first && { ends_at: new Date(first * 1000).toISOString() }) }
    },
  },
  withdraw: {
    // Meta ends all permissions of the person for the app.
    ends: 'grant',
    // Without a renewal so far, the token is the one that was typed.
    request: ({ access_token, refresh_token }) => ({
      url: `${GRAPH}/me/permissions`,
      method: 'DELETE',
      headers: bearer(access_token ?? refresh_token),
    }),
  },
})
