// What the page knows of all ad platforms together, and where each figure comes from.
import type { OrgTools } from '../../api/call.ts'
import { percent_of } from '../../components/change.tsx'
import { side_of, type Windows } from '../../lib/period.ts'
import type { Provenance } from '../../lib/trust.ts'

export type Performance = OrgTools['analizar_performance']['result']
export type Series = OrgTools['get_daily_series']['result']

/** A figure as tools with a comparison answer it. */
interface ComparedFigure {
  current: number | null
  change_percent: number | null
  year_change_percent?: number | null
}

/** The change against the comparison of the page. Undefined: the answer has none. */
export function change_of(
  figure: ComparedFigure,
  performance: Performance,
  period: Windows,
): number | null | undefined {
  const side = side_of(performance, period)
  if (side === 'previous') return figure.change_percent
  return side === 'year_before' ? (figure.year_change_percent ?? null) : undefined
}

/** For rows that have the value before, not its change. */
export const change_from = (
  [now, before]: [number | null, number | null],
  performance: Performance,
  period: Windows,
): number | null | undefined => (side_of(performance, period) === 'previous' ? percent_of(now, before) : undefined)

/** The part of the series for a kind of figures states its sources alone. Until it is here, the whole answer does. */
export const origin_of = (
  part: 'ads' | 'store' | 'web',
  performance: Performance,
  series: Series | undefined,
): Provenance => series?.[part] ?? performance
