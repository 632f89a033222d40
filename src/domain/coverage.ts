// Which days of a window are known. A figure of days that nobody has read is unknown, not zero.
import { add_days, type Window } from '#domain/windows.ts'

/** The first covered day of a source that has nothing older. */
export const BEGINNING = '-infinity'

/** A day without a row beside days with many, since the first read that brought none. `is_answer`: later reads or the platform's own total said the same. */
export interface Hole {
  date: string
  since: string
  read_at: string
  is_answer?: true
}

/** The days of which a source has stored everything. */
export interface Covered {
  /** First day; BEGINNING: nothing older exists. null: no day. */
  from: string | null
  /** Last day that was over when it was read. null: no day yet. */
  until: string | null
  /** Last day that was read at least in part. */
  read_until: string | null
  /** First day on which there can be anything. null: not known. */
  created_on: string | null
  /** Days between the others that are not known, oldest first. Absent: none. */
  holes?: readonly string[]
}

/** The latest first day of those that cover anything. '' or undefined: none does. */
export const latest_start = (covered: readonly Pick<Covered, 'from'>[]): string | undefined =>
  covered
    .map(({ from }) => from ?? '')
    .sort()
    .at(-1)

/** What is known of a window. `until`: every day up to it is known. */
export type Known =
  | { is: 'whole' }
  /** Every day from the first one to `until`. */
  | { is: 'begun'; until: string }
  /**
   * Not the first day, or single days between. `part`: the days at the end that are known, if any. `around`: the days around the single
   * ones, which are known by themselves.
   */
  | { is: 'unknown'; part?: Days; around?: Days & { holes: readonly string[] } }

type Days = Pick<Window, 'from' | 'to'>

const WHOLE: Known = { is: 'whole' }

/** What all sources together know of a window. Without sources, nothing is known. */
export function known_days(sources: readonly Covered[], { from, to }: Days, today: string): Known {
  if (sources.length === 0) return { is: 'unknown' }
  let first = ''
  let last = to
  const holes: string[] = []
  for (const source of sources) {
    // Before the account existed, nothing is left to read.
    if (source.created_on !== null && to < source.created_on) continue
    const until = since_creation(last_known(source, to, today), source, to)
    if (source.from === null || until === null) return { is: 'unknown' }
    if (source.from > first) first = source.from
    if (until < last) last = until
    holes.push(...(source.holes ?? []))
  }
  const start = first > from ? first : from
  const between = [...new Set(holes)].filter((day) => day >= start && day <= last).sort()
  // A hole at the end is like a day that the platform has not delivered yet. Today counts only if the day before it is known.
  if (last >= today && between.at(-1) === add_days(last, -1)) last = add_days(last, -1)
  while (between.at(-1) === last) {
    between.pop()
    last = add_days(last, -1)
  }
  if (last < start) return { is: 'unknown' }
  const hole = between.at(-1)
  if (hole !== undefined)
    return {
      is: 'unknown',
      part: { from: add_days(hole, 1), to: last },
      around: { from: start, to: last, holes: between },
    }
  if (first > from) return { is: 'unknown', part: { from: first, to: last } }
  return last === to ? WHOLE : { is: 'begun', until: last }
}

/** Whether each of these days of the window is known, also where their window is not. */
export function is_known(known: Known, { from, to }: Days): boolean {
  if (known.is === 'whole') return true
  if (known.is === 'begun') return to <= known.until
  const { holes = [], ...days } = { ...known.part, ...known.around }
  if (days.from === undefined || days.to === undefined || from < days.from || to > days.to) return false
  return !holes.some((day) => day >= from && day <= to)
}

/** The days up to the one before the account existed are known, even if the platform has delivered no day yet. */
function since_creation(until: string | null, { created_on }: Covered, to: string): string | null {
  const before = created_on && add_days(created_on, -1)
  return until !== null && before && before > until && before < to ? before : until
}

/** Today counts as known when it was read at all, if every day before it is known. An earlier day counts when it was over. */
function last_known({ until, read_until }: Covered, to: string, today: string): string | null {
  const is_known_to_yesterday = until !== null && until >= add_days(today, -1)
  if (to >= today && is_known_to_yesterday && read_until !== null && read_until >= today) return to
  if (until === null || until < to) return until
  return to
}

/** The last day of the window that a figure sums. null: nothing is known. */
export const last_day = (known: Known, { to }: Pick<Window, 'to'>): string | null =>
  known.is === 'whole' ? to : known.is === 'begun' ? known.until : null

/** The days of the window that a figure sums. null: nothing is known. */
export function summed_days(known: Known, window: Pick<Window, 'from' | 'to'>): { from: string; to: string } | null {
  const to = last_day(known, window)
  return to === null ? null : { from: window.from, to }
}

/** What is known of two figures together. */
export function both(one: Known, other: Known): Known {
  if (one.is === 'unknown' || other.is === 'unknown') return { is: 'unknown' }
  if (one.is === 'whole') return other
  if (other.is === 'whole') return one
  return one.until <= other.until ? one : other
}
