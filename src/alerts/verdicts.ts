// Verdicts of an alert rule on days: reads what the rule needs, once for all days, and compares.
import { createHash } from 'node:crypto'
import {
  type AlertTerms,
  compared_days,
  type DayFigures,
  exact_score,
  single_day_expected,
  type Verdict,
  verdict_of,
  window_days,
} from '#domain/alert_conditions.ts'
import { type DayScore, HISTORY_DAYS_MIN, score_days } from '#domain/detector.ts'
import { divide, type Exact, to_number } from '#domain/exact.ts'
import { add_days, days_between } from '#domain/windows.ts'
import type { FigureContext } from '#engine/tool.ts'
import type { AlertMetric } from './metric.ts'
import { type MetricDays, read_days, read_window, type Span } from './series.ts'

/** Days that are read before the first checked day. The detector learns from thirteen weeks and their misses. */
const HISTORY_DAYS = 133
/** Days that decide an anomaly, for the version of its data. */
const DECIDING_DAYS = 91
/** Decimals with which the detector's floats see a value. */
const FLOAT_DIGITS = 6

export interface DayVerdict {
  day: string
  verdict: Verdict | null
  /** True: the value lacks something that belonged to it on the day, so it opens, resolves and withdraws nothing. */
  is_part: boolean
  /** Hash of the rule's terms and of the values that decide the day. */
  version: string
}

export interface Verdicts {
  days: MetricDays
  /** Known days before a day, for the detector's demand of six weeks. */
  known_before(day: string): number
  of(day: string): Promise<DayVerdict>
}

/** Reads the days of the span and the history that their verdicts need. */
export async function verdicts_of(
  context: FigureContext,
  { metric, terms }: { metric: AlertMetric; terms: AlertTerms },
  span: Span,
): Promise<Verdicts> {
  const from = add_days(span.from, -HISTORY_DAYS)
  const days = await read_days(context, metric, { from, to: span.to })
  const all = dates({ from, to: span.to })
  const checked = terms.condition === 'anomaly' ? anomalies(all, days, { metric, terms }) : undefined
  const mean_or_sum = (end: string, count: number, of: 'mean' | 'sum') =>
    over_days(context, { metric, days }, { end, count, of })
  return {
    days,
    known_before: (day) => all.filter((one) => one < day && days.value_of(one) !== null).length,
    async of(day) {
      const figures = await figures_of(day)
      const version = version_of(terms, [day, ...deciding(day, figures)])
      const is_part = days.lacks({ from: add_days(day, 1 - window_days(terms)), to: day })
      return { day, verdict: verdict_of(terms, figures), is_part, version }
    },
  }

  async function figures_of(day: string): Promise<DayFigures> {
    const value = await mean_or_sum(day, window_days(terms), 'sum')
    if (terms.condition === 'above' || terms.condition === 'below') return { value, expected: terms.threshold }
    if (checked) {
      const of = checked.get(day)
      return { value, expected: of ? exact_score(of.expected) : null, score: of?.score }
    }
    const count = compared_days(terms)
    if (count > 0) return { value, expected: await mean_or_sum(add_days(day, -1), count, 'mean') }
    return { value, expected: single_day_expected(terms, day, days.value_of) }
  }

  function deciding(day: string, { value, expected }: DayFigures): (Exact | null | string)[] {
    const own = [value, expected, day > (days.newest ?? '') ? 'open' : 'complete']
    if (!checked) return own
    const first = add_days(day, -DECIDING_DAYS)
    return [...own.slice(0, 1), ...own.slice(2), ...dates({ from: first, to: day }).map(days.value_of)]
  }
}

/** The value of several days: their sum, their mean, or, where days do not add up, the value of the window. */
async function over_days(
  context: FigureContext,
  { metric, days }: { metric: AlertMetric; days: MetricDays },
  { end, count, of }: { end: string; count: number; of: 'mean' | 'sum' },
): Promise<Exact | null> {
  if (count === 1) return days.value_of(end)
  const span = { from: add_days(end, 1 - count), to: end }
  if (!metric.adds_up && !(of === 'mean' && metric.has_zeros)) return read_window(context, metric, span)
  let sum = 0n
  for (const day of dates(span)) {
    const value = days.value_of(day)
    if (value === null) return null
    sum += value
  }
  return of === 'sum' ? sum : divide(sum, BigInt(count))
}

function anomalies(
  all: string[],
  days: MetricDays,
  { metric, terms }: { metric: AlertMetric; terms: AlertTerms },
): Map<string, DayScore | null> {
  const values = all.map((day) => {
    const value = days.value_of(day)
    return value === null ? null : to_number(value, FLOAT_DIGITS)
  })
  const checked = score_days(
    values,
    metric.unit === 'count' ? 'count' : 'amount',
    to_number(terms.threshold, FLOAT_DIGITS),
  )
  return new Map(all.map((day, at) => [day, checked[at]!]))
}

export function dates({ from, to }: Span): string[] {
  return from > to ? [] : Array.from({ length: days_between(from, to) }, (_, at) => add_days(from, at))
}

function version_of({ condition, threshold, comparison_period }: AlertTerms, deciding: unknown[]): string {
  const text = [condition, threshold, comparison_period, ...deciding].join(' ')
  return createHash('sha256').update(text).digest('hex').slice(0, VERSION_CHARS)
}

const VERSION_CHARS = 16

/** True if too little is known for a rule with the condition anomaly. */
export const lacks_history = (verdicts: Verdicts): boolean =>
  verdicts.days.newest === null || verdicts.known_before(add_days(verdicts.days.newest, 1)) < HISTORY_DAYS_MIN
