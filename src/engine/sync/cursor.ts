// How far a stream of an account has been read, and what that means for the next reading. Pure: days and instants in, days and
// instants out. A clock of ours that was wrong must not leave a hole for good.
import { add_days } from '#domain/windows.ts'
import type { ChangeStream, Stream, WindowStream } from '#engine/connector.ts'

/** What is read lies between `read_from` and `read_to` or `changed_at`, without a gap. */
export interface Cursor {
  /** The first day, or for changes the first instant, of the history that is stored. */
  read_from?: string
  /** Window streams: every day up to here is stored. */
  read_to?: string
  /** Window streams: days up to here can no longer change. */
  settled_until?: string
  /** Change streams: every change up to here is stored. */
  changed_at?: string
  /** When the stream was last read to its end. */
  finished_at?: string
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

/** A time to come was written by a clock that was wrong, so it proves nothing. */
export function is_due({ every }: Pick<Stream, 'every'>, { finished_at }: Cursor, now: Date): boolean {
  if (finished_at === undefined) return true
  const finished = Date.parse(finished_at)
  return finished > now.getTime() || finished + every_ms(every) <= now.getTime()
}

/**
 * What of the cursor still holds today. Days to come were read by a clock that ran ahead; and history that begins later than it
 * would today was begun by such a clock, or by an earlier version that wanted less of it: then all of it is read again.
 */
export function valid_part({ start_days, overlap_days }: Window, cursor: Cursor, today: string): Cursor {
  const { read_from, read_to, settled_until } = cursor
  if (!read_to || !read_from || read_from > add_days(today, -start_days))
    return { ...cursor, read_from: undefined, read_to: undefined, settled_until: undefined }
  return {
    ...cursor,
    read_to: earlier(read_to, today),
    settled_until: settled_until && earlier(settled_until, settled_on(today, overlap_days)),
  }
}

/** Days to read, oldest first: all of history at first, then the days that may still change. */
export function slices_of(window: Window, { read_to }: Cursor, today: string): Days[] {
  const { start_days, overlap_days, slice_days = SLICE_DAYS } = window
  const start = add_days(today, -start_days)
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

/** After a slice. A re-read of old days leaves the cursor where it was; a leap over days begins history anew. */
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

/** The instant from which changes are read, null for all there are, and the cursor to go on from. */
export function since_of(since: Since, cursor: Cursor, now: Date): { since: string | null; cursor: Cursor } {
  const start =
    since.start_days === undefined ? null : new Date(now.getTime() - since.start_days * DAY_MS).toISOString()
  const { changed_at, read_from } = cursor
  // As with days: history that begins later than it would now is read again.
  if (changed_at && (start === null || (read_from !== undefined && read_from <= start)))
    return { since: new Date(Date.parse(changed_at) - since.overlap_minutes * MINUTE_MS).toISOString(), cursor }
  return { since: start, cursor: { ...cursor, changed_at: undefined, read_from: start ?? undefined } }
}

const units_ms = { m: MINUTE_MS, h: 60 * MINUTE_MS, d: DAY_MS } as const

/** '15m', '1h', '1d' in milliseconds. */
export function every_ms(every: string): number {
  const match = /^(\d+)([mhd])$/.exec(every)
  if (!match) throw new RangeError(`'${every}' is no interval`)
  return Number(match[1]) * units_ms[match[2] as keyof typeof units_ms]
}
