// The sums of the days of each side of a comparison, from the sums of segments of days.
import { add_days } from '#domain/windows.ts'
import type { Side } from '#figures/figure.ts'
import type { Days, Summing } from '#figures/sources/summed_days.ts'
import { add, add_to, type Figures, type Line } from '#figures/sums/facts.ts'

export type Sides = Record<Side, Figures | null>

/** First days of the segments that these ranges need, the first day of all first. */
export function edges_of(ranges: (Days | Summing | undefined)[], { from, to }: Days): string[] {
  const days = ranges.flatMap((range) =>
    range === undefined ? [] : 'from' in range ? [range] : [range.current, range.previous],
  )
  const edges = days.flatMap((of) => (of ? [of.from, add_days(of.to, 1)] : []))
  return [from, ...[...new Set(edges)].filter((day) => day > from && day <= to).sort()]
}

/** The sum of the segments within a range, whose ends are edges. */
export function sum_of(
  segments: Map<number, Figures>,
  edges: readonly string[],
  { from, to }: Days,
): Figures | undefined {
  let sum: Figures | undefined
  for (const [at, figures] of segments) {
    const next = edges[at + 1]
    if (edges[at]! >= from && edges[at]! <= to && (next === undefined || next <= add_days(to, 1)))
      sum = add(sum, figures)
  }
  return sum
}

interface Segmented {
  segments: Map<number, Figures>
  year_before: Figures | null
}

export function sides_of({ segments, year_before }: Segmented, edges: readonly string[], days: Summing): Sides {
  const side = (of: Days | null) => (of && sum_of(segments, edges, of)) ?? null
  return { current: side(days.current), previous: side(days.previous), year_before: days.year_before && year_before }
}

export function all_segments(lines: readonly Line[]): Map<number, Figures> {
  const all = new Map<number, Figures>()
  for (const { segments } of lines)
    for (const [at, figures] of segments) {
      const sums = all.get(at)
      if (sums) add_to(sums, figures)
      else all.set(at, { ...figures })
    }
  return all
}

const sides = ['current', 'previous', 'year_before'] as const

/** The sums of lines, of all sides or of some. */
export function added(lines: readonly Sides[], wanted: readonly Side[] = sides): Sides {
  const all: Sides = { current: null, previous: null, year_before: null }
  for (const line of lines)
    for (const side of wanted) if (line[side]) all[side] = add(all[side] ?? undefined, line[side])
  return all
}
