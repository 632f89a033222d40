// Reads one metric of the catalog over a window, by dimensions, with filters: rows, their number, and the total value.
import { is_known, type Known, last_day } from '#domain/coverage.ts'
import { type Exact, exact_ratio, ONE } from '#domain/exact.ts'
import { platforms_of } from '#domain/platforms.ts'
import type { Window } from '#domain/windows.ts'
import type { FigureContext } from '#engine/tool.ts'
import { shared_of } from '#figures/answer.ts'
import { average, number_of, type Unit, unrated } from '#figures/figure.ts'
import { type Dimension, type Metric, metric_columns } from '#figures/metrics/catalog.ts'
import { count_distinct } from '#figures/metrics/distinct_count.ts'
import { notes_of_filters } from '#figures/metrics/filter_notes.ts'
import { dimension_sql } from '#figures/metrics/filters.ts'
import { list_notes, lists_unread } from '#figures/metrics/lists.ts'
import {
  facts_of,
  having_of,
  is_part_of_day,
  is_time,
  lacks_part,
  name_of,
  order_of,
  REFUNDED,
  ROWS,
} from '#figures/metrics/metric_facts.ts'
import { lacking_notes, lacks_totals, tables_of_present } from '#figures/metrics/present_totals.ts'
import type { CountedQuestion, MetricQuestion, MetricRow, Read } from '#figures/metrics/question.ts'
import { part_notes } from '#figures/metrics/time_groups.ts'
import { is_withheld } from '#figures/metrics/withheld.ts'
import { zero_is_real, zero_of } from '#figures/metrics/zeros.ts'
import { type Period, windows_of } from '#figures/period.ts'
import { left_of, OTHERS } from '#figures/rest.ts'
import { counted_once_notes } from '#figures/sources/counted_once.ts'
import { quality_notes } from '#figures/sources/quality.ts'
import { has_beginning, NO_BEGINNING, read_sources, type Sources } from '#figures/sources/sources.ts'
import type { Days } from '#figures/sources/summed_days.ts'
import { platforms_of_lists } from '#figures/sources/unread_lists.ts'
import { ranked_facts } from '#figures/sums/facts.ts'
import { filled_notes } from '#figures/sums/fx.ts'
import { has_all_costs, has_rates, margin_notes } from '#figures/sums/margins.ts'
import { leaves_out, unknown_notes } from '#figures/sums/unknown_rows.ts'
import { with_unknown_states } from '#figures/sums/unknown_states.ts'
import { and_list, type Message, message, named, quoted } from '#messages/message.ts'

/** Columns that need what a marketplace books after the sale. */
const BOOKED = [...REFUNDED, 'fees_micros']
/** Dimensions that name an account. People of several accounts are not added up. */
const APART = ['property', 'account']

/** The sources of the tables that the question reads. */
async function sources_of(context: FigureContext, period: Period, { source, metric, ...asked }: MetricQuestion) {
  // A source can be read less far by ad group than by campaign, so only the tables of the asked level count.
  const levels = [asked.relation, ...(asked.whole === undefined ? [] : [asked.whole])]
  const tables = levels.flatMap((level) => source.tables_of[level] ?? source.tables)
  const columns = metric_columns(metric)
  const refunding = columns.some((column) => REFUNDED.includes(column)) ? platforms_of('store') : undefined
  const title = quoted(named('metric_source', source.source, source.title))
  const label = message('group.metric_source', { title })
  const only_for = { marketplace_charges: BOOKED }
  const group = { ...source, tables, columns, refunding, label, only_for, ...tables_of_present(metric) }
  return with_unknown_states(context, await read_sources(context, [group]), windows_of(period))
}

