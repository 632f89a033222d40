// Calendar windows in the organization's time zone. Dates are text YYYY-MM-DD; both ends of a window are inclusive.

export interface Window {
  from: string
  to: string
  days: number
  /** The window includes today, which is not over. */
  is_partial: boolean
}

const DAY_MS = 86_400_000

/** The day it is or was last asked for in each zone: every call asks, and the answer changes once a day. */
const days_of_zones = new Map<string, { date: string; begins_ms: number; ends_ms: number }>()

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

/** Dates have no zone: in UTC all days are equally long. */
export function add_days(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Days from..to, both counted. */
export function days_between(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
}

/** Starts of days kept at most; all are let go together, because most are asked for again at once. */
const STARTS_KEPT_MAX = 10_000
const starts = new Map<string, string>()

/** The instant at which a date begins in a zone. */
export function start_of(date: string, time_zone: string): string {
  const asked = `${date} ${time_zone}`
  let start = starts.get(asked)
  if (start === undefined) {
    start = Temporal.PlainDate.from(date).toZonedDateTime(time_zone).toInstant().toString()
    if (starts.size >= STARTS_KEPT_MAX) starts.clear()
    starts.set(asked, start)
  }
  return start
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

/** Longest range of explicit dates; long enough for the whole past of a shop. */
export const RANGE_DAYS_MAX = 3_660
/** Most complete days that days_back can ask for. */
export const DAYS_BACK_MAX = 1_100
/** No platform has figures from before. */
const EARLIEST_DATE = '1990-01-01'
/** Complete days before today that a question without dates means. */
const DEFAULT_DAYS = 30

export interface Dates {
  date_from?: string
  date_to?: string
}

/** The last 30 days and today. */
function default_window(today: string): Window {
  return window_between(add_days(today, -DEFAULT_DAYS), today, today)
}

/** Inclusive dates as asked for. Throws a RangeError whose sentence tells how to mend them. */
export function explicit_window({ date_from, date_to }: Dates, today: string): Window {
  if (!date_from && !date_to) return default_window(today)
  const to = date_to ?? today
  for (const [name, date] of Object.entries({ date_from, date_to })) {
    if (date && date > today) throw new RangeError(`${name} ${date} lies in the future; today is ${today}.`)
    if (date && date < EARLIEST_DATE)
      throw new RangeError(`${name} ${date} lies too far back; the earliest date is ${EARLIEST_DATE}.`)
  }
  const from = date_from ?? add_days(to, -DEFAULT_DAYS)
  if (from > to) throw new RangeError(`date_from ${from} lies after date_to ${to}; exchange them.`)
  const window = window_between(from, to, today)
  if (window.days > RANGE_DAYS_MAX)
    throw new RangeError(`${window.days} days are too many at once; ask for at most ${RANGE_DAYS_MAX} (ten years).`)
  return window
}

function window_between(from: string, to: string, today: string): Window {
  return { from, to, days: days_between(from, to), is_partial: to >= today }
}
