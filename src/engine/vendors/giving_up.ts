// What ends a request: a refusal that no further attempt changes, too many attempts, or a wait that would be too long.
import type { Verdict } from '#engine/connector.ts'
import { not_answered, VendorRefusal } from '#engine/vendors/refusal.ts'
import { limited } from '#engine/vendors/retry_after.ts'
import { backoff_ms } from '#lib/backoff.ts'

const TRIES_MAX = 6
/** A longer wait ends the sync instead. The sync is retried at the time that the vendor named. */
export const WAIT_MAX_S = 120

interface Attempted {
  title: string
  attempt: number
  /** Whether only one account waits for the limit. */
  is_of_one: boolean
  now: Date
  clean: (reason: string) => string
  random: (() => number) | undefined
}

/** The refusal of a request that would wait too long for a limit. `wait_s`: seconds, where they are known. */
export const throttled = ({ title, now, is_of_one }: Pick<Attempted, 'title' | 'now' | 'is_of_one'>, wait_s?: number) =>
  new VendorRefusal('throttled', limited(title, now, wait_s), wait_s, is_of_one && wait_s !== undefined)

/** Throws what ends the request. Otherwise returns the milliseconds to wait before the next attempt. */
export function wait_or_give_up(
  verdict: Verdict,
  { title, attempt, is_of_one, now, clean, random }: Attempted,
): number {
  if (verdict.kind === 'expired')
    throw new VendorRefusal('revoked', `${title} does not accept the credential. Connect it again.`)
  if (verdict.kind === 'revoked')
    throw new VendorRefusal('revoked', `${title}: ${clean(verdict.reason)} Connect it again.`)
  if (verdict.kind === 'denied') throw new VendorRefusal('denied', `${title} gives no access: ${clean(verdict.reason)}`)
  if (verdict.kind === 'refused' || verdict.kind === 'too_much')
    throw new VendorRefusal(verdict.kind, `${title} refused the request: ${clean(verdict.reason)}`)
  const asked_s = verdict.kind === 'throttled' ? verdict.wait_s : undefined
  if (attempt >= TRIES_MAX || (asked_s ?? 0) > WAIT_MAX_S) {
    if (verdict.kind !== 'throttled') throw not_answered(`${title} does not answer properly: ${clean(verdict.reason)}`)
    throw throttled({ title, now, is_of_one }, asked_s)
  }
  // A random extra wait: clocks differ, and waiting callers should not all retry at the same moment.
  return asked_s === undefined ? backoff_ms(attempt, { random }) : asked_s * 1000 + backoff_ms(1, { random })
}
