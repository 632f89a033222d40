// Klaviyo's rate limits: a burst of one second and a steady limit of one minute for each endpoint. Reports have a limit of one day too.
// Source: the descriptions of the operations in the `openapi` document of revision 2026-07-15, read 2026-11.
import type { FastifyInstance } from 'fastify'
import type { Answer } from '../../vendor.ts'
import type { Instant, World } from '../../world/types.ts'

const second_ms = 1_000
const windows_ms = [second_ms, 60 * second_ms, 24 * 60 * 60 * second_ms]

/** Requests in a second, a minute and a day, by the start of the path. */
const limits: [path: string, ...most: number[]][] = [
  ['accounts', 1, 15],
  ['campaign-values-reports', 1, 2, 225],
  ['campaigns', 10, 150],
  ['events', 350, 3500],
  ['lists', 75, 750],
  ['metric-aggregates', 3, 60],
  ['metrics', 10, 150],
  ['profiles', 75, 750],
]

export function limit_requests(app: FastifyInstance, world: World, throttle: (seconds: number) => Answer) {
  let sent: { path: string; at: Instant }[] = []
  app.addHook('preHandler', async ({ url }, reply) => {
    const [path, ...most] = limits.find(([start]) => url.split('/api/')[1]?.startsWith(start)) ?? ['']
    const now = world.limits_now()
    // The control API can set the clock back. Later requests then never happened.
    sent = sent.every(({ at }) => at <= now) ? sent.filter(({ at }) => now - at < windows_ms[2]!) : []
    const free_at = most.map((max, at) => {
      const within = sent.filter((one) => one.path === path && now - one.at < windows_ms[at]!)
      return within.length < max ? now : within.at(-max)!.at + windows_ms[at]!
    })
    const wait_s = Math.ceil((Math.max(now, ...free_at) - now) / second_ms)
    if (wait_s > 0) {
      const { status, headers, body } = throttle(wait_s)
      return reply
        .code(status)
        .headers(headers ?? {})
        .send(JSON.stringify(body))
    }
    sent.push({ path, at: now })
    const [, steady = 0] = most
    const used = sent.filter((one) => one.path === path && now - one.at < windows_ms[1]!).length
    reply.headers({
      'ratelimit-limit': String(steady),
      'ratelimit-remaining': String(Math.max(0, steady - used)),
      'ratelimit-reset': '60',
    })
  })
}
