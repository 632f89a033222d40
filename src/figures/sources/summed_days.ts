// The days that the sides of a comparison sum, so that each side has equally many known days.
import { type Known, last_day } from '#domain/coverage.ts'
import { add_days, days_between, type Window } from '#domain/windows.ts'
import type { Side } from '#figures/figure.ts'
import type { Period } from '#figures/period.ts'
import type { Sources } from '#figures/sources/sources.ts'

export interface Days {
  from: string
  to: string
}

/** The days that each side sums. null: the side is not known. */
export type Summing = Record<Side, Days | null>

/** Today alone is a part of a day, which has no change against a whole day. */
export const is_today_alone = ({ is_partial, days }: Window) => is_partial && days === 1

/** The days that each side sums: the known ones, and equally many of the periods that they are compared with. */
export function days_of(period: Period, known: Known, sources: Pick<Sources, 'known'>, platform?: string): Summing {
  const { current } = period
  const to = last_day(known, current)
  const count = to === null ? current.days : days_between(current.from, to)
  const earlier = (window: Window | undefined): Days | null => {
    if (!window) return null
    const days = { ...window, to: add_days(window.from, Math.min(count, window.days) - 1) }
    return sources.known(days, platform).is === 'whole' ? days : null
  }
  return {
    current: to === null ? null : { from: current.from, to },
    previous: earlier(period.previous),
    year_before: earlier(period.year_before),
  }
}
