// The rows that a metric of the catalog is summed from, with the rows of what a finer level lacks, and the order of its groups.
import { type RawBuilder, sql } from 'kysely'
import type { OrgTable } from '#db/org_tables.ts'
import { of_org } from '#db/organization.ts'
import type { Exact } from '#domain/exact.ts'
import { add_days, start_of } from '#domain/windows.ts'
import { unrated } from '#figures/figure.ts'
import { type Dimension, type Metric, type MetricSource, metric_columns } from '#figures/metrics/catalog.ts'
import { is_present_total, STATED } from '#figures/metrics/present_totals.ts'
import type { CountedQuestion, MetricQuestion } from '#figures/metrics/question.ts'
import { NOT_REPORTED } from '#figures/rest.ts'
import { is_counted_here } from '#figures/sources/counted_once.ts'
import { quality_counts } from '#figures/sources/quality.ts'
import type { Facts, Span } from '#figures/sums/facts.ts'
import { may_be_of_days } from '#figures/sums/lines_of_days.ts'
import { margin_counts, margin_money } from '#figures/sums/margins.ts'
import { beside, unknown, unknown_apart, unknown_rows } from '#figures/sums/unknown_rows.ts'
import { is_counted } from '#figures/sums/warehouse.ts'

/** Columns that contain refunds, on the day of the refund. */
export const REFUNDED = ['refunds_micros', 'net_revenue_micros']

/** The column with the account, in relations that can have several accounts of a connection. */
const ACCOUNT_DIMENSIONS = ['account_id', 'property', 'site']

const is_money = (column: string) => column.endsWith('_micros')
export const name_of = (column: string) => column.replace(/_micros$/, '')

/** Number of rows behind a count of people, which is known for a single row only. */
export const ROWS = 'rows_of_people'

const has_quality = ({ source, relation }: MetricQuestion) => source.columns[relation]?.includes('quality') ?? false

/** The amounts that an amount is computed from. A row without one of them has no value of its own. */
const PARTS: Record<string, readonly string[]> = { net_revenue_micros: ['revenue_micros', 'refunds_micros'] }

/** The sums of these amounts beside the amount. */
const parts_of = ({ column_name }: Metric) =>
  (PARTS[column_name ?? ''] ?? []).map((column) => ({
    column,
    name: name_of(column),
    beside: beside(name_of(column), name_of(column_name ?? '')),
  }))

/** True if a part of the amount is only known to exist: some row has it, and none states it. */
export const lacks_part = (metric: Metric, sums: Record<string, Exact | null>) =>
  parts_of(metric).some((part) => sums[unknown_apart(part.name) ?? ''] && !sums[part.beside])

/** What a figure leaves out. The revenue of orders without a price has a name of its own. */
function unknown_of({ source, metric, relation, whole }: MetricQuestion) {
  const has = (column: string) => source.columns[relation]?.includes(column)
  const name = (column: string) => (column === 'revenue_micros' && has('orders') ? 'prices' : name_of(column))
  const named = (values: readonly (readonly [string, RawBuilder<unknown>])[]) =>
    unknown_rows(Object.fromEntries(values.map(([column, value]) => [name(column), value])))
  const { column_name } = metric
  const parts = column_name === null ? [] : (PARTS[column_name] ?? [column_name]).filter(has)
  const counts = named([...sides_of(metric), ...parts.map((column) => [column, sql.ref(`f.${column}`)] as const)])
  if (whole === undefined) return counts
  return Object.fromEntries(Object.entries(counts).map(([sum, count]) => [sum, sql`${count} * f.sign`]))
}

/** True if a figure of a day is only known in part: a row of the day does not state it. */
export const is_part_of_day = ({ kind, column_name }: Metric, sums: Record<string, Exact | null>) =>
  kind === 'daily' && Boolean(sums[unknown(name_of(column_name ?? ''))])

/** The sides of a ratio, such that a row without both counts once. Ratios of lines with costs have notes of their own. */
function sides_of({ numerator, denominator, needs_costs }: Metric): (readonly [string, RawBuilder<unknown>])[] {
  if (numerator === null || denominator === null || needs_costs) return []
  const [over, under] = [sql.ref(`f.${numerator}`), sql.ref(`f.${denominator}`)]
  return [
    [numerator, over],
    [denominator, sql`case when ${over} is null then 0 else ${under} end`],
  ]
}

/** A row is part of a ratio only where it states both sides. */
function side_of({ numerator, denominator }: Metric, column: string): RawBuilder<unknown> {
  const other = column === numerator ? denominator : column === denominator ? numerator : null
  const value = sql.ref(`f.${column}`)
  return other === null ? value : sql`case when ${sql.ref(`f.${other}`)} is not null then ${value} end`
}

export function facts_of(question: CountedQuestion): Facts {
  const columns = [...new Set(metric_columns(question.metric))]
  const measures = (money: boolean) =>
    Object.fromEntries(
      columns
        .filter((column) => is_money(column) === money)
        .map((column) => [name_of(column), side_of(question.metric, column)]),
    )
  const { source, relation, whole } = question
  return {
    from: (span: Span) =>
      whole === undefined
        ? sql`(select * from ${rows_of(source, relation, span)}) f`
        : sql`(${with_not_reported(question, whole, span)}) f`,
    money: {
      ...measures(true),
      ...Object.fromEntries(parts_of(question.metric).map((part) => [part.beside, sql.ref(`f.${part.column}`)])),
      ...(question.metric.needs_costs && margin_money),
    },
    counts: {
      ...measures(false),
      ...(question.metric.needs_costs && margin_counts),
      ...(has_quality(question) && quality_counts),
      ...unknown_of(question),
      ...(question.metric.kind === 'people' && { [ROWS]: sql`1` }),
      ...(is_present_total(question.metric) && {
        [STATED]: sql`(${sql.ref(`f.${question.metric.column_name}`)} is not null)::int`,
      }),
    },
  }
}

