// How far back a stream of changes can be read.
import type { Account, ChangeStream, WarehouseTable } from '#engine/connector.ts'
import { history_start } from '#engine/sync/cursor.ts'

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
