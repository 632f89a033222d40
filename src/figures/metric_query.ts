// Reads one metric of the catalog over a window, by dimensions, with filters: rows, their number, and the total value.
import { type RawBuilder, sql } from 'kysely'
import type { OrgTable } from '#db/org_tables.ts'
import { of_org } from '#db/organization.ts'
import { type Known, last_day } from '#domain/coverage.ts'
import { type Exact, exact, exact_ratio } from '#domain/exact.ts'
import { platforms_of } from '#domain/platforms.ts'
import { add_days, start_of, type Window } from '#domain/windows.ts'
import type { Context } from '#engine/tool.ts'
import { shared_of } from '#figures/answer.ts'
import { type Dimension, type Metric, type MetricSource, metric_columns } from '#figures/catalog.ts'
import { type Facts, ranked_facts, type Span } from '#figures/facts.ts'
import { average, number_of, type Unit, unrated } from '#figures/figure.ts'
import { dimension_sql } from '#figures/filters.ts'
import { FxUse } from '#figures/fx.ts'
import type { Period } from '#figures/period.ts'
import { type Counted, read_sources, type Sources } from '#figures/sources.ts'
import { is_counted } from '#figures/warehouse.ts'

export interface MetricQuestion {
  source: MetricSource
  metric: Metric
  relation: string
  dimensions: Dimension[]
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
}

/** The question: metric, filters, the known days, and the connections whose rows count. */
interface Asked extends MetricQuestion {
  days: { from: string; to: string }
  counted: Counted | null
}

/** The column with the account, in relations that can have several accounts of a connection. */
const ACCOUNT_DIMENSIONS = ['account_id', 'property', 'site']

/** Columns that contain refunds, on the day of the refund. */
const REFUNDED = ['refunds_micros', 'net_revenue_micros']

const is_money = (column: string) => column.endsWith('_micros')
const name_of = (column: string) => column.replace(/_micros$/, '')

function facts_of({ source, metric, relation }: Asked): Facts {
  const columns = [...new Set(metric_columns(metric))]
  const measures = (money: boolean) =>
    Object.fromEntries(
      columns.filter((column) => is_money(column) === money).map((column) => [name_of(column), sql.ref(`f.${column}`)]),
    )
  const account = ACCOUNT_DIMENSIONS.find((column) => source.columns[relation]?.includes(column))
  return {
    from: ({ from, to, time_zone, counted }: Span) => sql`(
      select * from ${of_org(`metrics.${relation}` as OrgTable, 'r')} where ${
        source.columns[relation]?.includes('at')
          ? sql`r.at >= ${start_of(from, time_zone)}::timestamptz and r.at < ${start_of(add_days(to, 1), time_zone)}::timestamptz`
          : sql`r.date between ${from}::date and ${to}::date`
      }
      and ${is_counted(counted, 'r.connection_id', account)}) f`,
    money: measures(true),
    counts: measures(false),
  }
}

/** The answer for one metric: its rows, its total value, and the fields of every answer. */
export async function metric_answer(context: Context, period: Period, question: MetricQuestion) {
  const { source, metric } = question
  // A source can be read less far by ad group than by campaign, so only the tables of the asked level count.
  const tables = source.tables_of[question.relation] ?? source.tables
  const refunding = metric_columns(metric).some((column) => REFUNDED.includes(column))
    ? platforms_of('store')
    : undefined
  const sources = await read_sources(context, [{ ...source, tables, refunding, label: `source of '${source.title}'` }])
  const [{ counted, zero_is_real, known: known_of, lacks }] = sources as [Sources]
  const { current } = period
  const known = known_of(current)
  const days = days_of(known, current, question.dimensions)
  // A relation without connections decides itself whose rows count, such as people of several connections.
  const by_connection = source.columns[question.relation]?.includes('connection_id')
  const asked = { ...question, days, counted: by_connection ? counted : null }
  const read = metric.kind === 'count_distinct' ? count_distinct : add_up
  const { rows, total_rows, total, fx } = await read(context, asked)
  const is_ratio = metric.kind === 'ratio'
  const nothing = !is_ratio && zero_is_real() ? 0n : null
  const is_whole = known.is !== 'unknown' && !(is_ratio && lacks(current))
  return {
    rows:
      known.is === 'unknown'
        ? rows.map((row) => without_unknown_days(row, question.dimensions, known.part?.from))
        : rows,
    total_rows,
    total: !is_whole ? null : total === undefined ? nothing : total,
    /** Converts a value to its shown form. */
    shown: (value: Exact | null) => number_of(value, unit_of(metric), context.org.currency),
    shared: shared_of(context, period, sources, { after: fx.notes(context), rates: [fx] }),
  }
}

