// How long a page waits before it sends a refused call again: as long as the answer says, or else longer after each refusal.
import type { Answered } from './send.ts'

/** After the first refusal. Each further one doubles it. */
const WAIT_S = 2
const WAIT_MAX_S = 120
/** Refusals from before this time say nothing about the server of now. */
const FORGOTTEN_AFTER_MS = 2 * WAIT_MAX_S * 1000

/** Too many calls, or a server that is too busy: waiting helps. */
const PASSING = new Set([429, 503])

/** Refusals in a row, by call. */
const refusals = new Map<string, { count: number; last_at: number }>()

type Refused = Pick<Answered, 'status' | 'retry_after_s'>

/** Undefined: waiting does not help. */
export function wait_after(call: string, { status, retry_after_s }: Refused, now = Date.now()): number | undefined {
  const before = refusals.get(call)
  if (!PASSING.has(status)) {
    refusals.delete(call)
    return retry_after_s
  }
  const count = before && now - before.last_at < FORGOTTEN_AFTER_MS ? before.count : 0
  refusals.set(call, { count: count + 1, last_at: now })
  return retry_after_s ?? Math.min(WAIT_S * 2 ** count, WAIT_MAX_S)
}
