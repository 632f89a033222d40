// Days and hours of the business. Mexico City has had no daylight saving time since 2022, so its offset is one number.
/** A calendar day in the world's time zone, 'YYYY-MM-DD'. */
export type Day = string
/** Milliseconds since 1970-01-01T00:00Z. */
export type Instant = number

export const time_zone = 'America/Mexico_City'
const offset_ms = -6 * 3_600_000
export const hour_ms = 3_600_000
export const day_ms = 24 * hour_ms

// The world asks for the same few thousand days millions of times, and dates are slow to read and to write.
const numbers = new Map<Day, number>()
const days_by_number = new Map<number, Day>()

/** Days since 1970-01-01. */
export function day_number(day: Day): number {
  let number = numbers.get(day)
  if (number === undefined) {
    number = Math.round(Date.parse(`${day}T00:00:00Z`) / day_ms)
    numbers.set(day, number)
  }
  return number
}

function day_numbered(number: number): Day {
  let day = days_by_number.get(number)
  if (day === undefined) {
    day = new Date(number * day_ms).toISOString().slice(0, 10)
    days_by_number.set(number, day)
  }
  return day
}

export const day_of = (at: Instant): Day => day_numbered(Math.floor((at + offset_ms) / day_ms))
/** The instant at which a day begins in the business's time zone. */
export const start_of = (day: Day): Instant => day_number(day) * day_ms - offset_ms
export const add_days = (day: Day, days: number): Day => day_numbered(day_number(day) + days)
export const days_between = (from: Day, to: Day): number => day_number(to) - day_number(from)
/** 0 is Sunday. */
export const weekday = (day: Day): number => (day_number(day) + 4) % 7

export const earlier = (left: Day, right: Day): Day => [left, right].sort()[0]!

/** Includes both ends. Empty when `to` is before `from`. */
export function days_from(from: Day, to: Day): Day[] {
  const days: Day[] = []
  for (let day = from; day <= to; day = add_days(day, 1)) days.push(day)
  return days
}

/** An instant in the vendors' format, with the business's offset: 2026-11-20T08:15:00-0600. */
export const local_time = (at: Instant): string => `${new Date(at + offset_ms).toISOString().slice(0, 19)}-0600`

/** An instant in the format of some email platforms: 2026-11-20T12:00:00+00:00. */
export const utc_time = (at: Instant): string => `${new Date(at).toISOString().slice(0, 19)}+00:00`

// The share of a day's trade that has happened by each full hour: little at night, a peak at lunch, most in the evening.
const by_hour = [
  0, 0.02, 0.03, 0.036, 0.04, 0.045, 0.055, 0.075, 0.11, 0.155, 0.205, 0.26, 0.32, 0.385, 0.445, 0.5, 0.55, 0.6, 0.655,
  0.72, 0.8, 0.88, 0.945, 0.98, 1,
]

const count_ms = 15 * 60_000
/** Platforms update their figures every quarter of an hour. At `now` they report the state of the last update. */
export const counted_at = (now: Instant): Instant => Math.floor(now / count_ms) * count_ms

/** The share of a day's trade that has happened at `now`: 0 for future days, 1 for past days. */
export function elapsed(day: Day, now: Instant): number {
  const hours = (now - start_of(day)) / hour_ms
  if (hours <= 0) return 0
  if (hours >= 24) return 1
  const full = Math.floor(hours)
  return by_hour[full]! + (by_hour[full + 1]! - by_hour[full]!) * (hours - full)
}

/** The instant at which a share (0..1) of the day's trade has happened. Inverse of `elapsed`. */
export function moment_of(day: Day, share: number): Instant {
  const full = Math.max(
    0,
    by_hour.findIndex((part) => part > share),
  )
  const from = by_hour[full - 1] ?? 0
  const part = (share - from) / ((by_hour[full] ?? 1) - from || 1)
  return start_of(day) + Math.floor((full - 1 + part) * hour_ms)
}
