// Connectors with short histories, for tests whose vendors know only the last days, or that need only these.
import { connectors } from '#connectors/index.ts'
import type { Connector, Stream } from '#engine/connector.ts'

/** The windows of the product's own streams. A test that changes one has its reason. */
const declared = new Set<unknown>(
  Object.values(connectors).flatMap(({ streams }) =>
    Object.values(streams).flatMap((stream) => ('window' in stream ? [stream.window] : [])),
  ),
)

/** As far back as the connectors read. */
export const WHOLE_HISTORY = Number.POSITIVE_INFINITY

/**
 * The connectors, whose streams of days read no more than these days. Windows that a test has changed stay, and so does the object of a
 * connector without any other window, because a test can change it between syncs.
 */
export const with_last_days = (days: number, of: Record<string, Connector>): Record<string, Connector> =>
  Object.fromEntries(
    Object.entries(of).map(([platform, connector]) => {
      const streams = Object.entries(connector.streams).map(([name, stream]) => [name, shorter(days, stream)] as const)
      const is_same = streams.every(([name, stream]) => stream === connector.streams[name])
      return [platform, is_same ? connector : { ...connector, streams: Object.fromEntries(streams) }]
    }),
  )

function shorter(days: number, stream: Stream): Stream {
  if (!('window' in stream && declared.has(stream.window) && stream.window.history_days > days)) return stream
  const overlap_days = Math.min(days, stream.window.overlap_days)
  return { ...stream, window: { ...stream.window, history_days: days, overlap_days } }
}

export const recent_connectors = (days: number): Record<string, Connector> => with_last_days(days, connectors)
