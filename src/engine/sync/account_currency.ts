// An account whose currency changes. A platform may answer for days before the change with the same numbers and the new code, so stored
// days keep what was read of them.
import type { Account } from '#engine/connector.ts'
import { type Cursor, type Days, later } from '#engine/sync/cursor.ts'

/** The cursor with the present currency of the account. A change is noted with its day, once something is stored. */
export function with_currency(cursor: Cursor, { currency }: Pick<Account, 'currency'>, today: string): Cursor {
  if (!currency || (currency === cursor.currency && cursor.read_to)) return cursor
  const is_changed = cursor.read_to !== undefined && cursor.currency !== undefined
  return { ...cursor, currency, changed_currency: is_changed ? { from: cursor.currency!, on: today } : undefined }
}

/** The slices without days from before a change of the currency. */
export const since_change_of_currency = (slices: readonly Days[], { changed_currency }: Cursor): Days[] =>
  slices
    .map(({ from, to }) => ({ from: later(from, changed_currency?.on ?? ''), to }))
    .filter(({ from, to }) => from <= to)
