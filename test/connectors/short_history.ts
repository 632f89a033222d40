// Less history than the connectors declare, so that a first sync takes seconds.
import type { ChangeStream, Connector, WarehouseTable, WindowStream } from '#engine/connector.ts'

type Window = WindowStream<never, WarehouseTable>['window']
type Since = ChangeStream<never, WarehouseTable>['since']

/** Days of history in these tests. They are enough for two slices. */
const START_DAYS = 12
/** The simulated shops of these platforms have few newer refunds and edits. */
const START_DAYS_OF: Record<string, number> = { sx: 20, tnx: 20 }
/** Tables whose rows rarely change. Their streams read the full history. */
const WHOLE: string[] = ['store_products', 'contacts']
/** Tables that a few days leave empty, and the days that have some of their rows. */
const RARE: string[] = ['social_posts']
const RARE_DAYS = 30
const OVERLAP_MINUTES_MAX = 2 * 24 * 60

/** The first sync of a test reads two slices, the later ones read one. */
const SLICE_DAYS = 8
const WHOLE_DAYS = 30

const shorter = (window: Window, days: number): Window => ({
  ...window,
  history_days: Math.min(days, window.history_days),
  overlap_days: Math.min(days, window.overlap_days),
  slice_days: SLICE_DAYS,
})

/** What is read again is well within the history, as it is with the days of the platform. */
const shorter_since = (since: Since, days: number): Since => ({
  ...since,
  history_days: days,
  overlap_minutes: Math.min(OVERLAP_MINUTES_MAX, since.overlap_minutes),
  ...(since.sweep && { sweep: { ...since.sweep, days: Math.min(days, since.sweep.days) } }),
})

const is_rare = (into: readonly string[]) => into.some((table) => RARE.includes(table))

const map_windows = (streams: Connector['streams'], change: (window: Window) => Window): Connector['streams'] =>
  Object.fromEntries(
    Object.entries(streams).map(([name, stream]) => [
      name,
      'window' in stream ? { ...stream, window: change(stream.window) } : stream,
    ]),
  )

/** The same days in one slice, which takes fewer requests. The rows must be the same. */
export const in_one_slice = (streams: Connector['streams']): Connector['streams'] =>
  map_windows(streams, (window) => ({ ...window, slice_days: WHOLE_DAYS }))

export function with_history_of(days: number, connector: Connector): Connector {
  const streams = Object.entries(map_windows(connector.streams, (window) => shorter(window, days))).map(
    ([name, stream]) => {
      if ('since' in stream && !stream.into.some((table) => WHOLE.includes(table)))
        return [name, { ...stream, since: shorter_since(stream.since, is_rare(stream.into) ? RARE_DAYS : days) }]
      return [name, stream]
    },
  )
  return { ...connector, streams: Object.fromEntries(streams) }
}

export const with_short_history = (platform: string, connector: Connector): Connector =>
  with_history_of(START_DAYS_OF[platform] ?? START_DAYS, connector)
