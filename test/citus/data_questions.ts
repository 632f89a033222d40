// Questions to query_data: every metric by day, every dimension with a metric of each unit, dimensions in pairs, and filters by values that
// answers show.

export interface Source {
  metrics: readonly { metric: string; unit: string }[]
  dimensions: readonly { dimension: string; type: string }[]
}

interface DataQuestion extends Record<string, unknown> {
  metric: string
  dimensions: string[]
  filters?: Record<string, unknown>
}

export interface Shown {
  rows: Record<string, unknown>[]
}

/** The answer to a question, or nothing where it is refused. */
type Ask = (question: DataQuestion) => Promise<Shown | undefined>

function of_source({ metrics, dimensions }: Source): DataQuestion[] {
  const names = dimensions.map(({ dimension }) => dimension)
  const day = dimensions.find(({ type }) => type === 'day')?.dimension
  const by_unit = Object.values(Object.groupBy(metrics, ({ unit }) => unit)).map((found) => found![0]!.metric)
  return [
    ...metrics.map(({ metric }) => ({ metric, dimensions: day ? [day] : [] })),
    ...by_unit.map((metric) => ({ metric, dimensions: [] })),
    ...by_unit.flatMap((metric) =>
      names.filter((name) => name !== day).map((name) => ({ metric, dimensions: [name] })),
    ),
    ...names.slice(1).map((name, at) => ({ metric: metrics[0]!.metric, dimensions: [names[at]!, name] })),
  ]
}

/** A small run asks each source for its first metric, by its first dimension. */
const small_of_source = ({ metrics, dimensions }: Source): DataQuestion[] => [
  { metric: metrics[0]!.metric, dimensions: dimensions.slice(0, 1).map(({ dimension }) => dimension) },
]

/** The same question about the group that comes first, where it has a name. */
function filtered({ metric, dimensions }: DataQuestion, { rows }: Shown): DataQuestion[] {
  const [dimension] = dimensions
  const value = dimensions.length === 1 && rows[0]?.[dimension!]
  return typeof value === 'string' ? [{ metric, dimensions, filters: { [dimension!]: [value] } }] : []
}

/** Which questions are accepted is not in the catalog, so each is asked before. */
export async function data_questions(sources: readonly Source[], is_small: boolean, ask: Ask) {
  const accepted: DataQuestion[] = []
  const refused: DataQuestion[] = []
  for (const question of sources.flatMap(is_small ? small_of_source : of_source)) {
    const shown = await ask(question)
    if (shown) accepted.push(question, ...filtered(question, shown))
    else refused.push(question)
  }
  return { accepted, refused }
}
