// The page of a WooCommerce shop on which an administrator lets an app have keys (docs/_authentication.md of the REST API, read 2026-11).
// The shop sends the keys to one address and the browser to another one, in any order.
import { request as send } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { type Query, show_page } from './page.ts'

const path = '/wc-auth/v1/authorize'

/** Sends JSON, and answers the status. */
const post = (address: string, body: object): Promise<number> =>
  new Promise((done, failed) => {
    const outgoing = send(address, { method: 'POST', headers: { 'content-type': 'application/json' } }, (answer) => {
      answer.resume().once('end', () => done(answer.statusCode ?? 0))
    })
    outgoing.once('error', failed).end(JSON.stringify(body))
  })

export function wc_auth(app: FastifyInstance) {
  const needed = ['app_name', 'scope', 'user_id', 'return_url', 'callback_url']
  app.get<{ Querystring: Query }>(path, ({ query }, reply) => {
    const missing = needed.find((name) => !query[name])
    if (missing) return reply.code(401).send(`Error: Missing parameter ${missing}`)
    return show_page(reply, 'WooCommerce', [`${query.scope} (API key)`], ['owner'])
  })
  app.post<{ Querystring: Query; Body: Query | null }>(path, async ({ query, body }, reply) => {
    const { user_id = '', return_url = '', callback_url = '', scope } = query
    const is_allowed = body?.decision === 'allow'
    const address = new URL(return_url)
    address.searchParams.set('success', is_allowed ? '1' : '0')
    address.searchParams.set('user_id', user_id)
    if (!is_allowed) return reply.redirect(address.href)
    const keys = {
      key_id: 1,
      user_id,
      consumer_key: 'ck_sandbox',
      consumer_secret: 'cs_sandbox',
      key_permissions: scope,
    }
    const status = await post(callback_url, keys)
    if (status >= 300)
      return reply
        .code(401)
        .send('Error: An error occurred in the request and at the time were unable to send the consumer data')
    return reply.redirect(address.href)
  })
}
