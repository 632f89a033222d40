// Finds days on which a daily figure breaks with its own history. The score of a day is its miss, in deviations of earlier misses.
// All statistics are robust: one wild day moves none of them far. docs/alerts.md has the formulas.

/** `count`: numbers of events, which vary at least as a Poisson variable does. */
export type SeriesKind = 'amount' | 'count'

export interface DayScore {
  /** The value that the history leads to expect. */
  expected: number
  /** Robust deviations between value and expectation. Negative: below. */
  score: number
}

/** Known days before the first day with a score: six weeks. */
export const HISTORY_DAYS_MIN = 42
/** Days of history that count. Weekday effects of longer ago may no longer be true. */
export const HISTORY_DAYS_MAX = 91
/** Known days whose mean is the level: four weeks, so that each weekday has the same weight. */
export const LEVEL_DAYS = 28
/** Days before and after a day, whose median is the trend at that day. */
export const TREND_DAYS = 10
const FORECAST_DAYS_MIN = 21
const MISSES_MIN = 21
const WEEK_DAYS = 7
/** Rounds between weekday effects and trend. */
const ROUNDS = 2
/** Steps of a mean or scale that is found by repetition. */
const STEPS = 4
/** Deviations beyond which a value counts less for a Huber mean. */
export const HUBER_DEVIATIONS = 1.5
/** Deviations at which misses are winsorised, and the factor that makes the scale of a normal variable one again. */
const WINSOR = { amount: { deviations: 3, factor: 1.0025 }, count: { deviations: 1.5, factor: 1.1334 } }
/** Standard deviation of a normal variable over its median absolute deviation. */
const MAD_FACTOR = 1.4826
/** Least scale in logarithms. Misses of less than two percent are never deviations. */
export const SCALE_MIN = 0.02
/** Share of its deviation at which a count is flagged. Then about as many quiet days of counts as of amounts are, whose tails are longer. */
export const COUNT_SHARE = 0.88
/** Amounts below this share of the median count as this share, because zero has no logarithm. */
export const FLOOR_SHARE = 0.05
/** Added before the logarithm of a count: then the mean of logarithms of Poisson variables is nearly the logarithm of their mean. */
const COUNT_SHIFT = 0.5
/** Anscombe's constant: roots of Poisson variables plus it have nearly the same variance. */
const ANSCOMBE = 3 / 8

type Known = number | null

/**
 * Scores each day by the days before it. null: the day or too much of its history is not known. Days beyond the threshold are flagged:
 * they are no history of later days.
 */
export function score_days(values: readonly Known[], kind: SeriesKind, threshold: number): (DayScore | null)[] {
  const to_log = logarithm(values, kind)
  /** History without flagged days. */
  const logs: Known[] = []
  const misses: (Miss | null)[] = []
  let known_days = 0
  return values.map((value) => {
    const forecast = forecast_of(logs.slice(-HISTORY_DAYS_MAX))
    const past = misses.slice(-HISTORY_DAYS_MAX).filter((miss) => miss !== null)
    logs.push(value === null ? null : to_log(value))
    misses.push(null)
    if (value === null) return null
    known_days += 1
    if (forecast === null) return null
    const mean = Math.exp(forecast)
    const size = kind === 'amount' ? to_log(value) - forecast : poisson_deviations(value, mean)
    const score =
      past.length < MISSES_MIN ? 0 : size / (kind === 'amount' ? scale_of_amount(past) : scale_of_count(past, mean))
    if (Math.abs(score) > threshold) logs[logs.length - 1] = null
    else misses[misses.length - 1] = { size, mean }
    return known_days <= HISTORY_DAYS_MIN || past.length < MISSES_MIN ? null : { expected: mean, score }
  })
}

function logarithm(values: readonly Known[], kind: SeriesKind): (value: number) => number {
  if (kind === 'count') return (value) => Math.log(Math.max(value, 0) + COUNT_SHIFT)
  const positive = values.filter((value) => value !== null && value > 0) as number[]
  const floor = positive.length === 0 ? 1 : FLOOR_SHARE * median(positive)
  return (value) => Math.log(Math.max(value, floor))
}

/** Level plus weekday effect of the day after these. null: too few are known. */
function forecast_of(logs: readonly Known[]): number | null {
  const days = logs.flatMap((log, day) => (log === null ? [] : { log, day, weekday: day % WEEK_DAYS }))
  if (days.length < FORECAST_DAYS_MIN) return null
  const effects = new Array<number>(WEEK_DAYS).fill(0)
  const without_season = () => days.map(({ log, weekday }) => log - effects[weekday]!)
  for (let round = 0; round < ROUNDS; round += 1) {
    const leveled = without_season()
    const deviations = days.map(({ log, day }) => {
      const near = leveled.filter((_, at) => Math.abs(days[at]!.day - day) <= TREND_DAYS)
      return log - median(near)
    })
    for (let weekday = 0; weekday < WEEK_DAYS; weekday += 1)
      effects[weekday] = huber_mean(deviations.filter((_, at) => days[at]!.weekday === weekday))
  }
  return huber_mean(without_season().slice(-LEVEL_DAYS)) + effects[logs.length % WEEK_DAYS]!
}

/** What a day was beside its expectation: of an amount in logarithms, of a count in Poisson deviations. */
interface Miss {
  size: number
  mean: number
}

/** A rise is as large as it is. A fall ends at zero, so it counts by roots. */
const poisson_deviations = (value: number, mean: number): number =>
  value >= mean
    ? (value - mean) / Math.sqrt(mean)
    : 2 * (Math.sqrt(Math.max(value, 0) + ANSCOMBE) - Math.sqrt(mean + ANSCOMBE))

const scale_of_amount = (past: readonly Miss[]) => Math.max(SCALE_MIN, winsorised_deviation(past, WINSOR.amount))

/** Events vary as a Poisson variable does, and their mean varies by a share of itself. So a large mean varies by more Poisson deviations. */
function scale_of_count(past: readonly Miss[], mean: number): number {
  const variance = winsorised_deviation(past, WINSOR.count) ** 2
  const share_squared = Math.max(SCALE_MIN ** 2, (variance - 1) / mean_of(past.map((miss) => miss.mean)))
  return COUNT_SHARE * Math.sqrt(1 + share_squared * mean)
}

function winsorised_deviation(
  past: readonly Miss[],
  { deviations, factor }: { deviations: number; factor: number },
): number {
  const sizes = past.map(({ size }) => Math.abs(size))
  let scale = MAD_FACTOR * median(sizes)
  for (let step = 0; step < STEPS; step += 1) {
    const most = deviations * scale
    scale = factor * Math.sqrt(mean_of(sizes.map((size) => Math.min(size, most) ** 2)))
  }
  return scale
}

/** A mean in which values far from the middle count as if they were nearer. Of no values: 0. */
function huber_mean(values: readonly number[]): number {
  if (values.length === 0) return 0
  let mean = median(values)
  const reach = HUBER_DEVIATIONS * MAD_FACTOR * median(values.map((value) => Math.abs(value - mean)))
  for (let step = 0; step < STEPS; step += 1)
    mean += mean_of(values.map((value) => Math.min(Math.max(value - mean, -reach), reach)))
  return mean
}

const mean_of = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort()
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}
