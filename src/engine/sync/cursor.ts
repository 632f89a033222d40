// The cursor: how far a stream of an account is read, what the next read covers, and which days are covered. Pure functions of days
// and instants. A wrong clock of this process must not leave a permanent gap.
import type { Hole } from '#domain/coverage.ts'
import { every_ms } from '#domain/intervals.ts'
import { add_days, today_in } from '#domain/windows.ts'
import type { Account, Lack, Stream, WindowStream } from '#engine/connector.ts'
import { DAY_MS } from '#lib/durations.ts'

/** Everything between `read_from` and `read_to` or `changed_at` is stored, without a gap. */
export interface Cursor {
  /** The first day of the stored history. For change streams without `read_created`, the first instant. */
  read_from?: string
  /** Window streams: every day up to this one is stored, as far as it was over. */
  read_to?: string
  /** Window streams: the last day that was over, and completely delivered, when it was read. */
  whole_until?: string
  /** Window streams of instants: up to here the platform was asked for records of the present day. */
  asked_at?: string
  /** Window streams: the day on which all days that can still change were last read again. Until the next day, syncs read new days only. */
  restated_on?: string
  /** Window streams: the version of the stream's reading with which days were last read. Absent: the first one. */
  reading?: number
  /** Change streams: the settings with which records were read, as JSON. Absent: none that rows depend on was given. */
  read_with?: string
  /** Change streams: the known words for states with which records were read, as JSON. Absent: none were declared then. */
  known_states?: string
  /**
   * Stored days of an older reading or of other settings, `before` excluded. They count as stored until they are read again. `and_older`:
   * and all records from before.
   */
  outdated?: { from: string; before: string; and_older?: true }
  /** Window streams: the days that the platform keeps for the account, when the history was last read. */
  kept_days?: number
  /** Window streams: what the platform did not give in the last read. */
  lacks?: Lack
  /** Window streams: days without a row beside days with many (holes.ts). */
  holes?: readonly Hole[]
  /** Window streams without a total: days of which a read brought different lines for one row (conflicts.ts). */
  conflicts?: readonly string[]
  /** Window streams with holes: first reads without a row. `is_newest`: no day has one (empty_slices.ts). */
  empty?: Days & { is_newest?: true }
  /** Window streams: how many first reads brought no row, and when the last of them was counted (unproven.ts). */
  unproven?: { reads: number; at: string }
  /** Window streams: the currency of the account when days were last read, with the one before and the day on which it changed. */
  currency?: string
  changed_currency?: { from: string; on: string; part_from?: string; first_read_before?: string }
  /** Window streams: the zone of the account when days were last read, with the one before, and the days around the change. */
  time_zone?: string
  changed_zone?: { from: string; since: string; on: string; first_read_before?: string }
  /** Days up to this one can no longer change. */
  settled_until?: string
  /** Change streams: every change up to this instant is stored. */
  changed_at?: string
  /** Change streams: the start of the last complete read. */
  read_at?: string
  /** Change streams with `read_created`: nothing older than the stored history exists. */
  is_all?: true
  /** True while a part of the history is still to be read. */
  history_left?: true
  /** Where reading the rest of the history began, and its first day. Its speed says when the rest will be stored. */
  history?: History
  /** Change streams: when stored records were last checked again, by kind of check. */
  rechecked?: Rechecked
  /** Change streams: when recent records were last read again by time of creation. */
  swept_at?: string
  /** Change streams: when records of days were last compared with the platform's own number, and since when a day differs. */
  counted_at?: string
  counts_differ_since?: string
  /** The start of a read that waits for a report of the platform. Later syncs ask for the same report. */
  awaited_at?: string
  /** When the stream was last read completely. */
  finished_at?: string
}

interface History {
  from: string
  goal: string
  /** When it began, later by each time without reads. */
  since: string
  /** When somebody last read, or tried to. Absent: not since this is stored. */
  at?: string
}

type Rest = Pick<Cursor, 'history_left' | 'history'>
export const no_rest: Rest = { history_left: undefined, history: undefined }

/** What a cursor says while older days are left. `goal`: the first day of all; undefined when nobody knows it. */
export function rest_of({ history }: Cursor, now: Date, read_from: string | undefined, goal: string | undefined): Rest {
  if (read_from === undefined || goal === undefined) return { ...no_rest, history_left: true }
  return { history_left: true, history: { ...(history ?? { from: read_from, since: now.toISOString() }), goal } }
}

