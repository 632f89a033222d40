// Which days of a stream figures may count as known, by its cursor.
import { add_days } from '#domain/windows.ts'
import type { Account, Stream } from '#engine/connector.ts'
import type { Cursor } from '#engine/sync/cursor.ts'

const BEGINNING = '-infinity'

/** The days whose rows are stored. -infinity: nothing older exists. null: nothing is covered yet. */
export interface Coverage {
  covered_from: string | null
  /** The last day that was over when it was read. For change streams, `covered_at` decides. */
  covered_until: string | null
  /** The last day that was read at least in part. */
  read_until: string | null
  /** Change and snapshot streams: everything up to this instant is stored. */
  covered_at: string | null
}

/** The days that a figure may count as known. */
export function coverage_of(stream: Stream, cursor: Cursor, { created_on }: Pick<Account, 'created_on'>): Coverage {
  const { read_from, read_to, whole_until, read_at, is_all, finished_at } = cursor
  const begins = (day: string) => (created_on !== undefined && day <= created_on ? BEGINNING : day)
  const none = { covered_from: null, covered_until: null, read_until: null, covered_at: null }
  if ('window' in stream) {
    if (!read_from || !read_to) return none
    const covered_until = whole_until ?? null
    const read_until = stream.window.today_once ? covered_until : read_to
    return { ...none, covered_from: begins(read_from), covered_until, read_until }
  }
  if (!('since' in stream)) return finished_at ? { ...none, covered_from: BEGINNING, covered_at: finished_at } : none
  if (!read_at) return none
  // A history that starts at an instant covers the days after it.
  const first = read_from && (stream.read_created ? read_from : add_days(read_from.slice(0, 10), 1))
  return { ...none, covered_from: is_all || !first ? BEGINNING : begins(first), covered_at: read_at }
}