/** The rows `r` of a relation that count. */
export function rows_of({ columns }: MetricSource, relation: string, span: Span) {
  const { from, to, time_zone, counted } = span
  const account = ACCOUNT_DIMENSIONS.find((column) => columns[relation]?.includes(column))
  return sql`${of_org(`metrics.${relation}` as OrgTable, 'r')} where ${
    columns[relation]?.includes('at')
      ? sql`r.at >= ${start_of(from, time_zone)}::timestamptz and r.at < ${start_of(add_days(to, 1), time_zone)}::timestamptz`
      : sql`r.date between ${from}::date and ${to}::date`
  }${
    columns[relation]?.includes('line_at') ? sql` and ${may_be_of_days(sql.ref('r.line_at'), span, time_zone)}` : sql``
  } and ${is_counted(counted, 'r.connection_id', account)}${
    columns[relation]?.includes('also_in') ? sql` and ${is_counted_here(counted, 'r')}` : sql``
  }`
}

/**
 * The rows of a relation, and rows whose sum is what its whole has more. In these, the columns that the whole lacks have the value
 * NOT_REPORTED. So groups and totals add up to the whole, at the rates of the days.
 */
function with_not_reported(
  { source, metric, relation, whole: _, dimensions, conditions }: CountedQuestion,
  whole: string,
  span: Span,
) {
  const measures = new Set(metric_columns(metric))
  const filtered = conditions.map(({ dimension }) => dimension)
  const used = [...dimensions, ...filtered].map(({ column_name }) => column_name)
  const further = ['currency', 'quality'].filter((name) => source.columns[relation]?.includes(name))
  const names = [...new Set(['date', ...further, ...measures, ...used])]
  const rows = (of: string, sign: 1 | -1, shown: (name: string) => RawBuilder<unknown>) =>
    sql`select ${sql.join(names.map((name) => sql`${shown(name)} as ${sql.ref(name)}`))}, ${sql.lit(sign)} as sign
      from ${rows_of(source, of, span)}`
  const column = (name: string) => sql.ref(`r.${name}`)
  const above = (name: string) => (source.columns[whole]?.includes(name) ? column(name) : sql`${NOT_REPORTED}::text`)
  return sql`
    ${rows(relation, 1, column)} union all ${rows(whole, 1, above)} union all
    ${rows(relation, -1, (name) =>
      measures.has(name) ? sql`-${column(name)}` : name === 'quality' ? sql`''::text` : above(name),
    )}`
}

/** The dimensions that only the finer relation knows. */
const only_finer = ({ source, dimensions, whole }: MetricQuestion) =>
  whole === undefined ? [] : dimensions.filter(({ column_name }) => !source.columns[whole]?.includes(column_name))

/** The condition for the rows of what the finer relation lacks. Undefined: there are none. */
function is_not_reported(question: MetricQuestion): RawBuilder<unknown> | undefined {
  const [first] = only_finer(question)
  return first && sql`s.${sql.ref(first.dimension)} = ${NOT_REPORTED}`
}

/** Leaves out differences of nothing, and ratios of differences. */
export function having_of(question: MetricQuestion): RawBuilder<unknown> | undefined {
  const is_difference = is_not_reported(question)
  if (!is_difference) return undefined
  const { kind, column_name } = question.metric
  return kind === 'ratio'
    ? sql`coalesce(not (${is_difference}), true)`
    : sql`coalesce(not (${is_difference} and coalesce(s.${sql.ref(name_of(column_name ?? ''))}, 0) = 0), true)`
}

export const is_time = ({ type }: Dimension) => type === 'day' || type === 'week' || type === 'month'

/** An average divides by the rows whose amounts have an exchange rate. */
const rated = ({ unit, denominator }: Metric) =>
  unit === 'money' ? sql` - coalesce(${sql.ref(`s.${unrated(name_of(denominator ?? ''))}`)}, 0)` : sql``

const lacks_part_sql = (metric: Metric) =>
  sql.join(
    [
      sql`false`,
      ...parts_of(metric).map(
        ({ name, beside }) =>
          sql`coalesce(${sql.ref(`s.${unknown_apart(name)}`)} > 0 and coalesce(${sql.ref(`s.${beside}`)}, 0) = 0, false)`,
      ),
    ],
    sql` or `,
  )

/** Orders by time, oldest first, then by value, highest first. Names come last, so that the order is always the same. */
export function order_of(question: MetricQuestion): RawBuilder<unknown> {
  const { metric, dimensions } = question
  const column = (name: string | null) => sql.ref(`s.${name_of(name ?? '')}`)
  const value =
    metric.kind === 'ratio'
      ? sql`${column(metric.numerator)} / nullif(${column(metric.denominator)}${rated(metric)}, 0)`
      : metric.kind === 'count_distinct'
        ? sql`s.value`
        : metric.needs_costs
          ? sql`case when s.lines_without_cost = 0 then ${column(metric.column_name)} end`
          : sql`case when not (${lacks_part_sql(metric)}) then ${column(metric.column_name)} end`
  const times = dimensions.filter(is_time).map(({ dimension }) => sql.ref(`s.${dimension}`))
  const names = dimensions.filter((of) => !is_time(of)).map(({ dimension }) => sql.ref(`s.${dimension}`))
  const last = is_not_reported(question)
  return sql.join(
    [...times, ...(last ? [sql`coalesce(${last}, false)`] : []), sql`${value} desc nulls last`, ...names],
    sql`, `,
  )
}
