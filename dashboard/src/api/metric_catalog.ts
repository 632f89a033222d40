// The metric catalog as pages use it. The answer says only once what many sources or tables say in the same words.
import type { OrgTools } from './call.ts'

type Answer = OrgTools['get_data_catalog']['result']

type Unit = 'money' | 'count' | 'ratio' | 'position'
type Type = 'day' | 'week' | 'month' | 'text' | 'number' | 'boolean'

export interface Metric {
  /** With its source, such as store.revenue. */
  metric: string
  unit: Unit
  description: string
}

export interface Dimension {
  dimension: string
  type: Type
  description: string
}

export interface Source {
  source: string
  title: string
  description: string
  metrics: readonly Metric[]
  dimensions: readonly Dimension[]
}

export interface Table {
  table: string
  description: string
  columns: readonly { column: string; type: string; description: string }[]
}

export interface Catalog {
  sources: readonly Source[]
  sql_tables: readonly Table[]
}

const AFTER_TYPE = ': '

/** `store.orders count: Orders.`, or a name alone, which `shared` describes. */
function read_entry(entry: string, shared: Record<string, string>, in_shared = (name: string) => name) {
  const [name = '', ...own] = entry.split(' ')
  const words = own.length > 0 ? own.join(' ') : (shared[in_shared(name)] ?? '')
  const [type = '', ...description] = words.split(AFTER_TYPE)
  return { name, type, description: description.join(AFTER_TYPE) }
}

const without_source = (metric: string): string => metric.slice(metric.indexOf('.') + 1)

const known = new WeakMap<Answer, Catalog>()

/** The same catalog for the same answer. */
export function catalog_in(answer: Answer): Catalog {
  const catalog = known.get(answer) ?? read_catalog(answer)
  known.set(answer, catalog)
  return catalog
}

const read_catalog = ({ shared, sources, sql_tables }: Answer): Catalog => ({
  sources: sources.map(({ metrics, dimensions, ...source }) => ({
    ...source,
    metrics: metrics.map((entry) => {
      const { name, type, description } = read_entry(entry, shared.metrics, without_source)
      return { metric: name, unit: type as Unit, description }
    }),
    dimensions: dimensions.map((entry) => {
      const { name, type, description } = read_entry(entry, shared.dimensions)
      return { dimension: name, type: type as Type, description }
    }),
  })),
  sql_tables: sql_tables.map(({ columns, ...table }) => ({
    ...table,
    columns: columns.map((entry) => {
      const { name, type, description } = read_entry(entry, shared.columns)
      return { column: name, type, description }
    }),
  })),
})
