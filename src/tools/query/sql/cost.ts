// Limits the cost of a caller's statement. PostgreSQL's statement timeout does not interrupt a single slow operation.
// So this code counts operations that can be slow, before the statement runs.
import { refuse } from '#engine/outcomes.ts'
import { multiplying } from '#tools/query/sql/shapes.ts'

/** One operation on numbers with a hundred thousand digits takes up to 60 ms. */
const MULTIPLYING_MAX = 40

type Node = Record<string, unknown>
interface Constant {
  ival?: object
  fval?: object
  sval?: { sval?: string }
}

export class SqlCost {
  #multiplying = 0

  /** Counts a function or an operator with its arguments. */
  add(name: string, args: (Node | undefined)[]): void {
    if (multiplying.has(name) && ++this.#multiplying > MULTIPLYING_MAX)
      refuse(`At most ${MULTIPLYING_MAX} multiplications, divisions, roots and logarithms are allowed.`)
    // With an array of n numbers, percentile_disc would return n copies of a text.
    if (name === 'percentile_disc' && !is_number(args[0])) refuse('percentile_disc takes one number, like 0.5.')
  }
}

const constant_of = (node: Node | undefined): Constant | undefined =>
  (((node?.TypeCast as { arg?: Node } | undefined)?.arg ?? node)?.A_Const as Constant) ?? undefined

/** A literal, with or without a cast. */
export const is_constant = (node: Node | undefined) => constant_of(node) !== undefined

function is_number(node: Node | undefined): boolean {
  const { ival, fval } = (node?.A_Const ?? {}) as Constant
  return ival !== undefined || fval !== undefined
}

/** Number of characters in a search pattern: a constant, or all constants of an array. */
export function chars_of(pattern: Node | undefined): number {
  const { elements = [pattern] } = (pattern?.A_ArrayExpr ?? {}) as { elements?: (Node | undefined)[] }
  let chars = 0
  for (const node of elements) {
    const constant = constant_of(node)
    if (!constant) refuse('What a text is searched for must be a constant.')
    chars += constant.sval?.sval?.length ?? 0
  }
  return chars
}
