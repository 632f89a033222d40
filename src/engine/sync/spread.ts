// Spreads scheduled syncs. Connections whose syncs end together, or whose vendor ends one pause for all, would otherwise start together.
import { hash } from 'node:crypto'

/** The share of an interval in which its syncs start. */
const SHARE = 0.1
const SPREAD_MAX_S = 600
const HEX_CHARS = 8

/** Seconds by which a connection's next sync starts later, always the same for this connection. `every_s`: the time between its syncs. */
export function spread_s(connection_id: string, every_s: number): number {
  const part = Number.parseInt(hash('sha256', connection_id, 'hex').slice(0, HEX_CHARS), 16) / 16 ** HEX_CHARS
  return part * Math.min(every_s * SHARE, SPREAD_MAX_S)
}
