// Which days of a stream figures may count as known, by its cursor.
import { add_days, start_of, today_in } from '#domain/windows.ts'
import type { Account, Stream } from '#engine/connector.ts'
import type { Cursor } from '#engine/sync/cursor.ts'

const BEGINNING = '-infinity'

/** The days whose rows are stored. -infinity: nothing older exists. null: nothing is covered yet. */
export interface Coverage {
  covered_from: string | null
  /** The last day that was over when it was read. Where `covered_at` is set, it decides. */
  covered_until: string | null
  /** The last day that was read at least in part. */
  read_until: string | null
  /** Change and snapshot streams, and records with an instant: everything up to this instant is stored. */
  covered_at: string | null
}

/** What days mean. Those of figures are the days of the organization. */
type Zones = Partial<Pick<Account, 'created_on' | 'time_zone'>> & { org_time_zone?: string }

/** The days that a figure may count as known. */
export function coverage_of(
  stream: Stream,
  cursor: Cursor,
  { created_on, time_zone = 'UTC', org_time_zone = 'UTC' }: Zones,
): Coverage {
  const { read_from, read_to, whole_until, read_at, is_all, finished_at } = cursor
  const begins = (day: string) => (created_on !== undefined && day <= created_on ? BEGINNING : day)
  const none = { covered_from: null, covered_until: null, read_until: null, covered_at: null }
  if ('window' in stream) {
    if (!read_from || !read_to) return none
    if (stream.window.of_instants) {
      const from = begins(read_from)
      return {
        ...none,
        // The first day of the account can begin within a day of the organization.
        covered_from: from === BEGINNING ? from : add_days(from, 1),
        covered_at: instant_of(cursor, time_zone),
      }
    }
    const covered_until = whole_until ?? null
    const read_until = stream.window.today_once ? covered_until : read_to
    return { ...none, covered_from: begins(read_from), covered_until, read_until }
  }
  if (!('since' in stream)) return finished_at ? { ...none, covered_from: BEGINNING, covered_at: finished_at } : none
  if (!read_at) return none
  const first = read_from && (stream.read_created ? read_from : first_day_after(read_from, org_time_zone))
  return { ...none, covered_from: is_all || !first ? BEGINNING : begins(first), covered_at: read_at }
}

/** The first day that begins at an instant or after it. A history that starts at an instant covers no half day. */
function first_day_after(instant: string, time_zone: string): string {
  const day = today_in(time_zone, new Date(instant))
  return Date.parse(start_of(day, time_zone)) === Date.parse(instant) ? day : add_days(day, 1)
}

/** The end of the account's last whole day, or how far the day after was asked. */
function instant_of({ whole_until, asked_at }: Cursor, time_zone: string): string | null {
  const ends = whole_until && start_of(add_days(whole_until, 1), time_zone)
  return (
    [ends, asked_at]
      .filter((at) => at !== undefined && at !== '')
      .sort()
      .at(-1) ?? null
  )
}
