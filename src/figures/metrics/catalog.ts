// Reads the metric catalog from the database and finds names in it. The error for an unknown name lists the valid names.
import { closest, distance } from 'fastest-levenshtein'
import { sql } from 'kysely'
import { refuse } from '#engine/outcomes.ts'
import type { FigureContext } from '#engine/tool.ts'
import { in_english } from '#figures/metrics/nouns.ts'

export interface Dimension {
  dimension: string
  column_name: string
  type: 'day' | 'week' | 'month' | 'text' | 'number' | 'boolean'
  description: string
}

export interface Metric {
  metric: string
  kind: 'sum' | 'ratio' | 'count_distinct' | 'daily' | 'people'
  unit: 'money' | 'count' | 'ratio' | 'position'
  column_name: string | null
  numerator: string | null
  denominator: string | null
  /** The metric is known only when the source is stored from its first day. */
  needs_beginning: boolean
  /** A sum is null unless every line has a cost. A ratio is of the lines with a cost. */
  needs_costs: boolean
  description: string
}

export interface MetricSource {
  source: string
  title: string
  description: string
  relations: string[]
  platforms: string[]
  tables: string[]
  dimensions: Dimension[]
  metrics: Metric[]
  /** Tables of each relation. Only their streams decide which days of the relation are known. */
  tables_of: Record<string, string[]>
  /** Existing columns of each relation. No other text becomes an SQL identifier. */
  columns: Record<string, string[]>
}

/** What PostgreSQL's own catalog says of a relation. */
interface Relation {
  columns: string[]
  tables: string[]
}
/** The catalog, as this process keeps it in memory. Reading it takes longer than most questions. */
export const known_catalog = (context: Pick<FigureContext, 'db' | 'shared'>): Promise<MetricSource[]> =>
  context.shared('metrics', () => read_catalog(context))

export async function read_catalog({ db }: Pick<FigureContext, 'db'>): Promise<MetricSource[]> {
  type Row = Omit<MetricSource, 'tables_of' | 'columns'>
  const { rows } = await sql<{ sources: Row[]; relations: Record<string, Relation> }>`
    select
      (select jsonb_agg(jsonb_build_object('source', s.source, 'title', s.title, 'description', s.description,
        'relations', s.relations, 'platforms', s.platforms, 'tables', s.tables,
        'dimensions', (select coalesce(jsonb_agg(to_jsonb(d) order by d.type = 'text', d.dimension), '[]')
          from metric_dimensions d where d.source = s.source),
        'metrics', (select coalesce(jsonb_agg(to_jsonb(m) order by m.metric), '[]')
          from metric_definitions m where m.source = s.source)) order by s.rank, s.source)
      from metric_sources s) as sources,
      (select jsonb_object_agg(c.relname, jsonb_build_object(
          'columns', (select jsonb_agg(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0),
          'tables', (select coalesce(jsonb_agg(distinct b.relname), '[]') from pg_rewrite r
            join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
            join pg_class b on b.oid = d.refobjid and b.relnamespace = 'public'::regnamespace where r.ev_class = c.oid)))
        from pg_class c where c.relnamespace = 'metrics'::regnamespace and c.relkind = 'v') as relations`.execute(db)
  const { sources, relations } = rows[0]!
  return sources.map((source) => {
    const of = source.relations.flatMap((name) => (relations[name] ? [[name, relations[name]] as const] : []))
    const counted = of.map(
      ([name, { tables }]) => [name, tables.filter((table) => source.tables.includes(table))] as const,
    )
    return {
      ...source,
      columns: Object.fromEntries(of.map(([name, { columns }]) => [name, columns])),
      // A relation that reads none of the tables itself reads other relations, so all tables of the source decide.
      tables_of: Object.fromEntries(counted.filter(([, tables]) => tables.length > 0)),
    }
  })
}

/** Maximum edit distance, in characters, at which a wrong name counts as a typo. A short name is near to many others. */
const TYPO_DISTANCE_MAX = 3
const typos_max = ({ length }: string) => Math.min(TYPO_DISTANCE_MAX, Math.max(1, Math.floor(length / 3)))

function meant(name: string, names: string[]): string {
  if (names.length === 0) return ''
  const near = names.find((one) => one === in_english(name)) ?? closest(name, names)
  return near === in_english(name) || distance(name, near) <= typos_max(name) ? ` Did you mean '${near}'?` : ''
}

/** Truncates a caller's name before an answer repeats it, so that the answer stays short. */
const shown = (name: string) => `'${name.slice(0, 60)}'`

const full_names = (source: MetricSource) => source.metrics.map(({ metric }) => `${source.source}.${metric}`)

