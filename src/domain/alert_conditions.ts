// When an alert rule is breached, and when its figure is inside again. Amounts are exact; only the detector's scores are floats.
import { divide, type Exact, ONE } from '#domain/exact.ts'
import { add_days } from '#domain/windows.ts'

export const alert_conditions = [
  'above',
  'below',
  'increase_percent',
  'decrease_percent',
  'change_percent',
  'anomaly',
] as const
export type AlertCondition = (typeof alert_conditions)[number]

export const comparison_periods = ['previous_day', 'same_weekday', 'previous_7_days', 'previous_30_days'] as const
export type ComparisonPeriod = (typeof comparison_periods)[number]

/** An anomaly is compared with its own history alone. */
export const has_period = (condition: string): boolean => condition !== 'anomaly'

export interface AlertTerms {
  condition: AlertCondition
  threshold: Exact
  comparison_period: ComparisonPeriod | null
}

/** The figures of a day that a rule looks at. null: not known, or nothing to compare with. */
export interface DayFigures {
  value: Exact | null
  /** What the value is compared with. Of `above` and `below`: the threshold. */
  expected: Exact | null
  /** Deviations of the detector. */
  score?: number
}

export interface Verdict {
  value: Exact
  expected: Exact | null
  /** What is compared with the threshold: the value, its change in percent, or the score of the detector. */
  measure: Exact
  breaches: boolean
  /** Inside by a tenth of the threshold, so that a figure at the threshold does not open and resolve every day. */
  is_inside: boolean
}

/** Inside by one part in this number of the threshold counts as inside again. */
const MARGIN_PARTS = 10n
/** The median of four weekdays needs this number of known ones. */
const WEEKDAYS_MIN = 3
const WEEKDAYS = [7, 14, 21, 28]
const SCORE_DIGITS = 6
const PERCENT = 100n

const DAYS_OF: Record<ComparisonPeriod, number> = {
  previous_day: 1,
  same_weekday: 1,
  previous_7_days: 7,
  previous_30_days: 30,
}

const is_level = (condition: AlertCondition) => condition === 'above' || condition === 'below'

/** The days whose sum or ratio `above` and `below` compare with the threshold. */
export const window_days = ({ condition, comparison_period }: AlertTerms): number =>
  is_level(condition) ? DAYS_OF[comparison_period ?? 'previous_day'] : 1

/** The days before a day whose mean it is compared with. 0: single days. */
export const compared_days = ({ condition, comparison_period }: AlertTerms): number =>
  is_level(condition) || !has_period(condition) || DAYS_OF[comparison_period ?? 'same_weekday'] === 1
    ? 0
    : DAYS_OF[comparison_period!]

/** The verdict on a day. null: its figures are not known, or there is nothing to compare with. */
export function verdict_of({ condition, threshold }: AlertTerms, figures: DayFigures): Verdict | null {
  const { value, expected } = figures
  const measure = measure_of(condition, figures)
  if (value === null || measure === null) return null
  const margin = divide(threshold < 0n ? -threshold : threshold, MARGIN_PARTS)
  // A fall and a low value breach on the other side.
  const is_low = condition === 'below'
  return {
    value,
    expected,
    measure,
    breaches: is_low ? measure < threshold : measure > threshold,
    is_inside: is_low ? measure >= threshold + margin : measure <= threshold - margin,
  }
}

function measure_of(condition: AlertCondition, { value, expected, score }: DayFigures): Exact | null {
  if (condition === 'above' || condition === 'below') return value
  if (condition === 'anomaly') return score === undefined ? null : exact_score(Math.abs(score))
  if (value === null || expected === null || expected === 0n) return null
  const change = divide((value - expected) * PERCENT * ONE, expected < 0n ? -expected : expected)
  if (condition === 'increase_percent') return change
  if (condition === 'decrease_percent') return -change
  return change < 0n ? -change : change
}

export const exact_score = (score: number): Exact =>
  BigInt(Math.round(score * 10 ** SCORE_DIGITS)) * (ONE / 10n ** BigInt(SCORE_DIGITS))

/** The value of the day before, or the median of the last four such weekdays. */
export function single_day_expected(
  { comparison_period }: AlertTerms,
  day: string,
  value_of: (day: string) => Exact | null,
): Exact | null {
  if (comparison_period === 'previous_day') return value_of(add_days(day, -1))
  const values = WEEKDAYS.map((back) => value_of(add_days(day, -back))).filter((value) => value !== null)
  return values.length < WEEKDAYS_MIN ? null : middle_of(values)
}

function middle_of(values: readonly Exact[]): Exact {
  const sorted = values.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : divide(sorted[half - 1]! + sorted[half]!, 2n)
}

export type Transition = 'open' | 'resolve'

/** What a complete day changes. A day without a verdict changes nothing. */
export function transition(is_firing: boolean, verdict: Verdict | null): Transition | null {
  if (verdict === null) return null
  if (!is_firing) return verdict.breaches ? 'open' : null
  return verdict.is_inside ? 'resolve' : null
}

/** The days on which alerts would have opened, from verdicts in the order of their days. */
export function openings_of(verdicts: readonly { day: string; verdict: Verdict | null }[]): string[] {
  let is_firing = false
  return verdicts.flatMap(({ day, verdict }) => {
    const change = transition(is_firing, verdict)
    if (change !== null) is_firing = change === 'open'
    return change === 'open' ? day : []
  })
}
