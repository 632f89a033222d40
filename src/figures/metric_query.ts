// Reads one metric of the catalog over a window, by dimensions, with filters: rows, their number, and the total value.
import { type RawBuilder, sql } from 'kysely'
import type { OrgTable } from '#db/org_tables.ts'
import { of_org } from '#db/organization.ts'
import { last_day } from '#domain/coverage.ts'
import { type Exact, exact, exact_ratio, ONE } from '#domain/exact.ts'
import { add_days, start_of } from '#domain/windows.ts'
import type { Context } from '#engine/tool.ts'
import { shared_of } from '#figures/answer.ts'
import { type Dimension, type Metric, type MetricSource, metric_columns } from '#figures/catalog.ts'
import { type Facts, ranked_facts, type Span } from '#figures/facts.ts'
import { average, number_of, type Unit, unrated } from '#figures/figure.ts'
import { dimension_sql } from '#figures/filters.ts'
import { FxUse } from '#figures/fx.ts'
import type { Period } from '#figures/period.ts'
import { quality_counts, quality_notes } from '#figures/quality.ts'
import { left_of, NOT_REPORTED, OTHERS } from '#figures/rest.ts'
import { type Counted, read_sources, type Sources } from '#figures/sources.ts'
import { is_counted } from '#figures/warehouse.ts'

export interface MetricQuestion {
  source: MetricSource
  metric: Metric
  relation: string
  /** The coarser relation that the relation is a part of. */
  whole?: string
  dimensions: Dimension[]
  filtered: Dimension[]
  where: RawBuilder<unknown>
  limit: number
}

export interface MetricRow {
  key: Record<string, string | number | boolean | null>
  value: Exact | null
}

interface Read {
  rows: MetricRow[]
  total_rows: number
  /** The value over all matching rows. null: the metric does not add up. Undefined without any row. */
  total: Exact | null | undefined
  fx: FxUse
  /** What a reader must know of these figures. */
  notes: string[]
}

/** The question: metric, filters, the known days, and the connections whose rows count. */
interface Asked extends MetricQuestion {
  days: { from: string; to: string }
  counted: Counted | null
}

/** The column with the account, in relations that can have several accounts of a connection. */
const ACCOUNT_DIMENSIONS = ['account_id', 'property', 'site']

/** Dimensions that name an account. People of several accounts are not added up. */
const APART = ['property', 'account']

const is_money = (column: string) => column.endsWith('_micros')
const name_of = (column: string) => column.replace(/_micros$/, '')

/** Number of rows behind a count of people, which is known for a single row only. */
const ROWS = 'rows_of_people'

const has_quality = ({ source, relation }: MetricQuestion) => source.columns[relation]?.includes('quality') ?? false

function facts_of(question: Asked): Facts {
  const columns = [...new Set(metric_columns(question.metric))]
  const measures = (money: boolean) =>
    Object.fromEntries(
      columns.filter((column) => is_money(column) === money).map((column) => [name_of(column), sql.ref(`f.${column}`)]),
    )
  const { source, relation, whole } = question
  return {
    from: (span: Span) =>
      whole === undefined
        ? sql`(select * from ${rows_of(source, relation, span)}) f`
        : sql`(${with_not_reported(question, whole, span)}) f`,
    money: measures(true),
    counts: {
      ...measures(false),
      ...(has_quality(question) && quality_counts),
      ...(question.metric.kind === 'people' && { [ROWS]: sql`1` }),
    },
  }
}

/** The rows `r` of a relation that count. */
function rows_of({ columns }: MetricSource, relation: string, { from, to, time_zone, counted }: Span) {
  const account = ACCOUNT_DIMENSIONS.find((column) => columns[relation]?.includes(column))
  return sql`${of_org(`metrics.${relation}` as OrgTable, 'r')} where ${
    columns[relation]?.includes('at')
      ? sql`r.at >= ${start_of(from, time_zone)}::timestamptz and r.at < ${start_of(add_days(to, 1), time_zone)}::timestamptz`
      : sql`r.date between ${from}::date and ${to}::date`
  } and ${is_counted(counted, 'r.connection_id', account)}`
}

/**
 * The rows of a relation, and rows whose sum is what its whole has more. In these, the columns that the whole lacks have the value
 * NOT_REPORTED. So groups and totals add up to the whole, at the rates of the days.
 */
