// X's sign-in with OAuth 1.0a on api.x.com: a temporary token, the consent, and the token of the user
// (docs.x.com/resources/fundamentals/authentication/oauth-1-0a, read 2026-11).
import { randomBytes } from 'node:crypto'
import type { Vendor } from '../vendor.ts'
import { signed_token } from '../vendors/net_d_ads/api.ts'
import { type Query, show_page } from './page.ts'

interface Temporary {
  secret: string
  callback: string
  verifier?: string
}

const text = 'application/x-www-form-urlencoded'

export const x_sign_in: Vendor = {
  platform: 'consent',
  hosts: ['api.x.com'],
  throttle: () => ({ status: 429, body: { errors: [{ code: 88, message: 'Rate limit exceeded' }] } }),
  fail: (status) => ({ status, body: { errors: [{ code: 131, message: 'Internal error' }] } }),

  routes(app) {
    const temporary = new Map<string, Temporary>()
    const refused = { errors: [{ code: 32, message: 'Could not authenticate you.' }] }

    app.post<{ Querystring: Query }>('/oauth/request_token', (request, reply) => {
      const { oauth_callback: callback } = request.query
      if (signed_token(request, '') === null || !callback) return reply.code(401).send(refused)
      const token = randomBytes(12).toString('hex')
      const secret = randomBytes(12).toString('hex')
      temporary.set(token, { secret, callback })
      return reply.type(text).send(`oauth_token=${token}&oauth_token_secret=${secret}&oauth_callback_confirmed=true`)
    })

    app.get<{ Querystring: Query }>('/oauth/authorize', ({ query }, reply) =>
      temporary.has(query.oauth_token ?? '') ? show_page(reply, 'X', [], ['owner']) : reply.code(401).send(refused),
    )
    app.post<{ Querystring: Query; Body: Query | null }>('/oauth/authorize', ({ query, body }, reply) => {
      const token = query.oauth_token ?? ''
      const known = temporary.get(token)
      if (!known) return reply.code(401).send(refused)
      const address = new URL(known.callback)
      if (body?.decision !== 'allow') {
        address.searchParams.set('denied', token)
        return reply.redirect(address.href)
      }
      known.verifier = randomBytes(12).toString('hex')
      address.searchParams.set('oauth_token', token)
      address.searchParams.set('oauth_verifier', known.verifier)
      return reply.redirect(address.href)
    })

    app.post<{ Querystring: Query }>('/oauth/access_token', (request, reply) => {
      const header = request.headers.authorization ?? ''
      const token = /oauth_token="([^"]*)"/.exec(header)?.[1] ?? ''
      const known = temporary.get(token)
      const is_signed = known && signed_token(request, known.secret) === token
      if (!is_signed || !known.verifier || request.query.oauth_verifier !== known.verifier)
        return reply.code(401).send(refused)
      temporary.delete(token)
      return reply
        .type(text)
        .send('oauth_token=x_sandbox&oauth_token_secret=x_sandbox_secret&user_id=44196397&screen_name=casalumbre')
    })

    app.post('/1.1/oauth/invalidate_token.json', (request, reply) => {
      const token = signed_token(request)
      return token === null ? reply.code(401).send(refused) : { access_token: token }
    })
  },
}
