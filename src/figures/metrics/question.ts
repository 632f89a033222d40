// A question about a metric of the catalog, and what is read for it.
import type { RawBuilder } from 'kysely'
import type { Exact } from '#domain/exact.ts'
import type { Dimension, Metric, MetricSource } from '#figures/metrics/catalog.ts'
import type { TextFilter } from '#figures/metrics/filters.ts'
import type { Counted } from '#figures/sources/sources.ts'
import type { Days } from '#figures/sources/summed_days.ts'
import type { FxUse } from '#figures/sums/fx.ts'
import type { Message } from '#messages/message.ts'

export interface MetricQuestion {
  source: MetricSource
  metric: Metric
  relation: string
  /** The coarser relation that the relation is a part of. */
  whole?: string
  dimensions: Dimension[]
  /** The filters, each on one dimension. */
  conditions: readonly { dimension: Dimension; condition: RawBuilder<unknown> }[]
  /** The values that rows must have, of dimensions with texts. */
  texts: TextFilter[]
  where: RawBuilder<unknown>
  /** The days that filters ask for. Absent: all days of the window. */
  only_days?: readonly Days[]
  limit: number
}

/** The question: metric, filters, the known days, and the connections whose rows count. */
export interface CountedQuestion extends MetricQuestion {
  days: { from: string; to: string }
  counted: Counted | null
  /** True for sums of a day that lack the total of an account. */
  lacks_totals: (key: MetricRow['key'], figures: Record<string, Exact | null>, day: string) => boolean
}

export interface MetricRow {
  key: Record<string, string | number | boolean | null>
  value: Exact | null
  /** True: the value leaves out amounts that are not known. */
  is_part?: boolean
}

export interface Read {
  rows: MetricRow[]
  total_rows: number
  /** The value over all matching rows. null: the metric does not add up. Undefined without any row. */
  total: Exact | null | undefined
  /** True: the total leaves out amounts that are not known. */
  is_part: boolean
  /** True: totals of some accounts are not stored, so that no total of all is known. */
  is_of_some?: boolean
  fx: FxUse
  /** What a reader must know of these figures. */
  notes: Message[]
}
