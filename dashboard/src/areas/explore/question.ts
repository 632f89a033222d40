// A question to query_data: metrics of one source, what to group by, and filters. The address keeps it, and the catalog says what is possible.
import type { OrgTools } from '../../api/call.ts'
import type { Catalog, Dimension, Source } from '../../api/metric_catalog.ts'
import { object_in } from '../../lib/object_in.ts'

export type { Catalog, Dimension, Source }
export type QueryInput = OrgTools['query_data']['input']

export type FilterForm = 'is' | 'contains' | 'at_least' | 'at_most' | 'is_empty'

export interface Filter {
  dimension: string
  form: FilterForm
  /** Several of `is`, one of the other forms, none of `is_empty`. */
  values: readonly string[]
}

export interface Question {
  /** With their source, such as store.revenue. Never empty. */
  metrics: readonly string[]
  by: readonly string[]
  filters: readonly Filter[]
}

/** Each metric is a call of its own. */
export const METRICS_MAX = 4
/** As many as the tool takes. */
export const DIMENSIONS_MAX = 6

export interface Address {
  metric?: string | undefined
  by?: string | undefined
  where?: string | undefined
}

type Part = keyof Address

export const is_time = ({ type }: Pick<Dimension, 'type'>): boolean =>
  type === 'day' || type === 'week' || type === 'month'

const source_of = (metric: string): string => metric.split('.')[0]!

export const find_source = ({ sources }: Pick<Catalog, 'sources'>, { metrics }: Question): Source =>
  sources.find(({ source }) => source === source_of(metrics[0]!))!

export const forms_of = ({ type }: Dimension): readonly FilterForm[] =>
  type === 'text' ? ['is', 'contains', 'is_empty'] : ['is', 'at_least', 'at_most', 'is_empty']

// ---- the address -------------------------------------------------------------------------------------------------------

/** What the address says, as far as the catalog has it. `broken` names what it does not have. */
export function read_question(address: Address, catalog: Catalog): Question & { broken: Part[] } {
  const first = first_question(catalog)
  const asked = list_of(address.metric)
  const known = asked.filter((name) => has_metric(catalog, name) && source_of(name) === source_of(asked[0]!))
  const metrics = known.length > 0 ? known.slice(0, METRICS_MAX) : first.metrics
  const source = find_source(catalog, { ...first, metrics })
  const names = list_of(address.by)
  const by = names.filter((name) => has_dimension(source, name)).slice(0, DIMENSIONS_MAX)
  const filters = read_filters(address.where, source)
  const broken: Part[] = []
  if (address.metric !== undefined && known.length !== asked.length) broken.push('metric')
  if (by.length !== names.length) broken.push('by')
  if (filters.is_broken) broken.push('where')
  const is_first = address.metric === undefined && address.by === undefined
  return { metrics, by: is_first ? first.by : by, filters: filters.read, broken }
}

/** What a new person sees: a figure that most shops have, day by day. */
function first_question({ sources }: Catalog): Question {
  const store = sources.find(({ source }) => source === 'store') ?? sources[0]!
  const metric = store.metrics.find(({ metric }) => metric === 'store.revenue') ?? store.metrics[0]!
  return { metrics: [metric.metric], by: has_dimension(store, 'date') ? ['date'] : [], filters: [] }
}

const list_of = (text: string | undefined): string[] => [...new Set(text?.split(',').filter((name) => name !== ''))]

const has_metric = ({ sources }: Catalog, name: string) =>
  sources.some(({ metrics }) => metrics.some(({ metric }) => metric === name))

const has_dimension = ({ dimensions }: Source, name: string) => dimensions.some(({ dimension }) => dimension === name)

export function written_question({ metrics, by, filters }: Question): Address {
  const where = filters_of(filters)
  return {
    metric: metrics.join(','),
    by: by.length > 0 ? by.join(',') : undefined,
    where: where && JSON.stringify(where),
  }
}

// ---- filters -----------------------------------------------------------------------------------------------------------

