// A report of the Analytics Data API: validates the request, and builds the answer from the world's visits.
import { add_days, days_from } from '../world/calendar.ts'
import type { World } from '../world/types.ts'
import { GoogleError, refuse_unknown_names } from './google.ts'
import { by_event, dimensions, type Fact, metrics, totals_of } from './gx_analytics_fields.ts'

const row_limit_default = 10_000
const row_limit_max = 250_000
const date_ranges_max = 4
// Google signals is on for this property. Google leaves out rows with fewer users, because they could identify people.
const threshold_users = 10
const thresholded_dimensions = ['country', 'countryId']

type Filter = {
  fieldName: string
  stringFilter?: { matchType?: string; value: string; caseSensitive?: boolean }
  inListFilter?: { values: string[]; caseSensitive?: boolean }
}
type Expression = {
  andGroup?: { expressions: Expression[] }
  orGroup?: { expressions: Expression[] }
  notExpression?: Expression
  filter?: Filter
}
type Order = { desc?: boolean; metric?: { metricName: string }; dimension?: { dimensionName: string } }
type Report = {
  property?: string
  dimensions?: { name: string }[]
  metrics?: { name: string }[]
  dateRanges?: { startDate: string; endDate: string; name?: string }[]
  dimensionFilter?: Expression
  orderBys?: Order[]
  limit?: string
  offset?: string
  keepEmptyRows?: boolean
  returnPropertyQuota?: boolean
}

const answered: (keyof Report)[] = [
  'property',
  'dimensions',
  'metrics',
  'dateRanges',
  'dimensionFilter',
  'orderBys',
  'limit',
  'offset',
  'keepEmptyRows',
  'returnPropertyQuota',
]
const not_simulated = ['cohortSpec', 'comparisons', 'currencyCode', 'metricAggregations', 'metricFilter']

const schema_page = 'https://developers.google.com/analytics/devguides/reporting/data/v1/api-schema'

export function checked_report(body: unknown): Report {
  refuse_unknown_names(body, [...answered, ...not_simulated])
  const asked = not_simulated.find((name) => Object.hasOwn(body as object, name))
  if (asked) throw new GoogleError(501, `The sandbox does not simulate ${asked}.`)
  const report = body as Report
  const { dateRanges = [] } = report
  if (dateRanges.length < 1) throw new GoogleError(400, 'Date ranges must be specified.')
  if (dateRanges.length > date_ranges_max) {
    throw new GoogleError(400, `Requests are limited to ${date_ranges_max} dateRanges.`)
  }
  for (const [kind, names, known] of [
    ['dimension', report.dimensions ?? [], dimensions],
    ['metric', report.metrics ?? [], metrics],
  ] as const) {
    const unknown = names.find(({ name }) => !Object.hasOwn(known, name))
    if (!unknown) continue
    throw new GoogleError(
      400,
      `Field ${unknown.name} is not a valid ${kind}. For a list of valid dimensions and metrics, see ${schema_page} `,
    )
  }
  if ((report.metrics ?? []).length + (report.dimensions ?? []).length === 0) {
    throw new GoogleError(400, 'Requests must have at least one dimension or metric.')
  }
  return report
}

function whole(text: string | undefined, fallback: number, name: string): number {
  if (text === undefined) return fallback
  if (!/^\d+$/.test(String(text))) throw new GoogleError(400, `Invalid value at '${name}' (TYPE_INT64), "${text}"`)
  return Number(text)
}

/** Accepts 'today', 'yesterday', '30daysAgo' or a date. */
function day_of_range(world: World, text: string): string {
  const ago = text === 'today' ? 0 : text === 'yesterday' ? 1 : /^(\d+)daysAgo$/.exec(text)?.[1]
  if (ago !== undefined) return add_days(world.today(), -Number(ago))
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text
  throw new GoogleError(
    400,
    `Did not understand date '${text}'. Formats are YYYY-MM-DD, NdaysAgo, yesterday and today.`,
  )
}

function string_matches(
  value: string,
  { matchType = 'EXACT', value: wanted, caseSensitive }: NonNullable<Filter['stringFilter']>,
) {
  const [have, want] = caseSensitive ? [value, wanted] : [value.toLowerCase(), wanted.toLowerCase()]
  switch (matchType) {
    case 'EXACT':
      return have === want
    case 'BEGINS_WITH':
      return have.startsWith(want)
    case 'ENDS_WITH':
      return have.endsWith(want)
    case 'CONTAINS':
      return have.includes(want)
    case 'FULL_REGEXP':
      return new RegExp(`^(?:${wanted})$`, caseSensitive ? '' : 'i').test(value)
    case 'PARTIAL_REGEXP':
      return new RegExp(wanted, caseSensitive ? '' : 'i').test(value)
    default:
      throw new GoogleError(400, `Invalid value at 'match_type': "${matchType}"`)
  }
}

