// The time of a server from request to answer, and the time that its event loop keeps a request waiting. Both are measured in the server's
// own process.
import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { quantile } from './section.ts'

const TICK_MS = 5

export interface Times {
  count: number
  p99: number
}

export interface Delays {
  /** Milliseconds from the request read to the answer written, by status. */
  by_status: Record<string, Times>
  /** Milliseconds that the event loop keeps a request waiting. */
  loop: { p99: number; longest: number }
}

/**
 * The wait of an event that comes at any moment, from the times between two ticks. Counting ticks would hide a long block, because the
 * loop ticks once after it: of a second with a block of 900 ms, most moments are in the block, and nearly all ticks are not.
 */
export function wait_quantile(gaps: readonly number[], share: number): number {
  const total = gaps.reduce((sum, gap) => sum + gap, 0)
  const waits_longer = (ms: number) => gaps.reduce((sum, gap) => sum + Math.max(0, gap - ms), 0) / total
  let [low, high] = [0, gaps.reduce((longest, gap) => Math.max(longest, gap), 0)]
  for (let step = 0; step < 30; step++) {
    const middle = (low + high) / 2
    if (waits_longer(middle) > 1 - share) low = middle
    else high = middle
  }
  return high
}

/** Measures this process. Each call of the returned function returns what was measured since the one before. */
export function measure_delays(): () => Delays {
  const read_at = new WeakMap<ServerResponse, number>()
  let times: Record<string, number[]> = {}
  subscribe('http.server.request.start', (message) => {
    read_at.set((message as { response: ServerResponse }).response, performance.now())
  })
  subscribe('http.server.response.finish', (message) => {
    const { response } = message as { response: ServerResponse }
    const status = String(response.statusCode)
    times[status] ??= []
    times[status].push(performance.now() - read_at.get(response)!)
  })
  let gaps: number[] = []
  let last = performance.now()
  setInterval(() => {
    const now = performance.now()
    gaps.push(now - last)
    last = now
  }, TICK_MS).unref()
  return () => {
    const by_status = Object.fromEntries(
      Object.entries(times).map(([status, all]) => [status, { count: all.length, p99: quantile(all, 0.99) }]),
    )
    const longest = gaps.reduce((most, gap) => Math.max(most, gap), 0)
    const measured = { by_status, loop: { p99: wait_quantile(gaps, 0.99), longest } }
    times = {}
    gaps = []
    return measured
  }
}
