// Less history than the connectors declare, so that a first sync takes seconds.
import type { Connector, WarehouseTable, WindowStream } from '#engine/connector.ts'

/** Days of history in these tests. They are enough for several slices. */
const START_DAYS = 45
/** Tables whose rows rarely change. Their streams read the full history. */
const WHOLE: string[] = ['store_products', 'contacts']

const shorter = (window: WindowStream<never, WarehouseTable>['window']) => ({
  ...window,
  history_days: Math.min(START_DAYS, window.history_days),
  slice_days: 20,
})

export function with_short_history(connector: Connector): Connector {
  const streams = Object.entries(connector.streams).map(([name, stream]) => {
    if ('window' in stream) return [name, { ...stream, window: shorter(stream.window) }]
    if ('since' in stream && !stream.into.some((table) => WHOLE.includes(table)))
      return [name, { ...stream, since: { ...stream.since, history_days: START_DAYS } }]
    return [name, stream]
  })
  return { ...connector, streams: Object.fromEntries(streams) }
}
