// The days of a group of facts, for plots. The shown days of a sum add up to the sum of their window to the cent.
import { sql } from 'kysely'
import { is_known } from '#domain/coverage.ts'
import { type Exact, exact_ratio, less, rounded_to } from '#domain/exact.ts'
import { add_days, type Window } from '#domain/windows.ts'
import type { FigureContext } from '#engine/tool.ts'
import { answer } from '#figures/answer.ts'
import { type Sums, whole } from '#figures/figure.ts'
import type { FigureGroup } from '#figures/groups.ts'
import type { ShownWindow } from '#figures/period.ts'
import type { Provenance } from '#figures/sources/provenance.ts'

type Shared = Provenance & { window: ShownWindow; currency?: string }

/** Every day of a window, the first one first. */
export const dates_of = ({ from, to }: Pick<Window, 'from' | 'to'>): string[] => {
  const days: string[] = []
  for (let day = from; day <= to; day = add_days(day, 1)) days.push(day)
  return days
}

/** The window of several series: partial where one is, and it lacks what one lacks. */
export function window_of(all: readonly Series[]): ShownWindow {
  const windows = all.map(({ origin }) => origin.window)
  const lacks = [...new Set(windows.flatMap((window) => window.lacks ?? []))]
  const is_partial = windows.some((window) => window.is_partial)
  return { ...windows[0]!, is_partial, ...(lacks.length > 0 && { lacks }) }
}

interface Series {
  /** A sum of each day. null: not known. */
  of(sum: string): (Exact | null)[]
  /** The same, with null also where an amount without an exchange rate is left out. */
  whole(sum: string): (Exact | null)[]
  /** True if something that belongs to a day is left out, so that no ratio of it is right. */
  lacks(day: string): boolean
  /** Window, sources and notes. */
  origin: Omit<Shared, 'currency'>
}

/** A known day without a row is zero where rows would have come, and a day that is not known is null. */
export async function series(context: FigureContext, period: { current: Window }, of: FigureGroup): Promise<Series> {
  const { current } = period
  const { group, shared } = await answer(context, period, { group: { of, by: { date: sql`f.date::text` } } })
  const { sources, lines } = group
  const of_day = new Map(lines.map(({ key, current: sums }) => [key.date, sums]))
  const known = sources.known(current)
  const unknown = sources.unknown_facts()
  const { currency: _, ...origin_of } = shared as Shared
  const each = (sum: string, read: (sums: Sums) => Exact | null) =>
    dates_of(current).map((day) => {
      if (!is_known(known, { from: day, to: day }) || unknown.includes(sum)) return null
      const sums = of_day.get(day)
      return sums ? read(sums) : sources.zero_is_real() ? 0n : null
    })
  return {
    lacks: (day) => sources.lacks({ from: day, to: day }),
    origin: origin_of,
    of: (sum) => each(sum, (sums) => sums[sum] ?? null),
    whole: (sum) => each(sum, (sums) => whole(sums, sum)),
  }
}

/** Rounds each sum up to a day, and shows the difference to the day before. So no rounding is lost, and each day is off by less than a unit. */
export function added_up(days: readonly (Exact | null)[], digits: number): (Exact | null)[] {
  let exact = 0n
  let shown = 0n
  return days.map((day) => {
    if (day === null) return null
    exact += day
    const before = shown
    shown = rounded_to(exact, digits)
    return less(shown, before)
  })
}

/** The ratio of each day, of its exact sums. */
export const ratios = (over: (Exact | null)[], under: (Exact | null)[]): (Exact | null)[] =>
  over.map((value, at) => exact_ratio(value, under[at] ?? null))
