// Calendar windows in the organization's time zone. Dates are texts YYYY-MM-DD. Both ends of a window are inclusive.
import { DAY_MS } from '#lib/durations.ts'

export interface Window {
  from: string
  to: string
  days: number
  /** The window includes today, which is not complete. */
  is_partial: boolean
}

/** The latest known day of each zone, as a cache: every call asks for today, and the answer changes once a day. */
const days_of_zones = new Map<string, { date: string; begins_ms: number; ends_ms: number }>()

/** The calendar day of any instant in a zone, YYYY-MM-DD. */
export const day_in = (time_zone: string, instant: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(time_zone).toPlainDate().toString()

/** The minute of an instant in a zone, for people: 2026-11-29 18:30. */
export const minute_in = (time_zone: string, instant: string): string =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(time_zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ')

export function today_in(time_zone: string, now: Date): string {
  const now_ms = now.getTime()
  let day = days_of_zones.get(time_zone)
  if (!day || now_ms < day.begins_ms || now_ms >= day.ends_ms) {
    const date = Temporal.Instant.fromEpochMilliseconds(now_ms).toZonedDateTimeISO(time_zone).toPlainDate().toString()
    day = {
      date,
      begins_ms: Date.parse(start_of(date, time_zone)),
      ends_ms: Date.parse(start_of(add_days(date, 1), time_zone)),
    }
    days_of_zones.set(time_zone, day)
  }
  return day.date
}

/** Entries of each cache of days. A full cache is emptied completely, because callers soon ask for most entries again. */
const DAYS_KEPT_MAX = 10_000
/** An answer computes many times with the same few days. */
const numbers_of_days = new Map<string, number>()
const dates_of_numbers = new Map<number, string>()
const starts = new Map<string, string>()

function cached<Key, Of>(cache: Map<Key, Of>, key: Key, make: (key: Key) => Of): Of {
  if (cache.size >= DAYS_KEPT_MAX && !cache.has(key)) cache.clear()
  return cache.getOrInsertComputed(key, make)
}

/** Days since 1970. Dates have no zone. In UTC all days have the same length. */
const number_of = (date: string) => cached(numbers_of_days, date, () => Date.parse(date) / DAY_MS)
const date_of = (day: number) => cached(dates_of_numbers, day, () => new Date(day * DAY_MS).toISOString().slice(0, 10))

export const add_days = (date: string, days: number): string => date_of(number_of(date) + days)

/** Number of days from..to, including both. */
export const days_between = (from: string, to: string): number => number_of(to) - number_of(from) + 1

/** The instant at which a date begins in a zone. */
export const start_of = (date: string, time_zone: string): string =>
  cached(starts, `${date} ${time_zone}`, () =>
    Temporal.PlainDate.from(date).toZonedDateTime(time_zone).toInstant().toString(),
  )

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

/** Days of a year that ends on the same weekday. */
const YEAR_DAYS = 364

/** The same days a year before, with the same weekdays. */
export function year_before({ from, to, days }: Window): Window {
  return { from: add_days(from, -YEAR_DAYS), to: add_days(to, -YEAR_DAYS), days, is_partial: false }
}

/** Longest range of explicit dates. Long enough for the whole history of a shop. */
export const RANGE_DAYS_MAX = 3_660
/** Most complete days that days_back can request. */
export const DAYS_BACK_MAX = 1_100
/** No platform has older figures. */
const EARLIEST_DATE = '1990-01-01'
/** Number of complete days before today in a request without dates. */
const DEFAULT_DAYS = 30

export interface Dates {
  date_from?: string
  date_to?: string
}

/** The last 30 days and today. */
function default_window(today: string): Window {
  return window_between(add_days(today, -DEFAULT_DAYS), today, today)
}

/** The window of explicit inclusive dates. Throws a RangeError whose sentence tells the caller how to fix them. */
export function explicit_window({ date_from, date_to }: Dates, today: string): Window {
  if (!date_from && !date_to) return default_window(today)
  const to = date_to ?? today
  for (const [name, date] of Object.entries({ date_from, date_to })) {
    if (date && date > today) throw new RangeError(`${name} ${date} lies in the future. Today is ${today}.`)
    if (date && date < EARLIEST_DATE)
      throw new RangeError(`${name} ${date} lies too far back. The earliest date is ${EARLIEST_DATE}.`)
  }
  const from = date_from ?? add_days(to, -DEFAULT_DAYS)
  if (from > to) throw new RangeError(`date_from ${from} lies after date_to ${to}. Exchange them.`)
  const window = window_between(from, to, today)
  if (window.days > RANGE_DAYS_MAX)
    throw new RangeError(`${window.days} days are too many. Ask for at most ${RANGE_DAYS_MAX} (ten years).`)
  return window
}

function window_between(from: string, to: string, today: string): Window {
  return { from, to, days: days_between(from, to), is_partial: to >= today }
}

const QUARTER_MINUTES = 15

/** True in the first quarter of this hour of the zone's clock. A job that runs each quarter of an hour meets it once a day. */
export function is_quarter_after(hour: number, at: Date, time_zone: string): boolean {
  const clock = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(time_zone)
  return clock.hour === hour && clock.minute < QUARTER_MINUTES
}
