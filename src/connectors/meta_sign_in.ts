// The sign-in of a person at Meta. Its code gives a token of hours, which is exchanged for one of 60 days.
// Sources: developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow and .../access-tokens/get-long-lived (read 2026-11).
import { z } from 'zod'
import type { OAuth2SignIn } from '#engine/sign_in.ts'
import { GRAPH, graph_auth } from './meta.ts'

const token_url = `${GRAPH}/oauth/access_token`
const permissions = z.object({ data: z.array(z.object({ permission: z.string(), status: z.string() })) })
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
  // The page asks again for permissions that the person refused before.
  parameters: { auth_type: 'rerequest' },
  exchange: ({ app: { client_id, client_secret }, code, redirect_uri }) => ({
    url: token_url,
    method: 'GET',
    query: { client_id, client_secret, redirect_uri, code },
  }),
  read: (body, now) => ({ secrets: graph_auth.refresh!.read(body, now) }),
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
  granted: {
    request: ({ access_token }) => ({ url: `${GRAPH}/me/permissions`, method: 'GET', headers: bearer(access_token) }),
    read: (body) =>
      permissions
        .parse(body)
        .data.filter(({ status }) => status === 'granted')
        .map(({ permission }) => permission),
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
