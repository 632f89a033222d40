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
