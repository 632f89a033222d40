// Calendar windows in the organization's time zone. Dates are text YYYY-MM-DD; both ends of a window are inclusive.
import { Temporal } from 'temporal-polyfill'

export interface Window {
  from: string
  to: string
  days: number
  /** The window includes today, which is not over. */
  is_partial: boolean
}

export function today_in(time_zone: string, now: Date): string {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(time_zone).toPlainDate().toString()
}

export function add_days(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

/** Days from..to, both counted. */
export function days_between(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days + 1
}

/** The instant at which a date begins in a zone. */
export function start_of(date: string, time_zone: string): string {
  return Temporal.PlainDate.from(date).toZonedDateTime(time_zone).toInstant().toString()
}

/** The complete days that end yesterday. */
export function last_days(days: number, today: string): Window {
  return { from: add_days(today, -days), to: add_days(today, -1), days, is_partial: false }
}

/** The window of the same length just before. */
export function previous(window: Window): Window {
  return {
    from: add_days(window.from, -window.days),
    to: add_days(window.from, -1),
    days: window.days,
    is_partial: false,
  }
}