/** Syncs of a connection are at most this number of their intervals apart. After a longer time, Tablero was off or the connection paused. */
const APART_MAX = 2

/**
 * The cursor to store, by a reading that began at an instant. Time in which nothing could be read is no part of the speed of the history.
 * `streams`: all of the connection, the most frequent of which says how far syncs are apart.
 */
export function timed(
  cursor: Cursor,
  streams: Record<string, Pick<Stream, 'every'>>,
  { began, stored_at }: { began: Date; stored_at: Date },
): Cursor {
  if (!cursor.history) return cursor
  const { since, at = began.toISOString() } = cursor.history
  const apart_ms = began.getTime() - Date.parse(at)
  const most_ms = APART_MAX * Math.min(...Object.values(streams).map(({ every }) => every_ms(every)))
  const moved = new Date(Date.parse(since) + (apart_ms > most_ms ? apart_ms : 0)).toISOString()
  return { ...cursor, history: { ...cursor.history, since: moved, at: stored_at.toISOString() } }
}

export interface Rechecked {
  unfinished?: string
  deleted?: string
  existing?: string
}

type Window = WindowStream<never, never>['window']

export interface Days {
  from: string
  to: string
}

/** Days that a sync reads first: a month and the month before, and today. Older days follow at low priority. */
const RECENT_DAYS = 61
const SLICE_DAYS = 30

export const later = (a: string, b: string) => (a > b ? a : b)
export const earlier = (a: string, b: string) => (a < b ? a : b)

/** Whether the stream must be read now. A `finished_at` in the future comes from a wrong clock, so it is ignored. */
export function is_due({ every }: Pick<Stream, 'every'>, { finished_at }: Cursor, now: Date): boolean {
  if (finished_at === undefined) return true
  const finished = Date.parse(finished_at)
  return finished > now.getTime() || finished + every_ms(every) <= now.getTime()
}

// ---- days --------------------------------------------------------------------------------------------------------------

/** The first day of the history that the platform gives, and that the account has. */
export const history_start = (
  { history_days, first_day }: Pick<Window, 'history_days' | 'first_day'>,
  { created_on = '', extra }: Pick<Account, 'created_on' | 'extra'>,
  today: string,
) => earlier(later(later(add_days(today, -history_days), created_on), first_day?.({ extra }) ?? ''), today)

/** The first day that a sync reads before it ends. */
export const recent_start = (start: string, today: string, days = RECENT_DAYS) =>
  later(start, add_days(today, 1 - days))

/** The part of the cursor that is valid today. Future days were read under a clock that ran ahead, so they are dropped. */
export function valid_part(window: Window, cursor: Cursor, today: string): Cursor {
  const { read_from, read_to, settled_until, whole_until } = cursor
  if (!read_to || !read_from || read_from > today)
    return {
      ...cursor,
      ...with_version(window, {}),
      read_from: undefined,
      read_to: undefined,
      settled_until: undefined,
      whole_until: undefined,
      restated_on: undefined,
      empty: undefined,
      outdated: undefined,
      history: undefined,
    }
  return with_version(window, {
    ...cursor,
    read_to: earlier(read_to, today),
    whole_until: whole_until && earlier(whole_until, add_days(today, -1 - Math.floor(late_part(window)))),
    settled_until: settled_until && earlier(settled_until, settled_on(today, window.overlap_days)),
  })
}

/** The cursor of the present version of the reading. When the version has changed, all stored days are outdated. */
function with_version({ reading, today_once }: Pick<Window, 'reading' | 'today_once'>, cursor: Cursor): Cursor {
  const { reading: stored = 1, read_from, read_to } = cursor
  if (reading === undefined || stored >= reading.version) return cursor
  const is_readable = read_from && read_to && !today_once
  const outdated = is_readable ? { from: read_from, before: add_days(read_to, 1) } : undefined
  return { ...cursor, reading: reading.version, outdated }
}

/** Days before today that every sync reads. Others that can still change are read again once a day, because they change slowly. */
export const fresh_days = (window: Window) =>
  Math.min(window.overlap_days, Math.max(1, window.late_days ?? 0, Math.ceil(late_part(window))))