function passes(expression: Expression | undefined, fact: Fact): boolean {
  if (!expression) return true
  if (expression.andGroup) return expression.andGroup.expressions.every((part) => passes(part, fact))
  if (expression.orGroup) return expression.orGroup.expressions.some((part) => passes(part, fact))
  if (expression.notExpression) return !passes(expression.notExpression, fact)
  const { fieldName, stringFilter, inListFilter } = expression.filter ?? { fieldName: '' }
  const dimension = dimensions[fieldName]
  if (!dimension) throw new GoogleError(400, `Field ${fieldName} is not a valid dimension.`)
  const value = dimension.of(fact)
  if (stringFilter) return string_matches(value, stringFilter)
  if (inListFilter) return inListFilter.values.some((one) => string_matches(value, { ...inListFilter, value: one }))
  throw new GoogleError(501, 'The sandbox simulates stringFilter and inListFilter only.')
}

type Row = { keys: string[]; figures: number[]; users: number; sessions: number }

function rows_of(world: World, report: Report): { rows: Row[]; is_thresholded: boolean } {
  const readers = (report.dimensions ?? []).map(({ name }) => dimensions[name]!)
  const wanted = (report.metrics ?? []).map(({ name }) => metrics[name]!)
  const ranges = report.dateRanges!
  // Without the dimension, no group of visits is split into its events.
  const is_by_event = JSON.stringify([report.dimensions, report.dimensionFilter]).includes('"eventName"')
  const rows = ranges.flatMap((range, index) => {
    const [first, last] = [day_of_range(world, range.startDate), day_of_range(world, range.endDate)]
    if (first > last) throw new GoogleError(400, `End date must be on or after start date: ${first} to ${last}.`)
    const facts = days_from(first, last)
      .filter((day) => day >= world.first_day && day <= world.today())
      .flatMap((day) => world.web.sessions(day))
      .flatMap((fact): Fact[] => (is_by_event ? by_event(fact) : [fact]))
      .filter((fact) => passes(report.dimensionFilter, fact))
    const groups = Map.groupBy(facts, (fact) => JSON.stringify(readers.map((reader) => reader.of(fact))))
    return [...groups].map(([key, group]): Row => {
      const totals = totals_of(group)
      const names = ranges.length > 1 ? [range.name ?? `date_range_${index}`] : []
      const figures = wanted.map((metric) => metric.of(totals))
      return { keys: [...JSON.parse(key), ...names], figures, users: totals.users, sessions: totals.sessions }
    })
  })
  const kept = report.keepEmptyRows ? rows : rows.filter((row) => row.figures.some((figure) => figure !== 0))
  if (!(report.dimensions ?? []).some(({ name }) => thresholded_dimensions.includes(name))) {
    return { rows: kept, is_thresholded: false }
  }
  return { rows: kept.filter((row) => row.users >= threshold_users), is_thresholded: true }
}

function sorted(rows: Row[], report: Report): Row[] {
  const orders = report.orderBys ?? []
  const position = (list: { name: string }[] | undefined, name: string) => {
    const index = (list ?? []).findIndex((field) => field.name === name)
    if (index < 0) throw new GoogleError(400, `The orderBy field ${name} must be part of the request.`)
    return index
  }
  const compare = orders.map(({ desc, metric, dimension }) => {
    const sign = desc ? -1 : 1
    if (metric) {
      const index = position(report.metrics, metric.metricName)
      return (a: Row, b: Row) => sign * (a.figures[index]! - b.figures[index]!)
    }
    const index = position(report.dimensions, dimension?.dimensionName ?? '')
    return (a: Row, b: Row) => sign * (a.keys[index]! < b.keys[index]! ? -1 : a.keys[index]! > b.keys[index]! ? 1 : 0)
  })
  // By default, the service orders by the first metric, largest first.
  if (compare.length === 0) compare.push((a, b) => (b.figures[0] ?? 0) - (a.figures[0] ?? 0))
  return rows.sort((a, b) => compare.reduce((order, by) => order || by(a, b), 0))
}

export function answer_report(world: World, report: Report, quota: () => unknown) {
  const { rows, is_thresholded } = rows_of(world, report)
  const limit = Math.min(whole(report.limit, row_limit_default, 'limit'), row_limit_max)
  if (limit < 1) throw new GoogleError(400, 'Limit must be positive.')
  const offset = whole(report.offset, 0, 'offset')
  const page = sorted(rows, report).slice(offset, offset + limit)
  const names = (report.dimensions ?? []).map(({ name }) => ({ name }))
  if (report.dateRanges!.length > 1) names.push({ name: 'dateRange' })
  return {
    ...(names.length > 0 && { dimensionHeaders: names }),
    metricHeaders: (report.metrics ?? []).map(({ name }) => ({ name, type: metrics[name]!.type })),
    ...(page.length > 0
      ? {
          rows: page.map(({ keys, figures }) => ({
            ...(keys.length > 0 && { dimensionValues: keys.map((value) => ({ value })) }),
            metricValues: figures.map((figure) => ({ value: String(figure) })),
          })),
        }
      : {}),
    ...(rows.length > 0 && { rowCount: rows.length }),
    metadata: {
      currencyCode: world.web.property.currency,
      timeZone: world.time_zone,
      ...(is_thresholded && { subjectToThresholding: true }),
    },
    ...(report.returnPropertyQuota && { propertyQuota: quota() }),
    kind: 'analyticsData#runReport',
  }
}
