// What a zero of a connection means. Derived from the times of its syncs and their rows, never from the figures.
import { DAY_MS, HOUR_MS } from '#lib/durations.ts'

export const healths = ['ok', 'suspect', 'empty_sync', 'stale', 'error', 'needs_reconnection', 'never_synced'] as const
export type Health = (typeof healths)[number]

/** A connection that has not been synced for longer than this is stale. */
const STALE_AFTER_HOURS = 24
/** An active connection without a row for this number of days counts as empty, unless its connector sets another number. */
const EMPTY_AFTER_DAYS = 3

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
  if (is_stale(state.last_sync_at, now)) return 'stale'
  return is_silent(state, now, empty_after_days) ? 'empty_sync' : 'ok'
}

/** True if syncs brought no row for days, whatever happened to the connection since. Then no zero of it is known. */
export function is_silent(
  { last_sync_at, last_rows_at, created_at }: Omit<ConnectionState, 'needs_reconnection' | 'last_error_at'>,
  now: Date,
  empty_after_days = EMPTY_AFTER_DAYS,
): boolean {
  if (!last_sync_at) return false
  // Days without any sync bring no row either, and say nothing.
  const until = is_stale(last_sync_at, now) ? Date.parse(last_sync_at) : now.getTime()
  return until - Date.parse(last_rows_at ?? created_at) > empty_after_days * DAY_MS
}

const is_stale = (last_sync_at: string, now: Date) => hours_since(last_sync_at, now) > STALE_AFTER_HOURS

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
