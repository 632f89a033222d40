// What a zero of a connection means. Derived from the times of its syncs and their rows, never from the figures.

export const healths = ['ok', 'suspect', 'empty_sync', 'stale', 'error', 'needs_reconnection', 'never_synced'] as const
export type Health = (typeof healths)[number]

/** A connection that has not been synced for longer than this is stale. */
const STALE_AFTER_HOURS = 24
/** An active connection without a row for this number of days counts as empty, unless its connector sets another number. */
const EMPTY_AFTER_DAYS = 3

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface ConnectionState {
  needs_reconnection: boolean
  created_at: string
  last_sync_at: string | null
  last_rows_at: string | null
  last_error_at: string | null
}

/** The most severe known state comes first: a broken sign-in explains an error, and an error explains staleness. */
export function health_of(state: ConnectionState, now: Date, empty_after_days = EMPTY_AFTER_DAYS): Health {
  if (state.needs_reconnection) return 'needs_reconnection'
  if (state.last_error_at && (!state.last_sync_at || Date.parse(state.last_error_at) > Date.parse(state.last_sync_at)))
    return 'error'
  if (!state.last_sync_at) return 'never_synced'
  if (hours_since(state.last_sync_at, now) > STALE_AFTER_HOURS) return 'stale'
  const rows_or_start = Date.parse(state.last_rows_at ?? state.created_at)
  return now.getTime() - rows_or_start > empty_after_days * DAY_MS ? 'empty_sync' : 'ok'
}

function hours_since(instant: string, now: Date): number {
  return (now.getTime() - Date.parse(instant)) / HOUR_MS
}

/** Whole hours since the last completed sync. Null when there was none. */
export function stale_hours({ last_sync_at }: Pick<ConnectionState, 'last_sync_at'>, now: Date): number | null {
  return last_sync_at === null ? null : Math.max(0, Math.floor(hours_since(last_sync_at, now)))
}

/** Returns at most `most` connections. When not all fit, unhealthy connections come first, and the rest are counted by health. */
export function unhealthy_first<Row extends { health: Health }>(rows: Row[], most: number) {
  const unhealthy = rows.filter(({ health }) => health !== 'ok')
  const ordered = rows.length > most ? [...new Set([...unhealthy, ...rows])] : rows
  const left_out: Partial<Record<Health, number>> = {}
  for (const { health } of ordered.slice(most)) left_out[health] = (left_out[health] ?? 0) + 1
  return { shown: ordered.slice(0, most), left_out: rows.length > most ? left_out : undefined }
}
