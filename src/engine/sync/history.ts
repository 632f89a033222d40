// How far back a stream of changes can be read.
import type { Account, ChangeStream, WarehouseTable } from '#engine/connector.ts'
import { type Cursor, history_start } from '#engine/sync/cursor.ts'
import { DAY_MS, MINUTE_MS } from '#lib/durations.ts'

type Since = ChangeStream<never, WarehouseTable>['since']

/** The stream's history, when the account's permissions allow less of it. */
export function narrowed(since: Since, account: Account): Since {
  const days = since.readable_days?.(account)
  return days === undefined ? since : { ...since, history_days: Math.min(days, since.history_days ?? days) }
}

/** The first day of the history. Undefined when neither the platform nor the account has a first day. */
export function first_day_of(since: Since, account: Account, today: string): string | undefined {
  const { history_days } = narrowed(since, account)
  if (history_days !== undefined) return history_start({ history_days }, account, today)
  return account.created_on
}

/** The instant from which changes are read, or null for all changes, and the cursor of this read. */
export function since_of(since: Since, cursor: Cursor, now: Date): { since: string | null; cursor: Cursor } {
  const start =
    since.history_days === undefined ? null : new Date(now.getTime() - since.history_days * DAY_MS).toISOString()
  const known = since_change(since, cursor, now)
  const { read_from } = cursor
  // A history that starts later than required comes from a clock that ran ahead, so it is read again.
  const has_begun = start === null || (read_from !== undefined && read_from <= start)
  if (known && has_begun && !has_gap(cursor, start)) return { since: known, cursor }
  return { since: start, cursor: { ...cursor, changed_at: undefined, read_from: start ?? undefined } }
}

/**
 * Whether the last complete read was before everything that the platform still shows. Records from between are lost, so the stored days
 * from before are no longer joined to those that are read now.
 */
export function has_gap({ read_at, changed_at }: Cursor, start: string | null): boolean {
  const known = read_at ?? changed_at
  return known !== undefined && start !== null && Date.parse(known) < Date.parse(start)
}

/** Undefined: no change is known, or the instant of a clock that ran ahead is. Changes before it could be missing. */
export function since_change(
  { overlap_minutes }: Pick<Since, 'overlap_minutes'>,
  { changed_at }: Cursor,
  now: Date,
): string | undefined {
  if (!changed_at) return undefined
  const since = new Date(Date.parse(changed_at) - overlap_minutes * MINUTE_MS)
  return since <= now ? since.toISOString() : undefined
}
