// Brevo's limits: 100 requests an hour for every endpoint without a limit of its own, campaigns included, and 10 a second for contacts.
// Each answer has the state of its limit in headers. The wait is in seconds, and there is no Retry-After (read 2026-11).
import type { FastifyInstance } from 'fastify'
import type { Answer } from '../../vendor.ts'
import type { World } from '../../world/types.ts'

const limits = {
  contacts: { most: 10, window_ms: 1_000 },
  unlisted: { most: 100, window_ms: 3_600_000 },
}

export function limit_requests(app: FastifyInstance, world: World, throttle: (seconds: number) => Answer) {
  const used = new Map<string, { begins: number; last: number; count: number }>()
  app.addHook('preHandler', async ({ url }, reply) => {
    const name = url.includes('/v3/contacts') ? 'contacts' : 'unlisted'
    const { most, window_ms } = limits[name]
    const now = world.limits_now()
    const before = used.get(name)
    // The control API can set the clock back. Later requests then never happened.
    const is_open = before && now >= before.last && now < before.begins + window_ms
    const { begins, count } = is_open ? before : { begins: now, count: 0 }
    const reset_s = Math.ceil((begins + window_ms - now) / 1_000)
    const is_over = count >= most
    used.set(name, { begins, last: now, count: is_over ? count : count + 1 })
    reply.headers({
      'x-sib-ratelimit-limit': String(most),
      'x-sib-ratelimit-remaining': String(is_over ? 0 : most - count - 1),
      'x-sib-ratelimit-reset': String(reset_s),
    })
    if (!is_over) return
    const { status, headers = {}, body } = throttle(reset_s)
    return reply.code(status).headers(headers).send(JSON.stringify(body))
  })
}
