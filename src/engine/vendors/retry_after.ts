import type { VendorAnswer } from '#engine/connector.ts'

/** The longest wait that a vendor can ask for: vendors have quotas of a day. After it, the vendor is asked again. */
export const ASKED_WAIT_MAX_S = 26 * 3600

/** From here on, a number is an instant: seconds since 1970, or milliseconds. As a wait, it would be 31 years. */
const EPOCH_S_MIN = 1e9
const EPOCH_MS_MIN = 1e12

/** Undefined: no number. */
export const bounded_wait_s = (wait_s: number): number | undefined =>
  Number.isNaN(wait_s) ? undefined : Math.min(Math.max(0, wait_s), ASKED_WAIT_MAX_S)

/** The seconds of Retry-After. The header can also be a date (RFC 9110, 10.2.3), and some vendors send the seconds since 1970. */
export function retry_after({ headers }: VendorAnswer): number | undefined {
  const value = headers['retry-after']
  if (value === undefined) return undefined
  const number = Number(value)
  if (Number.isFinite(number) && number < EPOCH_S_MIN) return bounded_wait_s(number)
  const at = Number.isFinite(number) ? number * (number < EPOCH_MS_MIN ? 1000 : 1) : Date.parse(value)
  return bounded_wait_s((at - Date.parse(headers.date ?? '')) / 1000)
}

/** The sentence of a sync that a limit of the vendor ended. */
export const limited = (title: string, now: Date, wait_s: number | undefined) =>
  `${title} limits calls for now; the sync continues ${after_wait(now, wait_s)}.`

/** When requests are possible again, in words. */
function after_wait(now: Date, wait_s: number | undefined): string {
  if (wait_s === undefined) return 'later'
  const at = new Date(now.getTime() + wait_s * 1000).toISOString()
  return `after ${at.slice(0, 10)} ${at.slice(11, 16)} UTC`
}
