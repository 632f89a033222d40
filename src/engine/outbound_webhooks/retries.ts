// When a failed delivery is tried again.
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/durations.ts'

export const RETRY_AFTER_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
]

/** Each wait is longer by up to this share, so that deliveries that failed together are not repeated together. */
export const JITTER = 0.1

/** `failed`: failed attempts, with the one that ended now. Undefined: there is no further attempt. */
export function retry_at(failed: number, now: Date, random = Math.random): Date | undefined {
  const wait_ms = RETRY_AFTER_MS[failed - 1]
  return wait_ms === undefined ? undefined : new Date(now.getTime() + wait_ms * (1 + JITTER * random()))
}
