// Calendar days as texts YYYY-MM-DD. A day has no time zone: only `today_in` needs one.

const DAY_MS = 86_400_000

export interface Days {
  from: string
  /** Included. */
  to: string
}

export const add_days = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Number of days, both ends counted. */
export const count_days = ({ from, to }: Days): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1

export const days_of = (days: Days): string[] =>
  Array.from({ length: Math.max(0, count_days(days)) }, (_, index) => add_days(days.from, index))

/** The first days of the weeks, which begin on Mondays, or months that the days touch. */
export function starts_of(unit: 'week' | 'month', days: Days): string[] {
  const start = (day: string) =>
    unit === 'month' ? `${day.slice(0, 7)}-01` : add_days(day, -((new Date(day).getUTCDay() + 6) % 7))
  return [...new Set(days_of(days).map(start))]
}

/** A real calendar day: 2026-02-30 is none. */
export const is_day = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && add_days(text, 0) === text

/** The day that it is in a time zone. */
export function today_in(time_zone: string, now = new Date()): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone, dateStyle: 'short' })
  return parts.format(now)
}
