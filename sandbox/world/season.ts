// How busy the shop is on a day, relative to an ordinary day: week, month, Mexican shopping days, and growth.
import { add_days, day_number, days_between, weekday } from './calendar.ts'
import type { Day } from './types.ts'

const by_weekday = [1.08, 0.98, 0.94, 0.95, 0.98, 1.02, 1.05]
const by_month = [0.8, 0.9, 0.93, 0.96, 1.04, 0.96, 0.95, 0.95, 0.96, 1.0, 1.12, 1.22]
const growth_a_year = 0.18
const growth_since: Day = '2025-06-01'

/** The nth given weekday of a month: nth_weekday(2026, 11, 1, 3) is the third Monday of November 2026. */
function nth_weekday(year: number, month: number, wanted: number, nth: number): Day {
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  return add_days(first, ((wanted - weekday(first) + 7) % 7) + (nth - 1) * 7)
}

/** El Buen Fin: the long weekend that ends on the third Monday of November. */
export function buen_fin(year: number): [Day, Day] {
  const monday = nth_weekday(year, 11, 1, 3)
  return [add_days(monday, -3), monday]
}
const black_friday = (year: number): Day => add_days(nth_weekday(year, 11, 4, 4), 1)

function events(day: Day): number {
  const year = Number(day.slice(0, 4))
  const date = day.slice(5)
  const [from, to] = buen_fin(year)
  if (day >= from && day <= to) return 2.1
  const after_friday = days_between(black_friday(year), day)
  if (after_friday === 0) return 1.75
  if (after_friday === 3) return 1.45
  if (date >= '05-03' && date <= '05-09') return 1.25 + 0.06 * (Number(date.slice(3)) - 3)
  if (date >= '05-25' && date <= '06-02') return 1.35
  if (date >= '12-10' && date <= '12-20') return 1.2
  if (date >= '12-24' || date <= '01-05') return 0.75
  return 1
}

export function season(day: Day): number {
  const years = days_between(growth_since, day) / 365
  const growth = Math.max(0.7, 1 + growth_a_year * years)
  return by_weekday[weekday(day)]! * by_month[Number(day.slice(5, 7)) - 1]! * events(day) * growth
}

/** A slow wave between -1 and 1 with its own period, for values that drift over months. */
export const swell = (day: Day, period_days: number, shift: number): number =>
  Math.sin((day_number(day) / period_days + shift) * 2 * Math.PI)
