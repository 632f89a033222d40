// Filters of query_data on days, weeks and months. The answer has no row of a day outside its window, so a filter that asks for one is
// refused, and so is one that asks for none. It would otherwise answer with zero, or with a part of a month.
import { add_days, type Window } from '#domain/windows.ts'
import { refuse } from '#engine/outcomes.ts'
import type { Dimension } from '#figures/metrics/catalog.ts'
import type { Filter } from '#figures/metrics/filters.ts'
import { is_time } from '#figures/metrics/metric_facts.ts'
import { first_day, last_day } from '#figures/metrics/time_groups.ts'

/** A side that is not limited is undefined. */
interface Limits {
  from?: string
  to?: string
}

/** `given`: a valid filter, whose values are dates. */
export function refuse_days_outside(dimension: Dimension, given: Filter, window: Window): void {
  if (!is_time(dimension)) return
  const name = dimension.dimension
  if (names_no_day(given)) refuse(`The filter on '${name}' names no day, and every row has one.`)
  for (const limits of limits_of(dimension, given)) {
    const { from = window.from, to = window.to } = limits
    if (limits.from !== undefined && limits.to !== undefined && from > to)
      refuse(`The filter on '${name}' begins on ${from} and ends on ${to}, so it has no day. Give a later end.`)
    const ends_after = to > window.to && !window.is_partial
    if (from < window.from || from > window.to || to < window.from || ends_after)
      refuse(
        `The filter on '${name}' asks for ${shown(limits)}, and the answer has the days ${window.from} to ${window.to}. Ask for all these days with date_from and date_to.`,
      )
  }
}

/** Nothing but null. It matches no row, so a sum would be zero. */
const names_no_day = (given: Filter): given is null =>
  given === null || (Array.isArray(given) && given.every((value) => value === null))

const shown = ({ from, to }: Limits) =>
  from === undefined ? `days until ${to}` : to === undefined ? `days since ${from}` : `the days ${from} to ${to}`

function limits_of(dimension: Dimension, given: NonNullable<Filter>): Limits[] {
  if (Array.isArray(given)) return given.filter((value) => value !== null).map((value) => whole(dimension, value))
  if (typeof given !== 'object') return [whole(dimension, given)]
  if ('contains' in given) return []
  const { gte, gt, lte, lt } = given
  const first = gte ?? (gt == null ? undefined : add_days(String(gt), 1))
  const last = lte ?? (lt == null ? undefined : add_days(String(lt), -1))
  return [
    {
      ...(first != null && { from: String(first) }),
      ...(last != null && { to: last_day(dimension, String(last)) }),
    },
  ]
}

/** The days of one value. A week has the name of its Monday, and a month that of its first day. */
function whole({ dimension, type }: Dimension, value: unknown): Limits {
  const from = String(value)
  const first = first_day({ type }, from)
  if (first !== from)
    refuse(`The filter on '${dimension}' names a ${type} by its first day: ${first} is that of ${from}.`)
  return { from, to: last_day({ type }, from) }
}