function with_not_reported(
  { source, metric, relation, whole: _, dimensions, filtered }: Asked,
  whole: string,
  span: Span,
) {
  const measures = new Set(metric_columns(metric))
  const used = [...dimensions, ...filtered].map(({ column_name }) => column_name)
  const further = ['currency', 'quality'].filter((name) => source.columns[relation]?.includes(name))
  const names = [...new Set(['date', ...further, ...measures, ...used])]
  const rows = (of: string, shown: (name: string) => RawBuilder<unknown>) =>
    sql`select ${sql.join(names.map((name) => sql`${shown(name)} as ${sql.ref(name)}`))} from ${rows_of(source, of, span)}`
  const column = (name: string) => sql.ref(`r.${name}`)
  const above = (name: string) => (source.columns[whole]?.includes(name) ? column(name) : sql`${NOT_REPORTED}::text`)
  return sql`
    ${rows(relation, column)} union all ${rows(whole, above)} union all
    ${rows(relation, (name) =>
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
function having_of(question: MetricQuestion): RawBuilder<unknown> | undefined {
  const is_difference = is_not_reported(question)
  if (!is_difference) return undefined
  const { kind, column_name } = question.metric
  return kind === 'ratio'
    ? sql`coalesce(not (${is_difference}), true)`
    : sql`coalesce(not (${is_difference} and coalesce(s.${sql.ref(name_of(column_name ?? ''))}, 0) = 0), true)`
}

/** The answer for one metric: its rows, its total value, and the fields of every answer. */
export async function metric_answer(context: Context, period: Period, question: MetricQuestion) {
  const { source, metric } = question
  const sources = await read_sources(context, [{ ...source, label: `source of '${source.title}'` }])
  const [{ counted, zero_is_real, known: known_of, lacks }] = sources as [Sources]
  const { current } = period
  const known = known_of(current)
  const days = { from: current.from, to: last_day(known, current) ?? current.to }
  // A relation without connections decides itself whose rows count, such as people of several connections.
  const by_connection = source.columns[question.relation]?.includes('connection_id')
  const asked = { ...question, days, counted: by_connection ? counted : null }
  const read = metric.kind === 'count_distinct' ? count_distinct : add_up
  const { rows, total_rows, total, fx, notes } = await read(context, asked)
  const is_ratio = metric.kind === 'ratio'
  const nothing = !is_ratio && zero_is_real() ? 0n : null
  const is_whole = known.is !== 'unknown' && !(is_ratio && lacks(current))
  const total_value = !is_whole ? null : total === undefined ? nothing : total
  return {
    rows:
      known.is === 'unknown'
        ? rows.map((row) => without_unknown_days(row, question.dimensions, known.part?.from))
        : rows,
    total_rows,
    total: total_value,
    /** The row with everything but the first rows. Undefined where rows do not add up, or have no text to name it. */
    others: (shown: number) =>
      metric.kind === 'sum' ? others(question, total_value, rows.slice(0, shown)) : undefined,
    /** Converts a value to its shown form. */
    shown: (value: Exact | null) => number_of(value, unit_of(metric), context.org.currency),
    shared: shared_of(context, period, sources, { after: [...fx.notes(context), ...notes], rates: [fx] }),
  }
}

function others(
  { dimensions }: MetricQuestion,
  total: Exact | null,
  shown: readonly MetricRow[],
): MetricRow | undefined {
  const text = dimensions.find(({ type }) => type === 'text')
  const value = left_of(
    total,
    shown.map((row) => row.value),
  )
  if (!text || value === null) return undefined
  const key = Object.fromEntries(dimensions.map((of) => [of.dimension, of === text ? OTHERS : null]))
  return { key, value }
}

/** A day, week or month that begins before the first known day has no value. */
function without_unknown_days(row: MetricRow, dimensions: Dimension[], first: string | undefined): MetricRow {
  const time = dimensions.find(is_time)
  const begins = time && row.key[time.dimension]
  return time && (first === undefined || String(begins) < first) ? { ...row, value: null } : row
}

const unit_of = ({ unit }: Metric): Unit => (unit === 'position' ? 'ratio' : unit)

async function add_up(context: Context, question: Asked): Promise<Read> {
  const { metric, dimensions, where, days, counted, limit } = question
  const facts = facts_of(question)
  const by = Object.fromEntries(dimensions.map((dimension) => [dimension.dimension, dimension_sql(dimension)]))
  const { rows, total, all, fx } = await ranked_facts(
    context,
    facts,
    { ...days, counted, by, where },
    { order: order_of(question), limit, having: having_of(question) },
  )
  const is_several_people = (figures: Record<string, Exact | null>) => metric.kind === 'people' && figures[ROWS] !== ONE
  const value = (figures: Record<string, Exact | null>): Exact | null => {
    if (is_several_people(figures)) return null
    const side = (column: string | null) => figures[name_of(column ?? '')] ?? null
    return metric.kind === 'ratio'
      ? metric.unit === 'money'
        ? average(figures, name_of(metric.numerator ?? ''), name_of(metric.denominator ?? ''))
        : exact_ratio(side(metric.numerator), side(metric.denominator))
      : side(metric.column_name)
  }
  const shown = rows.map(({ key, figures }) => ({ key, value: value(figures) }))
  const of_all = all && (metric.kind === 'daily' && days.from < days.to ? null : value(all))
  const notes = [
    ...(rows.some(({ figures }) => is_several_people(figures)) ? [not_added_up(question)] : []),
    ...quality_notes(all ?? {}),
  ]
  return { rows: shown, total_rows: total, total: of_all, fx, notes }
}

/** Names the dimensions that tell the rows of a count of people apart. */
function not_added_up({ source, metric }: MetricQuestion): string {
  const apart = source.dimensions.map(({ dimension }) => dimension).filter((name) => APART.includes(name))
  const name = `${source.source}.${metric.metric}`
  return `${name} do not add up, because the same person can be in several rows. Group by ${['date', ...apart].join(' and ')}.`
}

const is_time = ({ type }: Dimension) => type === 'day' || type === 'week' || type === 'month'

/** An average divides by the rows whose amounts have an exchange rate. */
const rated = ({ unit, denominator }: Metric) =>
  unit === 'money' ? sql` - coalesce(${sql.ref(`s.${unrated(name_of(denominator ?? ''))}`)}, 0)` : sql``

/** Orders by time, oldest first, then by value, highest first. Names come last, so that the order is always the same. */
function order_of(question: MetricQuestion): RawBuilder<unknown> {
  const { metric, dimensions } = question
  const column = (name: string | null) => sql.ref(`s.${name_of(name ?? '')}`)
  const value =
    metric.kind === 'ratio'
      ? sql`${column(metric.numerator)} / nullif(${column(metric.denominator)}${rated(metric)}, 0)`
      : metric.kind === 'count_distinct'
        ? sql`s.value`
        : column(metric.column_name)
  const times = dimensions.filter(is_time).map(({ dimension }) => sql.ref(`s.${dimension}`))
  const names = dimensions.filter((of) => !is_time(of)).map(({ dimension }) => sql.ref(`s.${dimension}`))
  const last = is_not_reported(question)
  return sql.join(
    [...times, ...(last ? [sql`coalesce(${last}, false)`] : []), sql`${value} desc nulls last`, ...names],
    sql`, `,
  )
}

/** Counts distinct values directly over the whole window, because distinct counts of days or currencies do not add up. */
async function count_distinct(context: Context, question: Asked): Promise<Read> {
  const { metric, dimensions, where, days, counted, limit } = question
  const rows = facts_of(question).from({ ...days, counted, time_zone: context.org.time_zone, now: context.now })
  const distinct = (keys: Dimension[]) => sql`
    select ${sql.join([
      ...keys.map((dimension) => sql`${dimension_sql(dimension)} as ${sql.ref(dimension.dimension)}`),
      sql`count(distinct ${sql.ref(`f.${metric.column_name}`)})::text as value`,
      sql`count(*) as rows`,
    ])}
    from ${rows} where ${where}
    ${keys.length > 0 ? sql`group by ${sql.join(keys.map((_, at) => sql.lit(at + 1)))}` : sql``}`
  const all = await sql<{ value: string; rows: bigint }>`${distinct([])}`.execute(context.db)
  const any = (all.rows[0]?.rows ?? 0n) > 0n
  const grouped = await sql<Record<string, string | null> & { value: string; total_rows: bigint }>`
    select s.*, count(*) over () as total_rows
    from (select k.*, k.value::bigint as ordered from (${distinct(dimensions)}) k) s
    order by ${order_of({ ...question, metric: { ...metric, kind: 'sum', column_name: 'ordered' } })}
    limit ${limit}`.execute(context.db)
  return {
    rows: any
      ? grouped.rows.map((row) => ({
          key: Object.fromEntries(dimensions.map(({ dimension }) => [dimension, row[dimension] ?? null])),
          value: exact(row.value),
        }))
      : [],
    total_rows: any ? Number(grouped.rows[0]?.total_rows ?? 0n) : 0,
    total: any ? exact(all.rows[0]?.value ?? '0') : undefined,
    fx: new FxUse(),
    notes: [],
  }
}