/** The answer for one metric: its rows, its total value, and the fields of every answer. */
export async function metric_answer(context: FigureContext, period: Period, question: MetricQuestion) {
  const { source, metric } = question
  const sources = await sources_of(context, period, question)
  const [of] = sources as [Sources]
  const { current } = period
  // A relation without connections decides itself whose rows count, such as people of several connections.
  const by_connection = source.columns[question.relation]?.includes('connection_id')
  // An organization's own people are known without any connection.
  const is_own = !by_connection && of.live.length === 0
  const known: Known = is_own ? { is: 'whole' } : of.known(current)
  const days = days_of(known, current, question.dimensions)
  const asked = {
    ...question,
    days,
    counted: by_connection ? of.counted : null,
    lacks_totals: lacks_totals(of, question),
  }
  const read = metric.kind === 'count_distinct' ? count_distinct : add_up
  const { rows, total_rows, total, is_part, is_of_some, fx, notes } = await read(context, asked)
  const unread = await lists_unread(context, asked, rows)
  const is_filter_unread = unread.filtered.length > 0
  const of_filters = await notes_of_filters(context, asked, total !== undefined)
  const filtered = question.conditions.map(({ dimension }) => dimension)
  const lacks = (dimensions: Dimension[]) => of.lacks(current) && is_wrong_in_part(metric, dimensions)
  const is_zero_real = of_filters.can_be_zero && zero_is_real(question, of, current)
  const lacks_beginning = metric.needs_beginning && !has_beginning(of)
  const is_beyond = lie_outside(question.only_days, days)
  const is_unknown = lacks_beginning || is_filter_unread || is_beyond || lacks_facts(of, metric)
  const is_whole = known.is !== 'unknown' && !lacks(filtered) && !is_unknown
  const total_value = !is_whole ? null : total === undefined ? zero_of(metric, is_zero_real) : total
  const is_lacking = (row: MetricRow) =>
    metric.kind === 'daily'
      ? lacks([...filtered, ...question.dimensions])
      : is_ratio_of_days(question) && of.lacks(days_of_row(row, question.dimensions, current))
  const shown_row = (row: MetricRow) =>
    is_unknown || is_lacking(row)
      ? { ...row, value: null }
      : known.is === 'unknown'
        ? without_unknown_days(row, question.dimensions, { known, days })
        : row
  // Without dimensions there is one value, also where nothing happened.
  const is_value = question.dimensions.length === 0 && total_rows === 0 && total_value !== null
  return {
    rows: is_value ? [{ key: {}, value: total_value }] : rows.map(shown_row),
    total_rows: is_value ? 1 : total_rows,
    /** null: not all days of the window are known, so there may be more rows. */
    known:
      known.is === 'unknown' || is_filter_unread || (total_rows === 0 && (is_unknown || !is_zero_real)) ? null : known,
    total: total_value,
    is_part,
    /** True if no row of a known day means that nothing happened. */
    is_zero_real,
    /** The days of which rows and their absence count. */
    known_days: is_unknown ? ({ is: 'unknown' } as const) : known,
    sources: of,
    /** True: rows have no name because a list was never read, so that nobody knows which is the largest. */
    lacks_names: unread.grouped.length > 0,
    /** Whether the platform can withhold rows with some value of the dimension. */
    hides: (of: Dimension) => is_withheld(context, asked, [of]),
    /** The row with everything but the first rows. Undefined where rows do not add up, or have no text to name it. */
    others: (shown: number) =>
      metric.kind === 'sum' ? others(question, total_value, rows.slice(0, shown)) : undefined,
    /** Converts a value to its shown form. */
    shown: (value: Exact | null) => number_of(value, unit_of(metric), context.org.currency),
    shared: shared_of(context, period, sources, {
      is_own,
      after: [
        ...(lacks_beginning ? [NO_BEGINNING] : []),
        ...fx.notes(context),
        ...filled_notes([fx]),
        ...notes,
        ...(await counted_once_notes(context, of, current)),
        ...(is_filter_unread ? [] : of_filters.notes),
        ...list_notes(unread),
        ...part_notes(question.dimensions, days),
      ],
      rates: [fx],
      lacks: [...platforms_of_lists(unread.filtered), ...(is_of_some ? of.platforms : [])],
    }),
  }
}

/** True if filters ask only for days that are not summed. */
const lie_outside = (asked: readonly Days[] | undefined, { from, to }: Days) =>
  asked?.every((days) => days.from > to || days.to < from) ?? false

const lacks_facts = (of: Sources, metric: Metric) =>
  metric_columns(metric).some((column) => of.unknown_facts().includes(column))

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

/** The days that rows sum. Where the whole is not known: the known days at the end, and all days for rows of days, weeks or months. */
function days_of(known: Known, current: Window, dimensions: Dimension[]): Days {
  const part = known.is === 'unknown' ? known.part : undefined
  if (part) return dimensions.some(is_time) ? { from: current.from, to: part.to } : part
  return { from: current.from, to: last_day(known, current) ?? current.to }
}