/** Days to read up to today, oldest first: those that can still change, and new ones. Without stored days: the newest slice. */
export function slices_ahead(window: Window, { read_from, read_to }: Cursor, start: string, today: string): Days[] {
  const { overlap_days, slice_days = SLICE_DAYS, today_once } = window
  if (today_once && read_to === today) return []
  let from = read_to
    ? later(add_days(read_to, -overlap_days), later(read_from ?? start, start))
    : later(start, add_days(today, 1 - slice_days))
  const slices: Days[] = []
  while (from <= today) {
    const to = earlier(add_days(from, slice_days - 1), today)
    slices.push({ from, to })
    from = add_days(to, 1)
  }
  return slices
}

/** The slice directly before the stored days. Undefined when everything from `start` on is stored. */
export function slice_behind(
  { slice_days = SLICE_DAYS }: Pick<Window, 'slice_days'>,
  { read_from }: Cursor,
  start: string,
): Days | undefined {
  if (read_from === undefined || read_from <= start) return undefined
  return { from: later(start, add_days(read_from, -slice_days)), to: add_days(read_from, -1) }
}

/** The newest slice of the stored days that an older version of the reading read. */
export function outdated_slice(window: Pick<Window, 'slice_days'>, { outdated }: Cursor, start: string) {
  return outdated && slice_behind(window, { read_from: outdated.before }, later(start, outdated.from))
}

/** Whether the slice is directly before stored days, so that its newer half is read first. */
export const is_behind = ({ read_from, outdated }: Cursor, { from, to }: Days) =>
  (read_from !== undefined && to < read_from) ||
  (outdated !== undefined && from < to && add_days(to, 1) === outdated.before)

/** What is still outdated after a slice. Its days are outdated no more if they touch the newest end. */
function outdated_after({ outdated }: Cursor, { from, to }: Days): Cursor['outdated'] {
  if (!outdated || to < add_days(outdated.before, -1)) return outdated
  return from > outdated.from ? { ...outdated, before: earlier(outdated.before, from) } : undefined
}

/** Two parts of a slice of several days, the newer part first. */
export function halves({ from, to }: Days): [Days, Days] | undefined {
  if (from >= to) return undefined
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
  const middle = add_days(from, Math.floor(days / 2))
  return [
    { from: add_days(middle, 1), to },
    { from, to: middle },
  ]
}

/** The last day whose figures are final, when they can change for this number of days. */
export const settled_on = (today: string, days: number) => add_days(today, -days - 1)

type Late = Pick<Window, 'late_hours'>
const late_part = ({ late_hours = 0 }: Late) => late_hours / 24
/** The last day that a platform had completely at an instant. */
export const complete_at = (window: Late, time_zone: string, at: Date) =>
  add_days(today_in(time_zone, new Date(at.getTime() - late_part(window) * DAY_MS)), -1)

/** How far a stream of instants was asked. An instant of a clock that ran ahead is not kept. */
const asked_after = ({ asked_at }: Cursor, is_of_today: boolean, now: string) =>
  is_of_today ? now : asked_at && earlier(asked_at, now)

interface Read {
  today: string
  complete?: string
  delivered?: string
  now?: Date
}

/**
 * The cursor after a slice. A slice that does not touch the stored days starts the history again. `complete`: the last day that the
 * platform can have completely. `delivered`: the last day with rows that the platform calls complete.
 */
export function after_slice(
  { overlap_days, late_days, of_instants }: Window,
  cursor: Cursor,
  { from, to }: Days,
  { today, complete = add_days(today, -1), delivered, now }: Read,
): Cursor {
  const { read_from, read_to, settled_until, whole_until } = cursor
  const settled = earlier(to, settled_on(today, overlap_days))
  const joins =
    read_from !== undefined && read_to !== undefined && from <= add_days(read_to, 1) && to >= add_days(read_from, -1)
  const over = earlier(to, complete)
  const whole = late_days === undefined ? over : earlier(over, later(delivered ?? '', add_days(today, -late_days - 1)))
  return {
    ...cursor,
    read_from: joins ? earlier(read_from, from) : from,
    read_to: joins ? later(read_to, to) : to,
    whole_until: joins && whole_until ? later(whole_until, whole) : whole,
    settled_until: settled_until ? later(settled_until, settled) : settled,
    ...(of_instants && now && { asked_at: asked_after(cursor, to >= today, now.toISOString()) }),
    // A history that starts again is read with the present version.
    outdated: joins ? outdated_after(cursor, { from, to }) : undefined,
  }
}