/** The days that rows sum. Where the whole is not known: the known days at the end, and all days for rows of days, weeks or months. */
function days_of(known: Known, current: Window, dimensions: Dimension[]): { from: string; to: string } {
  const part = known.is === 'unknown' ? known.part : undefined
  if (part) return dimensions.some(is_time) ? { from: current.from, to: part.to } : part
  return { from: current.from, to: last_day(known, current) ?? current.to }
}

/** Without known days, no row has a value. A day, week or month that begins before the first known day has none either. */
function without_unknown_days(row: MetricRow, dimensions: Dimension[], first: string | undefined): MetricRow {
  const time = dimensions.find(is_time)
  const is_unknown = first === undefined || (time !== undefined && String(row.key[time.dimension]) < first)
  return is_unknown ? { ...row, value: null } : row
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
    { order: order_of(question), limit },
  )
  const value = (figures: Record<string, Exact | null>): Exact | null => {
    const side = (column: string | null) => figures[name_of(column ?? '')] ?? null
    return metric.kind === 'ratio'
      ? metric.unit === 'money'
        ? average(figures, name_of(metric.numerator ?? ''), name_of(metric.denominator ?? ''))
        : exact_ratio(side(metric.numerator), side(metric.denominator))
      : side(metric.column_name)
  }
  return {
    rows: rows.map(({ key, figures }) => ({ key, value: value(figures) })),
    total_rows: total,
    total: all && (metric.kind === 'daily' && days.from < days.to ? null : value(all)),
    fx,
  }
}

const is_time = ({ type }: Dimension) => type === 'day' || type === 'week' || type === 'month'

/** An average divides by the rows whose amounts have an exchange rate. */
const rated = ({ unit, denominator }: Metric) =>
  unit === 'money' ? sql` - coalesce(${sql.ref(`s.${unrated(name_of(denominator ?? ''))}`)}, 0)` : sql``

/** Orders by time, oldest first, then by value, highest first. Names come last, so that the order is always the same. */
function order_of({ metric, dimensions }: MetricQuestion): RawBuilder<unknown> {
  const column = (name: string | null) => sql.ref(`s.${name_of(name ?? '')}`)
  const value =
    metric.kind === 'ratio'
      ? sql`${column(metric.numerator)} / nullif(${column(metric.denominator)}${rated(metric)}, 0)`
      : metric.kind === 'count_distinct'
        ? sql`s.value`
        : column(metric.column_name)
  const times = dimensions.filter(is_time).map(({ dimension }) => sql.ref(`s.${dimension}`))
  const names = dimensions.filter((of) => !is_time(of)).map(({ dimension }) => sql.ref(`s.${dimension}`))
  return sql.join([...times, sql`${value} desc nulls last`, ...names], sql`, `)
}

/** Counts distinct values directly over the whole window, because distinct counts of days or currencies do not add up. */
async function count_distinct(context: Context, question: Asked): Promise<Read> {
  const { metric, dimensions, where, days, counted, limit } = question
  const rows_of = facts_of(question).from({ ...days, counted, time_zone: context.org.time_zone, now: context.now })
  const distinct = (keys: Dimension[]) => sql`
    select ${sql.join([
      ...keys.map((dimension) => sql`${dimension_sql(dimension)} as ${sql.ref(dimension.dimension)}`),
      sql`count(distinct ${sql.ref(`f.${metric.column_name}`)})::text as value`,
      sql`count(*) as rows`,
    ])}
    from ${rows_of} where ${where}
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
  }
}
