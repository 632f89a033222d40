// Less history than the connectors declare, so that a first sync takes seconds.
import type { Connector, WarehouseTable, WindowStream } from '#engine/connector.ts'

/** Days of history in these tests. They are enough for several slices. */
const START_DAYS = 30
/** Tables whose rows rarely change. Their streams read the full history. */
const WHOLE: string[] = ['store_products', 'contacts']
/** Tables that a few days leave empty. */
const RARE: string[] = ['social_posts']

const shorter = (window: WindowStream<never, WarehouseTable>['window'], days: number) => ({
  ...window,
  history_days: Math.min(days, window.history_days),
  overlap_days: Math.min(days, window.overlap_days),
  slice_days: 20,
})

const is_rare = (into: readonly string[]) => into.some((table) => RARE.includes(table))

export function with_history_of(days: number, connector: Connector): Connector {
  const streams = Object.entries(connector.streams).map(([name, stream]) => {
    if ('window' in stream) return [name, { ...stream, window: shorter(stream.window, days) }]
    if ('since' in stream && !stream.into.some((table) => WHOLE.includes(table)))
      return [name, { ...stream, since: { ...stream.since, history_days: is_rare(stream.into) ? START_DAYS : days } }]
    return [name, stream]
  })
  return { ...connector, streams: Object.fromEntries(streams) }
}

export const with_short_history = (connector: Connector): Connector => with_history_of(START_DAYS, connector)
