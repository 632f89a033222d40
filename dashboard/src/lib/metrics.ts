// Which metrics of the catalog are divisions, without the words for them.

export interface Metric {
  metric: string
  unit: 'money' | 'count' | 'ratio' | 'position'
}

/** 'cpc' of mx_ads.cpc */
export const own_name = ({ metric }: Pick<Metric, 'metric'>): string => metric.split('.').at(-1)!

/** Divisions of money. Answers tell them from amounts by their names alone. */
const MONEY_RATIO = /^(?:average_\w+|cp[acm])$/

export const is_ratio_of = (of: Metric): boolean =>
  of.unit === 'ratio' || of.unit === 'position' || (of.unit === 'money' && MONEY_RATIO.test(own_name(of)))
