// The only place that writes dates and times. A page of an organization shows them in the organization's time zone.
import { today_in } from './days.ts'
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

const of_day = (day: string) => new Date(`${day}T00:00:00Z`)
const calendar = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' })

/** A calendar day, which has no time zone: 'Jun 28', and 'Jun 28, 2025' outside of the current year. */
export function date_text(day: string, now = new Date()): string {
  const year = day.slice(0, 4) === String(now.getUTCFullYear()) ? undefined : 'numeric'
  return calendar({ day: 'numeric', month: 'short', ...(year && { year }) }).format(of_day(day))
}

/** 'Sun, Jun 28' */
export const weekday_text = (day: string): string =>
  calendar({ weekday: 'short', day: 'numeric', month: 'short' }).format(of_day(day))

/** Calendar days, both included: 'May 23 – Jun 21, 2026' */
export const span_text = (from: string, to: string): string =>
  calendar({ day: 'numeric', month: 'short', year: 'numeric' }).formatRange(of_day(from), of_day(to))

/** '7:40 AM' of today, 'Jun 27, 7:40 AM' of another day. */
export function time_text(instant: string, time_zone: string, now = new Date()): string {
  const is_today = today_in(time_zone, new Date(instant)) === today_in(time_zone, now)
  const day: Intl.DateTimeFormatOptions = is_today ? {} : { day: 'numeric', month: 'short' }
  return new Intl.DateTimeFormat(locale(), {
    ...day,
    hour: 'numeric',
    minute: '2-digit',
    timeZone: time_zone,
  }).format(new Date(instant))
}