function read_filters(where: string | undefined, source: Source): { read: Filter[]; is_broken: boolean } {
  if (where === undefined) return { read: [], is_broken: false }
  const given = object_in(where)
  if (!given) return { read: [], is_broken: true }
  const entries = Object.entries(given)
  const read = entries.flatMap(([name, value]) => {
    const dimension = source.dimensions.find((one) => one.dimension === name && !is_time(one))
    const filter = dimension && read_filter(name, value)
    return filter && forms_of(dimension).includes(filter.form) ? [filter] : []
  })
  return { read, is_broken: read.length !== entries.length }
}

function read_filter(dimension: string, value: unknown): Filter | undefined {
  if (value === null) return { dimension, form: 'is_empty', values: [] }
  if (is_scalar(value)) return { dimension, form: 'is', values: [String(value)] }
  if (Array.isArray(value))
    return value.length > 0 && value.every(is_scalar) ? { dimension, form: 'is', values: value.map(String) } : undefined
  const [[key, one] = [], ...more] = Object.entries(value as object)
  if (more.length > 0 || !is_scalar(one)) return undefined
  const form = ({ contains: 'contains', gte: 'at_least', lte: 'at_most' } as const)[key as 'gte']
  return form && { dimension, form, values: [String(one)] }
}

const is_scalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** As the tool takes them. A filter without a value does not filter yet. Undefined: none. */
function filters_of(filters: readonly Filter[], types?: Map<string, Dimension['type']>) {
  const usable = filters.filter(({ form, values }) => form === 'is_empty' || values.some((value) => value !== ''))
  if (usable.length === 0) return undefined
  return Object.fromEntries(usable.map((filter) => [filter.dimension, value_of(filter, types?.get(filter.dimension))]))
}

function value_of({ form, values }: Filter, type: Dimension['type'] | undefined): unknown {
  const typed = values.filter((value) => value !== '').map((value) => typed_value(value, type))
  if (form === 'is_empty') return null
  if (form === 'is') return typed.length === 1 ? typed[0] : typed
  return { [{ contains: 'contains', at_least: 'gte', at_most: 'lte' }[form]]: typed[0] }
}

/** A text that is no number stays one, and the engine says what is wrong. */
function typed_value(value: string, type: Dimension['type'] | undefined): unknown {
  if (type === 'number' && /^-?\d+(?:\.\d+)?$/.test(value.trim())) return Number(value)
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  return value
}

// ---- the calls ---------------------------------------------------------------------------------------------------------

/** One call for each metric. */
export function inputs_of(
  question: Question,
  source: Source,
  dates: { date_from: string; date_to: string },
): QueryInput[] {
  const types = new Map(source.dimensions.map(({ dimension, type }) => [dimension, type]))
  const filters = filters_of(question.filters, types)
  return question.metrics.map((metric) => ({
    metric,
    ...(question.by.length > 0 && { dimensions: [...question.by] }),
    ...(filters && { filters }),
    ...dates,
  }))
}

// ---- changes -----------------------------------------------------------------------------------------------------------

/** Another source keeps what it knows too: 'by date' stays. */
export function with_source(question: Question, source: Source): Question {
  const known = (name: string) => has_dimension(source, name)
  return {
    metrics: [source.metrics[0]!.metric],
    by: question.by.filter(known),
    filters: question.filters.filter(({ dimension }) => known(dimension)),
  }
}

export type Place = { is: 'by' } | { is: 'metric' } | { is: 'filter'; dimension: string }

/** The field that a sentence of the engine is about. Undefined: none of them alone. */
export function place_of(sentence: string, { metrics, by, filters }: Question): Place | undefined {
  const filter = filters.find(({ dimension }) => sentence.includes(`ilter on '${dimension}'`))
  if (filter) return { is: 'filter', dimension: filter.dimension }
  if (/add the dimension|is not known by|has no dimension|is a dimension of/.test(sentence)) return { is: 'by' }
  if (by.some((name) => sentence.includes(`'${name}'`))) return { is: 'by' }
  return metrics.some((name) => sentence.startsWith(name)) || /metric/.test(sentence) ? { is: 'metric' } : undefined
}
