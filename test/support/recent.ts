// The connectors of the product with short histories, for tests whose vendors know only the last days.
import { connectors } from '#connectors/index.ts'
import type { Connector } from '#engine/connector.ts'

const shorter = <Window extends { history_days: number }>(window: Window, days: number) => ({
  ...window,
  history_days: Math.min(days, window.history_days),
})

/** Their streams of days read no more than these days. */
export const recent_connectors = (days: number): Record<string, Connector> =>
  Object.fromEntries(
    Object.entries(connectors).map(([platform, connector]) => {
      const streams = Object.entries(connector.streams).map(([name, stream]) => [
        name,
        'window' in stream ? { ...stream, window: shorter(stream.window, days) } : stream,
      ])
      return [platform, { ...connector, streams: Object.fromEntries(streams) }]
    }),
  )
