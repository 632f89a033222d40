// An account whose time zone changes. Platforms count later days in the new zone, so some hours around the change belong to two days or
// to none.
import { add_days, start_of } from '#domain/windows.ts'
import type { Account } from '#engine/connector.ts'
import { type Cursor, later } from '#engine/sync/cursor.ts'

/**
 * The cursor with the present zone of the account. A zone with the same hours is no change. `first_read_before`: days before it were not
 * stored yet, so they are read in the new zone.
 */
export function with_zone(
  cursor: Cursor,
  { time_zone }: Pick<Account, 'time_zone'>,
  { today, overlap_days }: { today: string; overlap_days: number },
): Cursor {
  const { time_zone: before, read_from, read_to, history_left, changed_zone: earlier_change } = cursor
  if (time_zone === before && read_to) return cursor
  if (!before || !read_from || !read_to) return { ...cursor, time_zone, changed_zone: undefined }
  if (start_of(today, before) === start_of(today, time_zone)) return { ...cursor, time_zone }
  // Some platforms answer for the days that are read again in the new zone.
  const since = later(read_from, add_days(read_to, -overlap_days))
  const first_read_before = earlier_change?.first_read_before ?? (history_left && read_from)
  const changed = { from: before, since, on: today, ...(first_read_before && { first_read_before }) }
  return { ...cursor, time_zone, changed_zone: changed }
}
