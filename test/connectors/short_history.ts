// Less history than the connectors declare, so that a first sync takes seconds.
import type { Connector } from '#engine/connector.ts'

/** Days of history in these tests. They are enough for several slices. */
const START_DAYS = 45
/** Tables whose rows rarely change. Their streams read the full history. */
const WHOLE: string[] = ['store_products', 'contacts']

export function with_short_history(connector: Connector): Connector {
  const streams = Object.entries(connector.streams).map(([name, stream]) => {
    if ('window' in stream)
      return [name, { ...stream, window: { ...stream.window, history_days: shorter(stream.window), slice_days: 20 } }]
    if ('since' in stream && !stream.into.some((table) => WHOLE.includes(table)))
      return [name, { ...stream, since: { ...stream.since, history_days: START_DAYS } }]
    return [name, stream]
  })
  return { ...connector, streams: Object.fromEntries(streams) }
}

const shorter = ({ history_days }: { history_days: number }) => Math.min(START_DAYS, history_days)
