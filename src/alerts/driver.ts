// What drives a change: the campaign, product or channel whose value changed most against the same weekday a week before.
import { sql } from 'kysely'
import type { Verdict } from '#domain/alert_conditions.ts'
import { descending, type Exact } from '#domain/exact.ts'
import { add_days } from '#domain/windows.ts'
import type { FigureContext } from '#engine/tool.ts'
import { metric_columns } from '#figures/metrics/catalog.ts'
import { dimension_sql } from '#figures/metrics/filters.ts'
import { metric_answer } from '#figures/metrics/metric_query.ts'
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

/** null: the metric does not add up, has no such dimension, a value is not known, or nothing changed. */
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
  const of_name = dimension_sql(split)
  /** The values of a day by name, of the largest ones or of some names. null: the day is not known. */
  const values = async (of_day: string, names?: readonly string[]) => {
    const window = { from: of_day, to: of_day, days: 1, is_partial: of_day >= context.today }
    const where = names ? sql`${of_name} = any(${names}::text[])` : metric.whole.where
    const question = { ...metric.whole, relation, whole: undefined, dimensions: [split], where, limit: GROUPS_MAX }
    const { rows, known_days, sources, ...found } = await metric_answer(context, { current: window }, question)
    if (known_days.is !== 'whole' || !sources.zero_is_real() || found.lacks_names) return null
    if (names && rows.length < names.length && (await found.hides(split))) return null
    return new Map(rows.map(({ key, value }) => [key[split.dimension], value]))
  }
  const day_before = add_days(day, -WEEK_DAYS)
  const is_rise = verdict.expected === null || verdict.value >= verdict.expected
  // What changed most is among the largest values of the day with more. A name that the other day lacks is zero there.
  const [day_of_more, day_of_less] = is_rise ? [day, day_before] : [day_before, day]
  const more = await values(day_of_more)
  const names = [...(more?.keys() ?? [])].filter((name) => typeof name === 'string' && name !== '') as string[]
  const less = more && (await values(day_of_less, names))
  if (!more || !less) return null
  const changes: { name: string; most: Exact; least: Exact }[] = []
  for (const name of names) {
    const most = more.get(name) ?? null
    const least = less.has(name) ? (less.get(name) ?? null) : 0n
    // The change of one is not known, so that nobody knows which is the largest.
    if ((most === null) !== (least === null)) return null
    if (most !== null && least !== null) changes.push({ name, most, least })
  }
  const [first] = changes.toSorted((one, other) => descending(one.most - one.least, other.most - other.least))
  if (!first || first.most <= first.least) return null
  const { name, most, least } = first
  return { name, day_before, ...(is_rise ? { before: least, after: most } : { before: most, after: least }) }
}

const relation_with = (columns: readonly string[], { relations, columns: of }: AlertMetric['whole']['source']) =>
  relations.find((relation) => columns.every((column) => of[relation]?.includes(column)))
