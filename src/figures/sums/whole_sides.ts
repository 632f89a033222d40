// What the sides of an answer lack as a whole: something that is left out, or an account that only one of two sides has.
import type { Window } from '#domain/windows.ts'
import type { Before } from '#figures/figure.ts'
import type { Period } from '#figures/period.ts'
import type { Sources } from '#figures/sources/sources.ts'

/**
 * `lacks`: the sides that something is left out of, so that no ratio of them is right. `unlike`: says which sides cannot be compared with the
 * current one.
 */
export function whole_sides(sources: Sources, { current, ...before }: Period, platform?: string) {
  const { previous, year_before } = before
  const lacks = (window: Window | undefined) => window !== undefined && sources.lacks(window, platform)
  return {
    lacks: { current: lacks(current), previous: lacks(previous), year_before: lacks(year_before) },
    unlike: (side: Before) => before[side] !== undefined && !sources.are_alike(current, before[side], platform),
  }
}
