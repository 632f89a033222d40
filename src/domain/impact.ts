// How a campaign changed against the other campaigns of its account after a change of it. The width of the interval comes from the same
// comparison at every earlier day, when nothing was changed. ADR 57 has the formula.
import type { SeriesKind } from '#domain/detector.ts'

export interface Course {
  kind: SeriesKind
  /** Daily values of the campaign: the days before, the day of the action, and the days after. */
  target: readonly number[]
  /** The same days of all other campaigns of the account together. */
  others: readonly number[]
}

/** Days after the action that are compared. */
export const impact_days = [7, 14] as const
export type ImpactDays = (typeof impact_days)[number]

/** Percent against the other campaigns, with the ends of a 90 % interval. */
export interface Change {
  change: number
  low: number
  high: number
}

/** `history_short`: not enough days before. `nothing_before`: too little to be a base. `no_others`: nothing to compare with. */
export type NoChange = 'history_short' | 'nothing_before' | 'no_others'

/** Days before the action with figures of the campaign. */
export const HISTORY_DAYS_MIN = 70
/** Days before the action that count. What was longer ago may vary in another way. */
export const HISTORY_DAYS_MAX = 182
/** Days before, to which the days after are compared: four weeks, so that each weekday has the same weight. */
export const BASE_DAYS = 28
/** Comparisons of earlier days that make an interval. */
const EARLIER_MIN = 21
/** Events without which a count is no base. */
export const EVENTS_MIN = 10
/** Added to a count before its logarithm. */
const COUNT_SHIFT = 0.5
/** Days before and after a day whose mean is the level at that day. */
const LEVEL_DAYS = 7
/** The variance of a mean of days that resemble their neighbors, over that of independent days. */
const CORRELATION = 2.5
/** How much the variance of single days counts beside that of earlier comparisons. */
const DAYS_SHARE = 0.7
/** Scales on each side of the change: with fewer independent periods in the history, the scale is less certain. */
const REACH: Record<ImpactDays, number> = { 7: 1.99, 14: 2.12 }

export function change_after(course: Course, days: ImpactDays): Change | NoChange {
  const of = since_first(course)
  const day = of.target.length - 1 - days
  if (day < HISTORY_DAYS_MIN) return 'history_short'
  const least = of.kind === 'count' ? EVENTS_MIN : Number.MIN_VALUE
  if (sum(of.target, day - BASE_DAYS, day) < least) return 'nothing_before'
  if (sum(of.others, day - BASE_DAYS, day) < least || sum(of.others, day + 1, day + 1 + days) < least)
    return 'no_others'
  const earlier = earlier_comparisons(of, days, day)
  if (earlier.length < EARLIER_MIN) return 'history_short'
  const change = compared(of, day, days)
  // Without spend, the fall is whole, whatever the others did.
  if (!Number.isFinite(change)) return { change: -100, low: -100, high: -100 }
  const reach = REACH[days] * scale_at(of, { day, days, earlier })
  return { change: percent(change), low: percent(change - reach), high: percent(change + reach) }
}

/** Whether the interval leaves out that nothing changed. */
export const verdict_of = ({ low, high }: Pick<Change, 'low' | 'high'>) =>
  low > 0 ? 'rose' : high < 0 ? 'fell' : 'unclear'

/** Without the days before the first value of the campaign, and without what is too long ago. */
function since_first({ kind, target, others }: Course): Course {
  const first = target.findIndex((value) => value > 0)
  const from = Math.max(first, target.length - HISTORY_DAYS_MAX - 1 - Math.max(...impact_days), 0)
  return { kind, target: target.slice(from), others: others.slice(from) }
}

/** The logarithm of what the days after a day have against the days before it, against the same of the other campaigns. */
function compared({ kind, target, others }: Course, day: number, days: number): number {
  const shift = shift_of(kind)
  const after = (values: readonly number[]) => sum(values, day + 1, day + 1 + days) + shift
  const before = (values: readonly number[]) => sum(values, day - BASE_DAYS, day) + shift
  return Math.log(after(target) / after(others)) - Math.log(before(target) / before(others))
}

/** The same comparison at every day that was over, with the days after it, before the action. */
function earlier_comparisons(of: Course, days: number, action_day: number): number[] {
  const found: number[] = []
  for (let day = BASE_DAYS; day + days < action_day; day += 1) {
    const one = compared(of, day, days)
    if (Number.isFinite(one)) found.push(one)
  }
  return found
}

/**
 * Part of the variance is that of earlier comparisons. They overlap, so they are only a few independent ones. The other part is what the
 * variance of single days, of which there are many, leads to expect. A count varies at least as a Poisson variable does.
 */
function scale_at(
  of: Course,
  { day, days, earlier }: { day: number; days: number; earlier: readonly number[] },
): number {
  const of_chance = chance(of, [day - BASE_DAYS, day]) + chance(of, [day + 1, day + 1 + days])
  const of_days = CORRELATION * daily_variance(of, day) * (1 / days + 1 / BASE_DAYS) + of_chance
  const of_earlier = mean(earlier.map((one) => one ** 2))
  return Math.sqrt(Math.max(DAYS_SHARE * of_days + (1 - DAYS_SHARE) * of_earlier, of_chance))
}

/** The variance of single days around the level of their neighbors, without that of Poisson variables. */
function daily_variance({ kind, target, others }: Course, end: number): number {
  const shift = shift_of(kind)
  const logs = target.slice(0, end).map((value, day) => Math.log((value + shift) / (others[day]! + shift)))
  const squares: number[] = []
  for (let day = LEVEL_DAYS; day < end - LEVEL_DAYS; day += 1) {
    const deviation = logs[day]! - mean(logs.slice(day - LEVEL_DAYS, day + LEVEL_DAYS + 1))
    if (Number.isFinite(deviation)) squares.push(deviation ** 2 - chance({ kind, target, others }, [day, day + 1]))
  }
  // The day itself is part of the level around it.
  return squares.length === 0 ? 0 : Math.max(0, (mean(squares) * (2 * LEVEL_DAYS + 1)) / (2 * LEVEL_DAYS))
}

/** The variance of the logarithm of counts that comes from chance alone. */
const chance = ({ kind, target, others }: Course, [from, to]: readonly [number, number]) =>
  kind === 'count' ? 1 / (sum(target, from, to) + COUNT_SHIFT) + 1 / (sum(others, from, to) + COUNT_SHIFT) : 0

const shift_of = (kind: SeriesKind) => (kind === 'count' ? COUNT_SHIFT : 0)

const TENTHS = 10
/** The percentage of a logarithm, to a tenth. */
const percent = (log: number) => Math.round(TENTHS * 100 * Math.expm1(log)) / TENTHS + 0

/** The sum of the values from one day to the day before another. */
function sum(values: readonly number[], from: number, to: number): number {
  let total = 0
  for (let day = from; day < to; day += 1) total += values[day]!
  return total
}

const mean = (values: readonly number[]) => sum(values, 0, values.length) / values.length
