import type { VendorAnswer } from '#engine/connector.ts'

/** The seconds of Retry-After. The header can also be a date (RFC 9110, 10.2.3). */
export function retry_after({ headers }: VendorAnswer): number | undefined {
  const value = headers['retry-after']
  if (value === undefined) return undefined
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const date = Date.parse(value)
  const now = Date.parse(headers.date ?? '')
  return Number.isNaN(date) || Number.isNaN(now) ? undefined : Math.max(0, (date - now) / 1000)
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
