// What a stranger's statement may cost at most. PostgreSQL ends a statement that takes too long, but not within one operation, and
// nothing ends one that takes too much memory: so what can make a value large, or slow to work with, is counted beforehand.
import { refuse } from '#engine/outcomes.ts'
import { doubling, multiplying, searching } from '#tools/query/sql_shapes.ts'

const DOUBLING_MAX = 8
/** Of numbers with a hundred thousand digits, one takes up to 60 ms. */
const MULTIPLYING_MAX = 40
/** A number written out has up to 131,072 digits before its point and 16,383 after it. */
const LONG_TEXT_LETTERS = 150_000
/** Letters compared at most, at some 5 ns each. */
const COMPARED_MAX = 400_000_000

type Node = Record<string, unknown>
interface Constant {
  ival?: object
  fval?: object
  sval?: { sval?: string }
}

export class SqlCost {
  #doubling = 0
  #multiplying = 0
  #pattern_letters = 0

  /** A function or operator with its arguments. A text doubles where two that are no constants are joined. */
  add(name: string, args: (Node | undefined)[]): void {
    if (multiplying.has(name) && ++this.#multiplying > MULTIPLYING_MAX)
      refuse(`At most ${MULTIPLYING_MAX} multiplications, divisions, roots and logarithms are allowed.`)
    if (doubling.has(name)) this.#doubling += Math.max(0, args.filter((arg) => !is_constant(arg)).length - 1)
    if (this.#doubling > DOUBLING_MAX)
      refuse(`At most ${DOUBLING_MAX} texts that are no constants may be joined with ||, concat and concat_ws.`)
    if (searching.has(name)) this.#pattern_letters += letters_of(args[1])
    if (this.#pattern_letters * LONG_TEXT_LETTERS * 2 ** this.#doubling > COMPARED_MAX)
      refuse('The patterns are too long for that many joined texts; shorten the patterns or join fewer texts.')
    // with an array it would answer that many copies of a text
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

/** Letters of the constant, or of those of an array, that a text is searched for. */
function letters_of(pattern: Node | undefined): number {
  const { elements = [pattern] } = (pattern?.A_ArrayExpr ?? {}) as { elements?: (Node | undefined)[] }
  let letters = 0
  for (const node of elements) {
    const constant = constant_of(node)
    if (!constant) refuse('What a text is searched for must be a constant.')
    letters += constant.sval?.sval?.length ?? 0
  }
  return letters
}
