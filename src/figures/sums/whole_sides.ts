// What the sides of an answer lack as a whole: something that is left out, or an account or amount that only one of two sides has.
import type { Window } from '#domain/windows.ts'
import { type Before, type Side, type Sums, unrated } from '#figures/figure.ts'
import type { Period } from '#figures/period.ts'
import type { Sources } from '#figures/sources/sources.ts'
import { type FxUse, has_gaps } from '#figures/sums/fx.ts'

interface Summed {
  sums: Partial<Record<Side, Sums | null>>
  /** The sums that are amounts. Counts leave out nothing without an exchange rate. */
  money: object
  fx: readonly FxUse[]
}

/**
 * `lacks`: the sides that something is left out of, so that no ratio of them is right. `unlike`: says which sides cannot be compared with the
 * current one, as a whole or for one of their sums.
 */
export function whole_sides(
  sources: Sources,
  { current, ...before }: Period,
  { sums, money, fx }: Summed,
  platform?: string,
) {
  const { previous, year_before } = before
  const lacks = (window: Window | undefined) => window !== undefined && sources.lacks(window, platform)
  // Where a currency has no rate at all, all sides leave it out.
  const gaps = has_gaps(fx)
  const has_no_rate = (side: Side, name: string) => gaps && name in money && Boolean(sums[side]?.[unrated(name)])
  return {
    lacks: { current: lacks(current), previous: lacks(previous), year_before: lacks(year_before) },
    unlike: (side: Before, name = '') =>
      before[side] !== undefined &&
      (!sources.are_alike(current, before[side], platform) || has_no_rate('current', name) || has_no_rate(side, name)),
  }
}
