// The vendor's leaky bucket: 40 requests, of which 2 leak in a second (introduction of the API, read 2026-11).
import type { FastifyReply } from 'fastify'

const size = 40
const leaks_a_second = 2
const second_ms = 1000

export function create_bucket(now: () => number) {
  let level = 0
  let at = now()
  return {
    /** False when the bucket is full. Every answer says how full it is, and after how many milliseconds it is empty. */
    take(reply: FastifyReply): boolean {
      // A clock that was set back leaks nothing.
      level = Math.max(0, level - (Math.max(0, now() - at) / second_ms) * leaks_a_second)
      at = now()
      const fits = level + 1 <= size
      if (fits) level += 1
      reply.headers({
        'x-rate-limit-limit': String(size),
        'x-rate-limit-remaining': String(Math.floor(size - level)),
        'x-rate-limit-reset': String(Math.ceil((level / leaks_a_second) * second_ms)),
      })
      return fits
    },
  }
}
