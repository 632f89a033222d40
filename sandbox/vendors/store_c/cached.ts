// Caches before sites of WordPress keep answers of its API by their address, for anyone who asks. Programs then see orders days late
// (goshippo/shippo-php-client issue 70, 2020-05; hippoo.app, "Order Status Not Updating"; docs.litespeedtech.com, "Cache REST API", read 2026-11).
import type { FastifyInstance } from 'fastify'
import type { Access } from '../../world/store_types.ts'

export function cached(app: FastifyInstance, access: Access) {
  const kept = new Map<string, { headers: Record<string, unknown>; body: unknown }>()
  app.addHook('preHandler', async ({ method, url }, reply) => {
    const found = access.caches_answers && method === 'GET' ? kept.get(url) : undefined
    if (found) return reply.headers({ ...found.headers, 'x-litespeed-cache': 'hit' }).send(found.body)
  })
  app.addHook('onSend', async ({ method, url }, reply, body) => {
    if (!access.caches_answers) kept.clear()
    else if (method === 'GET' && reply.statusCode === 200) kept.set(url, { headers: reply.getHeaders(), body })
    return body
  })
}
