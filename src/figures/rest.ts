// Rows that make a list add up to its whole: what the list leaves out, and what a level does not reach.
import { type Exact, sum_known } from '#domain/exact.ts'
import type { Sums } from '#figures/figure.ts'

/** The name of the row with everything that a truncated list leaves out. */
export const OTHERS = '(others)'
/** The name of the row with what a whole has and a finer level lacks, such as rare queries that a platform hides. */
export const NOT_REPORTED = '(not reported at this level)'

/** What lines leave of a whole. null: nothing, or the whole is not known. */
export function rest_of<Name extends string>(
  whole: Sums<Name> | null,
  lines: readonly { current: Sums<Name> | null }[],
): { current: Sums<Name>; previous: null } | null {
  if (whole === null) return null
  const names = Object.keys(whole) as Name[]
  const current = { ...whole }
  for (const name of names) {
    let left = whole[name]
    if (left === null) continue
    for (const line of lines) left -= line.current?.[name] ?? 0n
    current[name] = left
  }
  return names.some((name) => current[name]) ? { current, previous: null } : null
}

/** What values leave of a whole. Unknown values belong to no sum, so they take nothing from it. */
export const left_of = (whole: Exact | null, values: readonly (Exact | null)[]): Exact | null =>
  whole === null ? null : whole - (sum_known(values) ?? 0n)
