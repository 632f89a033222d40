// The only place that writes dates and times. A page of an organization shows them in the organization's time zone.
import { locale } from './language.ts'

const MINUTE_MS = 60_000
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 1440 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
]

/** 'Jun 28, 2026' */
export const day_text = (instant: string, time_zone?: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: time_zone }).format(new Date(instant))

/** 'June 2026', of a calendar day */
export const month_text = (day: string): string =>
  new Intl.DateTimeFormat(locale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(day))

/** 'Jun 28, 2026, 7:40 AM' */
export const moment_text = (instant: string, time_zone?: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short', timeZone: time_zone }).format(
    new Date(instant),
  )

/** '3 hours ago', 'in 7 days' */
export function distance_text(instant: string, now = Date.now()): string {
  const distance = new Date(instant).getTime() - now
  const [unit, length] = steps.find(([, length]) => Math.abs(distance) >= length) ?? steps[2]!
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(Math.round(distance / length), unit)
}
