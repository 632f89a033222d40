// The cursor: how far a stream of an account is read, and what the next read covers. Pure functions of days and instants.
// A wrong clock of this process must not leave a permanent gap.
import { add_days } from '#domain/windows.ts'
import type { ChangeStream, Stream, WindowStream } from '#engine/connector.ts'

/** Everything between `read_from` and `read_to` or `changed_at` is stored, without a gap. */
export interface Cursor {
  /** The first day of the stored history. For change streams, the first instant. */
  read_from?: string
  /** Window streams: every day up to this one is stored. */
  read_to?: string
  /** Window streams: days up to this one can no longer change. */
  settled_until?: string
  /** Change streams: every change up to this instant is stored. */
  changed_at?: string
  /** Change streams: when stored records were last checked again, by kind of check. */
  rechecked?: Rechecked
  /** When the stream was last read completely. */
  finished_at?: string
}

export interface Rechecked {
  unfinished?: string
  deleted?: string
  existing?: string
}

type Window = WindowStream<never, never>['window']
type Since = ChangeStream<never, never>['since']

export interface Days {
  from: string
  to: string
}

const SLICE_DAYS = 30
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

export const later = (a: string, b: string) => (a > b ? a : b)
export const earlier = (a: string, b: string) => (a < b ? a : b)

/** Whether the stream must be read now. A `finished_at` in the future comes from a wrong clock, so it is ignored. */
export function is_due({ every }: Pick<Stream, 'every'>, { finished_at }: Cursor, now: Date): boolean {
  if (finished_at === undefined) return true
  const finished = Date.parse(finished_at)
  return finished > now.getTime() || finished + every_ms(every) <= now.getTime()
}

/**
 * The part of the cursor that is valid today. Future days were read under a clock that ran ahead, so they are dropped. A history that
 * starts later than required comes from such a clock, or from a version that required less. Then all history is read again.
 */
export function valid_part({ history_days, overlap_days }: Window, cursor: Cursor, today: string): Cursor {
  const { read_from, read_to, settled_until } = cursor
  if (!read_to || !read_from || read_from > add_days(today, -history_days))
    return { ...cursor, read_from: undefined, read_to: undefined, settled_until: undefined }
  return {
    ...cursor,
    read_to: earlier(read_to, today),
    settled_until: settled_until && earlier(settled_until, settled_on(today, overlap_days)),
  }
}

/** Days to read, oldest first: the first time all history, then only the days that can still change. */
export function slices_of(window: Window, { read_to }: Cursor, today: string): Days[] {
  const { history_days, overlap_days, slice_days = SLICE_DAYS } = window
  const start = add_days(today, -history_days)
  let from = read_to ? later(add_days(read_to, -overlap_days), start) : start
  const slices: Days[] = []
  while (from <= today) {
    const to = earlier(add_days(from, slice_days - 1), today)
    slices.push({ from, to })
    from = add_days(to, 1)
  }
  return slices
}

const settled_on = (today: string, overlap_days: number) => add_days(today, -overlap_days - 1)

/** The cursor after a slice. Old days that are read again do not move it. After a gap, the history starts again at the slice. */
export function after_slice({ overlap_days }: Window, cursor: Cursor, { from, to }: Days, today: string): Cursor {
  const { read_from, read_to, settled_until } = cursor
  const settled = earlier(to, settled_on(today, overlap_days))
  const joins = read_from !== undefined && read_to !== undefined && from <= add_days(read_to, 1)
  return {
    ...cursor,
    read_from: joins ? read_from : from,
    read_to: joins ? later(read_to, to) : to,
    settled_until: settled_until ? later(settled_until, settled) : settled,
  }
}

/** The instant from which changes are read, or null for all changes, and the cursor of this read. */
export function since_of(since: Since, cursor: Cursor, now: Date): { since: string | null; cursor: Cursor } {
  const start =
    since.history_days === undefined ? null : new Date(now.getTime() - since.history_days * DAY_MS).toISOString()
  const { changed_at, read_from } = cursor
  // As for days: a history that starts later than required is read again.
  if (changed_at && (start === null || (read_from !== undefined && read_from <= start)))
    return { since: new Date(Date.parse(changed_at) - since.overlap_minutes * MINUTE_MS).toISOString(), cursor }
  return { since: start, cursor: { ...cursor, changed_at: undefined, read_from: start ?? undefined } }
}

const units_ms = { m: MINUTE_MS, h: 60 * MINUTE_MS, d: DAY_MS } as const

/** The milliseconds of '15m', '1h' or '1d'. */
export function every_ms(every: string): number {
  const match = /^(\d+)([mhd])$/.exec(every)
  if (!match) throw new RangeError(`'${every}' is no interval`)
  return Number(match[1]) * units_ms[match[2] as keyof typeof units_ms]
}