/** Without known days, no row has a value. A day, week or month of which some day is not known has none either. */
function without_unknown_days(
  row: MetricRow,
  dimensions: Dimension[],
  { known, days }: { known: Known & { is: 'unknown' }; days: Days },
): MetricRow {
  const is_whole = known.part && (!dimensions.some(is_time) || is_known(known, days_of_row(row, dimensions, days)))
  return is_whole ? row : { ...row, value: null }
}

/** True for ratios of whole days, weeks or months. A ratio of a campaign lacks nothing when another account is left out. */
const is_ratio_of_days = ({ metric, dimensions }: MetricQuestion) =>
  metric.kind === 'ratio' && dimensions.every(is_time)

/** The days of the window that a row is of: one day, or those of its week or month. Without such a dimension: all. */
function days_of_row({ key }: MetricRow, dimensions: Dimension[], window: Days): Days {
  const spans = dimensions.filter(is_time).map(({ dimension, type }): Days => {
    const from = String(key[dimension])
    const next = Temporal.PlainDate.from(from).add({ [`${type}s`]: 1 })
    return { from, to: next.subtract({ days: 1 }).toString() }
  })
  const all = [window, ...spans]
  return {
    from: all
      .map(({ from }) => from)
      .sort()
      .at(-1)!,
    to: all.map(({ to }) => to).sort()[0]!,
  }
}

/** True for a figure that is wrong without something that belongs to it. Followers of a single account lack nothing. */
const is_wrong_in_part = ({ kind }: Metric, dimensions: Dimension[]) =>
  kind === 'ratio' || (kind === 'daily' && !dimensions.some(({ dimension }) => APART.includes(dimension)))

/** True for metrics that do not add up over days. */
export const is_of_a_day = ({ kind }: Metric) => kind === 'daily' || kind === 'people'

const unit_of = ({ unit }: Metric): Unit => (unit === 'position' ? 'ratio' : unit)

async function add_up(context: FigureContext, question: CountedQuestion): Promise<Read> {
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
  const of_some = ({ key, figures }: { key: MetricRow['key']; figures: Record<string, Exact | null> }) =>
    question.lacks_totals(key, figures, String(key.date ?? days.from))
  const value = (figures: Record<string, Exact | null>): Exact | null => {
    if (is_several_people(figures) || is_part_of_day(metric, figures) || lacks_part(metric, figures)) return null
    if (metric.needs_costs && !(metric.kind === 'ratio' ? has_rates(figures) : has_all_costs(figures))) return null
    const side = (column: string | null) => figures[name_of(column ?? '')] ?? null
    return metric.kind === 'ratio'
      ? metric.unit === 'money'
        ? average(figures, name_of(metric.numerator ?? ''), name_of(metric.denominator ?? ''))
        : exact_ratio(side(metric.numerator), side(metric.denominator))
      : side(metric.column_name)
  }
  const columns = metric_columns(metric).map(name_of)
  // A row that a ratio leaves out is on neither side, so the ratio of the others is whole.
  const is_part = (figures: Record<string, Exact | null>) =>
    metric.kind === 'ratio' ? columns.some((name) => figures[unrated(name)]) : leaves_out(figures, columns)
  const in_part = rows.filter(of_some)
  const shown = rows.map((row) => ({
    key: row.key,
    value: in_part.includes(row) ? null : value(row.figures),
    is_part: is_part(row.figures),
  }))
  const is_no_sum = is_of_a_day(metric) && (days.from < days.to || (all && of_some({ key: {}, figures: all })))
  const of_all = all && (is_no_sum ? null : value(all))
  const notes = [
    ...(rows.some(({ figures }) => is_several_people(figures)) ? [not_added_up(question)] : []),
    ...lacking_notes(in_part.length),
    ...quality_notes(all ?? {}),
    ...unknown_notes(all ?? {}),
    ...(metric.needs_costs ? margin_notes(all ?? {}, context.org.currency) : []),
  ]
  const is_of_some = in_part.length > 0
  return { rows: shown, total_rows: total, total: of_all, is_part: is_part(all ?? {}), is_of_some, fx, notes }
}

/** Names the dimensions that tell the rows of a count of people apart. */
function not_added_up({ source, metric }: MetricQuestion): Message {
  const apart = source.dimensions.map(({ dimension }) => dimension).filter((name) => APART.includes(name))
  return message('people.not_added_up', {
    metric: `${source.source}.${metric.metric}`,
    dimensions: and_list(['date', ...apart]),
  })
}
