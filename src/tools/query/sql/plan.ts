// Looks at PostgreSQL's plan of a caller's statement before it runs. A plan shows what no timeout and no limit of temporary files can
// stop in time: memory that PostgreSQL does not write to disk, and work for hours. All figures are PostgreSQL's estimates.
import { refuse } from '#engine/outcomes.ts'

/** In PostgreSQL's units. A thousand are about ten milliseconds, so this is some hours. */
const COST_MAX = 1e9
/** Rows of a query after IN or of a set operation, which PostgreSQL keeps in memory as a whole. */
const UNSPILLED_BYTES_MAX = 64 * 1024 ** 2
/** Rows that PostgreSQL sorts or hashes and can write to disk. `SPILLED_MAX` ends such a statement later, after it filled the disk. */
const SPILLED_BYTES_MAX = 4 * 1024 ** 3
/** Memory of a stored row beside its values. */
const ROW_BYTES = 64

export interface PlanNode {
  'Node Type': string
  'Parent Relationship'?: string
  'Subplan Name'?: string
  'CTE Name'?: string
  Strategy?: string
  'Total Cost': number
  'Plan Rows': number
  'Plan Width': number
  Plans?: PlanNode[]
  [detail: string]: unknown
}

/** Refuses a plan that would take too much memory, disk or time. The limit of rows, which is not the caller's, makes nothing cheaper. */
export function check_plan(limited: PlanNode): void {
  const plan = limited.Plans!.find((part) => part['Parent Relationship'] === 'Outer')!
  const ctes = new Map<string, PlanNode>()
  for (const node of nodes_of(plan)) {
    const name = /^CTE (.*)$/s.exec(node['Subplan Name'] ?? '')?.[1]
    if (name !== undefined) ctes.set(name, node)
  }
  const rows_of = counter(ctes)
  for (const node of nodes_of(plan)) check_memory(node, rows_of)
  if (plan['Total Cost'] > COST_MAX)
    refuse(
      'PostgreSQL expects this statement to run for hours. Join tables on their keys, aggregate before the join, or ask for fewer days.',
    )
}

function check_memory(node: PlanNode, rows_of: (node: PlanNode) => number): void {
  const bytes = rows_of(node) * (node['Plan Width'] + ROW_BYTES)
  if (node['Parent Relationship'] === 'SubPlan' && bytes > UNSPILLED_BYTES_MAX)
    refuse(
      `A query after IN, ANY or ALL, or in an expression, would keep more than ${megabytes(UNSPILLED_BYTES_MAX)} in memory. Use a join or EXISTS with a condition on a key.`,
    )
  if (node['Node Type'] === 'SetOp' && node.Strategy === 'Hashed' && bytes > UNSPILLED_BYTES_MAX)
    refuse(
      `INTERSECT or EXCEPT would keep more than ${megabytes(UNSPILLED_BYTES_MAX)} in memory. Aggregate both sides first, or use a join.`,
    )
  const is_stored = ['Hash', 'Sort', 'Materialize', 'Incremental Sort'].includes(node['Node Type'])
  if (is_stored && node['Plan Rows'] * (node['Plan Width'] + ROW_BYTES) > SPILLED_BYTES_MAX)
    refuse(
      `The statement would sort or store more than ${megabytes(SPILLED_BYTES_MAX)}. Join tables on their keys, aggregate before the join, or select fewer columns.`,
    )
}

/**
 * The most rows that a node can return. Estimates of conditions are often too low, and a caller can write conditions that are always
 * true. So a join without an equal key counts as all pairs of its rows.
 */
function counter(ctes: ReadonlyMap<string, PlanNode>): (node: PlanNode) => number {
  const known = new Map<PlanNode, number>()
  const rows_of = (node: PlanNode): number => {
    const before = known.get(node)
    if (before !== undefined) return before
    known.set(node, node['Plan Rows'])
    const rows = most_rows(node, inputs_of(node, ctes).map(rows_of))
    known.set(node, rows)
    return rows
  }
  return rows_of
}

function most_rows(node: PlanNode, inputs: number[]): number {
  const kind = node['Node Type']
  if (kind === 'Limit' || (kind === 'Aggregate' && node.Strategy === 'Plain')) return node['Plan Rows']
  const is_product = kind === 'Nested Loop' && !has_key(node)
  return Math.max(
    node['Plan Rows'],
    is_product ? inputs.reduce((product, rows) => product * rows, 1) : Math.max(0, ...inputs),
  )
}

/** Whether a nested loop looks its inner rows up by a key. */
const has_key = (node: PlanNode): boolean =>
  [node, ...(node.Plans ?? []).map(behind_filter)].some((part) =>
    ['Join Filter', 'Index Cond', 'Recheck Cond', 'Cache Key'].some((name) => / = /.test(String(part[name] ?? ''))),
  )

/** A filter that PostgreSQL evaluates once, such as that of the organization, is a node of its own. */
function behind_filter(node: PlanNode): PlanNode {
  const inner = node.Plans?.find((part) => part['Parent Relationship'] === 'Outer')
  return node['Node Type'] === 'Result' && inner ? behind_filter(inner) : node
}

/** The nodes whose rows a node reads. */
function inputs_of(node: PlanNode, ctes: ReadonlyMap<string, PlanNode>): PlanNode[] {
  const cte = node['Node Type'] === 'CTE Scan' ? ctes.get(node['CTE Name'] ?? '') : undefined
  const inputs = (node.Plans ?? []).filter(
    (part) => !['SubPlan', 'InitPlan'].includes(part['Parent Relationship'] ?? ''),
  )
  return cte ? [...inputs, cte] : inputs
}

function* nodes_of(node: PlanNode): Generator<PlanNode> {
  yield node
  for (const part of node.Plans ?? []) yield* nodes_of(part)
}

const megabytes = (bytes: number) => `${bytes / 1024 ** 2} MB`
