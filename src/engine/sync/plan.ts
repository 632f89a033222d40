// Which days a reading of a stream of days reads: those of its whole history, and the recent ones with which a sync ends.
import { today_in } from '#domain/windows.ts'
import type { WarehouseTable, WindowStream } from '#engine/connector.ts'
import { history_start, recent_start } from '#engine/sync/cursor.ts'
import type { Reading } from '#engine/sync/reading.ts'

export type OfDays = WindowStream<never, WarehouseTable>

export interface Plan {
  /** The first day of the whole history. */
  start: string
  today: string
  recent: string
}

export function plan_of({ account, now, cursor }: Reading, { window }: OfDays, kept_days = cursor.kept_days): Plan {
  const today = today_in(account.time_zone, now)
  const start_of_days = (most = window.history_days) =>
    history_start({ ...window, history_days: Math.min(window.history_days, most) }, account, today)
  return { start: start_of_days(kept_days), today, recent: recent_start(start_of_days(window.kept?.sure_days), today) }
}
