// Answers a query: the rows that meet its conditions, in its order, with the selected fields only.
import { add_days } from '../../world/calendar.ts'
import type { AdAccount, Day, World } from '../../world/types.ts'
import { attributes, check_fields } from './fields.ts'
import { type Condition, meets, type Query, QueryError, type Row } from './gaql.ts'
import { type Entity, entities, type manager, manager_entities, with_figures } from './resources.ts'
import { made_keywords, made_rows, with_edits } from './writes.ts'

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
const paths = new Map<string, string[]>()
/** A query has few fields, and each is looked up in every row. */
function path_of(field: string): string[] {
  const known = paths.get(field) ?? field.split('.').map(camel)
  paths.set(field, known)
  return known
}
const value_of = (row: unknown, path: string[]): unknown =>
  path.reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], row)

export function search(
  world: World,
  account: AdAccount | typeof manager,
  query: Query,
): { rows: Row[]; field_mask: string } {
  const found = 'currency' in account ? entities(world, account) : manager_entities(world)
  const list = found[query.resource]
  const joined = attributes[query.resource]
  if (!joined)
    throw new QueryError(
      'BAD_RESOURCE_TYPE_IN_FROM_CLAUSE',
      `Error in query: resource '${query.resource}' is not known.`,
    )
  if (!list) throw new QueryError('REQUESTED_METRICS_FOR_MANAGER', 'Metrics cannot be requested for a manager account.')
  const used = [...query.fields, ...query.conditions.map(({ field }) => field)]
  check_fields(used, joined, query.resource)
  check_order(query)
  const wants_figures = used.some((field) => field.startsWith('metrics.') || field.startsWith('segments.'))
  const plain = query.conditions.filter(({ field }) => field !== 'segments.date')
  const rows = with_made(world, account, query.resource, list()).flatMap((entity) => {
    if (!plain.every((one) => one.field.startsWith('metrics.') || meets(value_of(entity.row, path_of(one.field)), one)))
      return []
    return wants_figures ? figures_of(world, entity, query) : [entity.row]
  })
  const met = rows.filter((row) =>
    plain.every((one) => !one.field.startsWith('metrics.') || meets(value_of(row, path_of(one.field)), one)),
  )
  const ordered = in_order(met, query)
  return {
    rows: ordered.slice(0, query.limit ?? undefined).map((row) => project(row, query.fields)),
    field_mask: query.fields.map((field) => path_of(field).join('.')).join(','),
  }
}

/** What clients have changed and made. Made campaigns have no figures yet. */
function with_made(world: World, account: { id: string }, resource: string, list: Entity[]): Entity[] {
  if (resource === 'ad_group_criterion') return made_keywords(world, account).map((row) => ({ row, ads: [] }))
  const edited = list.map((entity) => ({ ...entity, row: with_edits(world, entity.row) }))
  if (!writable.includes(resource)) return edited
  const { row: { customer } = {} } = list[0] ?? {}
  const made = made_rows(world, account, 'made').map((row) => ({
    row: { ...row, ...(customer && { customer }) },
    ads: [],
  }))
  return [...edited, ...made]
}
const writable = ['campaign', 'campaign_budget', 'ad_group', 'ad_group_ad']

function figures_of(world: World, entity: Entity, query: Query): Row[] {
  const dates = query.conditions.filter(({ field }) => field === 'segments.date')
  const by_day = query.fields.includes('segments.date')
  if (by_day && dates.length === 0)
    throw new QueryError(
      'EXPECTED_FILTERS_ON_DATE_RANGE',
      'Error in query: segments.date needs a date range in the WHERE clause.',
    )
  const range = dates.reduce(narrow(world.today()), { from: '2000-01-01', to: world.today() })
  if (by_day && range.from < oldest_day(world.today()))
    throw new QueryError(
      'REQUESTED_DATE_GRANULARITY_NOT_SUPPORTED',
      'The requested time granularity is not supported for the date range in the query.',
      'dateRangeError',
    )
  return with_figures(world, entity, range, { day: by_day, device: query.fields.includes('segments.device') })
}

/** Figures of single days exist for 37 months (DateRangeErrorEnum, v25, read 2026-11). */
function oldest_day(today: Day): Day {
  const month = new Date(`${today.slice(0, 7)}-01T00:00:00Z`)
  month.setUTCMonth(month.getUTCMonth() - 37)
  const days_in_month = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate()
  return `${month.toISOString().slice(0, 7)}-${String(Math.min(Number(today.slice(8)), days_in_month)).padStart(2, '0')}`
}

const narrow =
  (today: Day) =>
  (range: { from: Day; to: Day }, { operator, values }: Condition): { from: Day; to: Day } => {
    const [first = '', second = ''] = values
    if (operator === 'DURING') {
      const days = {
        TODAY: [0, 0],
        YESTERDAY: [1, 1],
        LAST_7_DAYS: [7, 1],
        LAST_14_DAYS: [14, 1],
        LAST_30_DAYS: [30, 1],
      }[first]
      if (!days)
        throw new QueryError('INVALID_VALUE_WITH_DURING_OPERATOR', `Error in query: invalid date range ${first}.`)
      return { from: add_days(today, -days[0]!), to: add_days(today, -days[1]!) }
    }
    for (const day of values)
      if (!/^\d{4}-\d\d-\d\d$/.test(day))
        throw new QueryError('INVALID_DATE_FORMAT', `Error in query: invalid date ${day}.`)
    if (operator === 'BETWEEN') return { from: first, to: second }
    if (operator === '=') return { from: first, to: first }
    if (operator === '>=') return { ...range, from: first }
    if (operator === '<=') return { ...range, to: first }
    if (operator === '>') return { ...range, from: add_days(first, 1) }
    if (operator === '<') return { ...range, to: add_days(first, -1) }
    throw new QueryError('BAD_OPERATOR', 'Error in query: invalid operator for segments.date.')
  }

function check_order({ order, fields }: Query) {
  for (const { field } of order)
    if (!fields.includes(field))
      throw new QueryError('EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE', `'${field}' must be in the SELECT clause.`)
}

export function in_order(rows: readonly Row[], { order }: Query): Row[] {
  return rows.toSorted((left, right) => {
    for (const { field, down } of order) {
      const [one, other] = [value_of(left, path_of(field)), value_of(right, path_of(field))].map((value) =>
        /^-?\d+$/.test(String(value)) ? BigInt(value as string) : String(value),
      ) as [string, string]
      if (one !== other) return (one < other ? -1 : 1) * (down ? -1 : 1)
    }
    return 0
  })
}

/** The selected fields, and the resource name of every resource among them, which the API always adds. */
function project(row: Row, fields: string[]): Row {
  const picked: Row = {}
  for (const field of fields) {
    const path = path_of(field)
    const part = path[0]!
    const value = value_of(row, path)
    const name = row[part]?.resourceName
    picked[part] ??= name === undefined ? {} : { resourceName: name }
    if (value === undefined) continue
    let into: Record<string, unknown> = picked[part]!
    for (const step of path.slice(1, -1)) {
      const below = value_of(row, path.slice(0, path.indexOf(step) + 1)) as Record<string, unknown>
      into[step] ??= below.resourceName === undefined ? {} : { resourceName: below.resourceName }
      into = into[step] as Record<string, unknown>
    }
    into[path.at(-1)!] = value
  }
  return picked
}
