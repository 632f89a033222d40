// Lines of single days. Where the window is not known as a whole, lines show what is stored, and of some days that is only a part.
import { is_known, type Known } from '#domain/coverage.ts'

/** The key of parts whose lines are days. */
const DAY = 'date'

/** True for the line of a day that is not known. It has no sums, also where rows of the day are stored. */
export const is_of_unknown_day = (known: Known, key: Readonly<Record<string, string | null>>): boolean => {
  const day = known.is === 'unknown' ? key[DAY] : undefined
  return day != null && !is_known(known, { from: day, to: day })
}
