// An account whose currency changes. A platform may answer for days before the change with the same numbers and the new code, so stored
// days keep what was read of them.
import { add_days } from '#domain/windows.ts'
import type { Account } from '#engine/connector.ts'
import { type Cursor, type Days, earlier, later } from '#engine/sync/cursor.ts'

/**
 * The cursor with the present currency of the account. A change is noted once something is stored. It begins after the last stored day,
 * which may lie before a pause. `part_from`: the first stored day that was not over, of which nothing is read again. `first_read_before`:
 * days before it were not stored yet, so they are read with the present code, whatever the platform means by it.
 */
export function with_currency(cursor: Cursor, { currency }: Pick<Account, 'currency'>, today: string): Cursor {
  if (!currency || (currency === cursor.currency && cursor.read_to)) return cursor
  const { currency: before, read_from, read_to, whole_until, history_left, changed_currency: earlier_change } = cursor
  if (read_to === undefined || before === undefined) return { ...cursor, currency, changed_currency: undefined }
  const on = earlier(today, add_days(read_to, 1))
  const part_from = whole_until && add_days(whole_until, 1)
  const first_read_before = earlier_change?.first_read_before ?? (history_left && read_from)
  const changed = {
    from: before,
    on,
    ...(part_from && part_from < on && { part_from }),
    ...(first_read_before && { first_read_before }),
  }
  return { ...cursor, currency, changed_currency: changed }
}

/** The slices without days from before a change of the currency. */
export const since_change_of_currency = (slices: readonly Days[], { changed_currency }: Cursor): Days[] =>
  slices
    .map(({ from, to }) => ({ from: later(from, changed_currency?.on ?? ''), to }))
    .filter(({ from, to }) => from <= to)
