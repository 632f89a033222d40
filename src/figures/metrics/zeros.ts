// When the absence of rows is a zero of a metric.
import type { Exact } from '#domain/exact.ts'
import type { Window } from '#domain/windows.ts'
import type { Metric } from '#figures/metrics/catalog.ts'
import { named_values } from '#figures/metrics/filters.ts'
import { is_time } from '#figures/metrics/metric_facts.ts'
import type { MetricQuestion } from '#figures/metrics/question.ts'
import type { Sources } from '#figures/sources/sources.ts'

/** True for metrics that are 0 where nothing happened. A figure of a day is unknown on a day that was not read. */
export const has_zeros = ({ kind }: Metric) => kind === 'sum' || kind === 'count_distinct'

/** The figure of known days without a row. */
export const zero_of = (metric: Metric, is_zero_real: boolean): Exact | null =>
  has_zeros(metric) && is_zero_real ? 0n : null

/** True if no row means that nothing happened. A filter can ask for what is left out, of which nobody knows any row. */
export function zero_is_real(question: MetricQuestion, of: Sources, window: Window): boolean {
  if (question.conditions.every(({ dimension }) => is_time(dimension))) return of.zero_is_real()
  return (named_values(question.texts, 'platform') ?? [undefined]).every(
    (platform) => of.zero_is_real(platform) && !of.lacks(window, platform) && !of.has_only_totals(platform),
  )
}
