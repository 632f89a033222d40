// Filters of query_data on days, weeks and months. The answer has no row of a day outside its window, so a filter that asks for one is
// refused, and so is one that asks for none. It would otherwise answer with zero, or with a part of a month.
import { add_days, type Window } from '#domain/windows.ts'
import { refuse } from '#engine/outcomes.ts'
import type { Dimension } from '#figures/metrics/catalog.ts'
import type { Filter } from '#figures/metrics/filters.ts'
import { is_time } from '#figures/metrics/metric_facts.ts'
import { first_day, last_day } from '#figures/metrics/time_groups.ts'
import type { Days } from '#figures/sources/summed_days.ts'

/** A side that is not limited is undefined. */
interface Limits {
  from?: string
  to?: string
}

interface DayFilter {
  dimension: Dimension
  /** A valid filter, whose values are dates. */
  filter: Filter
}

/** The days that all of the filters ask for. Undefined: none of them is on days. */
export function days_asked(filters: readonly DayFilter[], window: Window): Days[] | undefined {
  const of_time = filters.filter(({ dimension }) => is_time(dimension))
  if (of_time.length === 0) return undefined
  const common = of_time.map((of) => days_of(of, window)).reduce(in_both)
  if (common.length > 0) return common
  const names = [...new Set(of_time.map(({ dimension }) => `'${dimension.dimension}'`))].join(' and ')
  refuse(`The filters on ${names} have no day in common. Leave one of them out.`)
}

const in_both = (some: Days[], others: Days[]): Days[] =>
  some.flatMap((one) =>
    others.flatMap((other) => {
      const days = { from: latest([one.from, other.from]), to: earliest([one.to, other.to]) }
      return days.from <= days.to ? days : []
    }),
  )

function days_of({ dimension, filter }: DayFilter, window: Window): Days[] {
  const name = dimension.dimension
  if (names_no_day(filter)) refuse(`The filter on '${name}' names no day, and every row has one.`)
  return limits_of(dimension, filter).map((limits) => {
    const { from = window.from, to = window.to } = limits
    if (limits.from !== undefined && limits.to !== undefined && from > to)
      refuse(`The filter on '${name}' begins on ${from} and ends on ${to}, so it has no day. Give a later end.`)
    const ends_after = to > window.to && !window.is_partial
    if (from < window.from || from > window.to || to < window.from || ends_after)
      refuse(
        `The filter on '${name}' asks for ${shown(limits)}, and the answer has the days ${window.from} to ${window.to}. Ask for all these days with date_from and date_to.`,
      )
    return { from, to }
  })
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
  const first = [...day(gte), ...day(gt).map((date) => add_days(date, 1))]
  const last = [...day(lte), ...day(lt).map((date) => add_days(date, -1))]
  return [
    {
      ...(first.length > 0 && { from: latest(first) }),
      ...(last.length > 0 && { to: last_day(dimension, earliest(last)) }),
    },
  ]
}

const day = (value: unknown) => (value == null ? [] : [String(value)])
const earliest = (dates: string[]) => dates.sort()[0]!
const latest = (dates: string[]) => dates.sort().at(-1)!

/** The days of one value. A week has the name of its Monday, and a month that of its first day. */
function whole({ dimension, type }: Dimension, value: unknown): Limits {
  const from = String(value)
  const first = first_day({ type }, from)
  if (first !== from)
    refuse(`The filter on '${dimension}' names a ${type} by its first day: ${first} is that of ${from}.`)
  return { from, to: last_day({ type }, from) }
}