/** Finds a metric by `store.revenue`, or by `roas` if only one source has it. */
export function find_metric(catalog: MetricSource[], asked: string): { source: MetricSource; metric: Metric } {
  const [before = '', ...rest] = asked.trim().toLowerCase().split('.')
  const plain = rest.length > 0 ? rest.join('.') : before
  const candidates = rest.length > 0 ? catalog.filter(({ source }) => source === before) : catalog
  if (candidates.length === 0) {
    const sources = catalog.map(({ source }) => source)
    refuse(`There is no source ${shown(before)}.${meant(before, sources)} Sources: ${sources.join(', ')}.`)
  }
  const found = candidates.flatMap((source) =>
    source.metrics.filter(({ metric }) => metric === plain).map((metric) => ({ source, metric })),
  )
  if (found.length === 1) return found[0]!
  if (found.length > 1) {
    const names = found.map(({ source, metric }) => `${source.source}.${metric.metric}`)
    refuse(`Several sources have a metric ${shown(plain)}; name one of them: ${names.join(', ')}.`)
  }
  const names = candidates.flatMap(full_names)
  const near = meant(plain, [...new Set(candidates.flatMap(({ metrics }) => metrics.map(({ metric }) => metric)))])
  const whose = rest.length > 0 ? `${before} has no metric` : 'There is no metric'
  refuse(`${whose} ${shown(plain)}.${near} Metrics: ${names.join(', ')}.`)
}

/** Finds a dimension of the source by its name or by `source.name`. */
export function find_dimension(catalog: MetricSource[], source: MetricSource, asked: string): Dimension {
  const name = asked.trim().toLowerCase()
  const plain = name.startsWith(`${source.source}.`) ? name.slice(source.source.length + 1) : name
  const found = source.dimensions.find(({ dimension }) => dimension === plain)
  if (found) return found
  const names = source.dimensions.map(({ dimension }) => dimension)
  const list = `Dimensions of ${source.source}: ${names.join(', ')}.`
  const others = catalog.filter(({ dimensions, source: other }) =>
    dimensions.some(({ dimension }) => name === `${other}.${dimension}` || in_english(name) === dimension),
  )
  if (others.length > 0 && !names.includes(in_english(name))) {
    const where = others.map((other) => other.source).join(', ')
    refuse(`${shown(name)} is a dimension of ${where}, and sources cannot be mixed. ${list}`)
  }
  refuse(`${source.source} has no dimension ${shown(name)}.${meant(plain, names)} ${list}`)
}

export const metric_columns = ({ column_name, numerator, denominator }: Metric): string[] =>
  [column_name, numerator, denominator].filter((column) => column !== null)

const columns_of = (dimensions: readonly Dimension[]) => dimensions.map(({ column_name }) => column_name)

const has_columns = ({ columns }: MetricSource, relation: string, names: readonly string[]) =>
  names.every((name) => columns[relation]?.includes(name))

/** The coarsest relation that has every column. */
const coarsest = (source: MetricSource, metric: Metric, used: readonly Dimension[]) =>
  source.relations.find((relation) => has_columns(source, relation, [...metric_columns(metric), ...columns_of(used)]))

/**
 * The coarser relation that a relation is a part of, with every column that is filtered. Finer levels of a platform can lack figures
 * of the whole. Undefined: the relation is the coarsest, or the metric does not add up.
 */
export function find_whole(source: MetricSource, metric: Metric, relation: string, filtered: readonly Dimension[]) {
  const whole = metric.kind === 'sum' || metric.kind === 'ratio' ? coarsest(source, metric, filtered) : undefined
  return whole === relation ? undefined : whole
}

/** The coarsest relation that has every column. Refuses dimensions that no relation has together. */
export function find_relation(source: MetricSource, metric: Metric, used: Dimension[]): string {
  const found = coarsest(source, metric, used)
  if (found) return found
  const of_metric = source.relations.filter((relation) => has_columns(source, relation, metric_columns(metric)))
  const possible = source.dimensions.filter(({ column_name }) =>
    of_metric.some((relation) => has_columns(source, relation, [column_name])),
  )
  const names = possible.map(({ dimension }) => dimension).join(', ')
  const impossible = used.filter((dimension) => !possible.includes(dimension)).map(({ dimension }) => dimension)
  const name = `${source.source}.${metric.metric}`
  if (impossible.length > 0) refuse(`${name} is not known by ${impossible.join(', ')}. It is known by: ${names}.`)
  refuse(
    `${name} is not known by ${used.map(({ dimension }) => dimension).join(' and ')} together; ask for one of them.`,
  )
}
