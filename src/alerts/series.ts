// The daily values of a metric, as query_data shows them. Days that its sources do not cover have no value, and a part of a sum is none.
import { is_known, type Known } from '#domain/coverage.ts'
import type { Exact } from '#domain/exact.ts'
import type { Health } from '#domain/health.ts'
import { add_days, days_between } from '#domain/windows.ts'
import type { FigureContext } from '#engine/tool.ts'
import { metric_answer } from '#figures/metrics/metric_query.ts'
import { least } from '#figures/sources/source_of.ts'
import { is_duplicate, type Source, type Sources } from '#figures/sources/sources.ts'
import type { AlertMetric } from './metric.ts'

export interface Span {
  from: string
  to: string
}

export interface MetricDays {
  /** The value of a day. null: not known. */
  value_of(day: string): Exact | null
  /** The last complete day. null: no day is known. */
  newest: string | null
  settled_until: string | null
  /** True if the sums of these days lack something that belongs to them, such as a connection that was disconnected later. */
  lacks(days: Span): boolean
  /** The connection whose figures cannot be trusted. null: all can be. */
  unhealthy: UnhealthySource | null
  /** Names of the connections. */
  sources: string[]
}

export interface UnhealthySource {
  /** `absent`: not connected. `currency`: the threshold is an amount in another currency than the figures. */
  health: Exclude<Health, 'ok'> | 'absent' | 'currency'
  name: string
  platform: string
  connection_id: string | null
}

/** The values of the days of a span, which may end today. A day with amounts that are not known has none. */
export async function read_days(context: FigureContext, metric: AlertMetric, span: Span): Promise<MetricDays> {
  const found = await metric_answer(context, { current: window_of(span, context) }, metric.by_day)
  const { dimension } = metric.by_day.dimensions[0]!
  const known = known_span(found.known_days, span)
  const rows = new Map(found.rows.map(({ key, value, is_part }) => [String(key[dimension]), is_part ? null : value]))
  const absent = metric.has_zeros && found.is_zero_real ? 0n : null
  const counting = counting_of(found.sources)
  const yesterday = add_days(context.today, -1)
  return {
    value_of(day) {
      if (day < span.from || day > span.to || !is_known(found.known_days, { from: day, to: day })) return null
      if (has_unknown_states(found.sources, { from: day, to: day })) return null
      return rows.has(day) ? (rows.get(day) ?? null) : absent
    },
    newest: known && [known.to, yesterday].sort()[0]!,
    settled_until: least(counting.map(({ settled_until }) => settled_until)),
    lacks: (days) => found.sources.lacks(days),
    unhealthy: unhealthy_of(found.sources),
    sources: counting.map(({ name }) => name),
  }
}

/** The value of a window as a whole, for metrics whose days do not add up. null: a day or an amount of the window is not known. */
export async function read_window(context: FigureContext, metric: AlertMetric, span: Span): Promise<Exact | null> {
  const found = await metric_answer(context, { current: window_of(span, context) }, metric.whole)
  const is_whole = found.known_days.is === 'whole' && !found.is_part && !has_unknown_states(found.sources, span)
  return is_whole ? found.total : null
}

/** True if records of these days are in a state that Tablero does not know, so that they can belong to the value. */
const has_unknown_states = ({ unknown_states }: Sources, { from, to }: Span) =>
  unknown_states.some(({ date }) => date >= from && date <= to)

const window_of = ({ from, to }: Span, { today }: FigureContext) => ({
  from,
  to,
  days: days_between(from, to),
  is_partial: to >= today,
})

function known_span(known: Known, { from, to }: Span): Span | null {
  if (known.is === 'whole') return { from, to }
  if (known.is === 'begun') return { from, to: known.until }
  return known.part ?? null
}

/** Connections that are part of the figure. Those whose accounts others count, and those that report no such figures, are none. */
const counting_of = ({ live }: Sources): Source[] =>
  live.filter((source) => !is_duplicate(source) && !source.reports_none)

function unhealthy_of(sources: Sources): UnhealthySource | null {
  const { group, live } = sources
  if (group.platforms.length === 0) return null
  if (live.length === 0)
    return { health: 'absent', name: group.platforms[0]!, platform: group.platforms[0]!, connection_id: null }
  for (const { health, name, platform, connection_id } of counting_of(sources))
    if (health !== 'ok') return { health, name, platform, connection_id }
  return null
}
