// What drives a change: the campaign, product or channel whose value changed most against the same weekday a week before.
import type { Verdict } from '#domain/alert_conditions.ts'
import { descending, type Exact } from '#domain/exact.ts'
import { add_days } from '#domain/windows.ts'
import type { FigureContext } from '#engine/tool.ts'
import { metric_columns } from '#figures/catalog.ts'
import { metric_answer } from '#figures/metric_query.ts'
import type { AlertMetric } from './metric.ts'

/** Dimensions that name what a person can act on, the most useful first. */
const DIMENSIONS = ['campaign', 'product', 'channel', 'traffic_source', 'page', 'store', 'account']
/** Groups of a day that are read. */
const GROUPS_MAX = 1_000
const WEEK_DAYS = 7

export interface Driver {
  name: string
  day_before: string
  before: Exact
  after: Exact
}

/** null: the metric does not add up, has no such dimension, or nothing changed. */
export async function find_driver(
  context: FigureContext,
  metric: AlertMetric,
  { day, verdict }: { day: string; verdict: Verdict },
): Promise<Driver | null> {
  const { source, metric: of } = metric.whole
  const split = DIMENSIONS.map((name) => source.dimensions.find(({ dimension }) => dimension === name)).find(
    (dimension) => dimension && relation_with([...metric_columns(of), dimension.column_name], source),
  )
  if (!split || !metric.adds_up) return null
  const relation = relation_with([...metric_columns(of), split.column_name], source)!
  const values = async (of_day: string) => {
    const window = { from: of_day, to: of_day, days: 1, is_partial: of_day >= context.today }
    const question = { ...metric.whole, relation, whole: undefined, dimensions: [split], limit: GROUPS_MAX }
    const { rows } = await metric_answer(context, { current: window }, question)
    return new Map(rows.map(({ key, value }) => [key[split.dimension], value ?? 0n]))
  }
  const day_before = add_days(day, -WEEK_DAYS)
  const [after, before] = [await values(day), await values(day_before)]
  const sign = verdict.expected === null || verdict.value >= verdict.expected ? 1n : -1n
  const changes = [...new Set([...after.keys(), ...before.keys()])].flatMap((name): Driver[] =>
    typeof name === 'string' && name !== ''
      ? [{ name, day_before, before: before.get(name) ?? 0n, after: after.get(name) ?? 0n }]
      : [],
  )
  const change_of = (one: Driver) => sign * (one.after - one.before)
  const [first] = changes.toSorted((one, other) => descending(change_of(one), change_of(other)))
  return first && change_of(first) > 0n ? first : null
}

const relation_with = (columns: readonly string[], { relations, columns: of }: AlertMetric['whole']['source']) =>
  relations.find((relation) => columns.every((column) => of[relation]?.includes(column)))
