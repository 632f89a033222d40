// Ends of access that are known: of a person's consent, and of an app's secret.
import { DAY_MS } from '#lib/durations.ts'

/** Before an end, connections say so from this number of days on. */
const WARNED_FROM_DAYS = 30

/** Days until an instant or a date, rounded up. Zero or less: it has ended. */
export const days_until = (end: string, now: Date): number => Math.ceil((Date.parse(end) - now.getTime()) / DAY_MS)

/** Days until the end, when they are few enough to say so. */
export function days_to_warn_of(end: string | null, now: Date): number | undefined {
  if (end === null) return undefined
  const days = days_until(end, now)
  return days <= WARNED_FROM_DAYS ? days : undefined
}
