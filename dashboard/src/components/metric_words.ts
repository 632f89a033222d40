// Names of the metric catalog as people read them, and the kind of figure of each metric.
import { type Metric, own_name } from '../lib/metrics.ts'
import type { FigureKind } from './figure.ts'

/** Written in capitals. */
const SHORT_NAMES = new Set(['cpa', 'cpc', 'cpm', 'ctr', 'id', 'roas', 'sku', 'url', 'utm'])

/** 'Average order value' of store.average_order_value. The catalog's names are English. */
export function plain_name(name: string): string {
  const words = name.split('.').at(-1)!.split('_')
  const text = words.map((word) => (SHORT_NAMES.has(word) ? word.toUpperCase() : word)).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Ratios between 0 and 1 are read as percent. The catalog tells them from others by their names alone. */
const SHARE = /(?:_rate|_share)$|^(?:ctr|lost_to_\w+)$/

export const kind_of = (of: Metric): FigureKind => (of.unit === 'ratio' && SHARE.test(own_name(of)) ? 'share' : of.unit)
