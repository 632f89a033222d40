// Names of the catalog as people read them, and the kind of figure of each metric.
import type { FigureKind } from '../../components/figure.ts'
import { t } from '../../lib/language.ts'
import type { FilterForm, Metric, Place } from './question.ts'

/** 'Average order value' of store.average_order_value. The catalog's names are English. */
export function plain_name(name: string): string {
  const words = name.split('.').at(-1)!.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Ratios between 0 and 1 are read as percent. The catalog tells them from others by their names alone. */
const SHARE = /(?:_rate|_share)$|^(?:ctr|lost_to_\w+)$/

export function kind_of({ metric, unit }: Pick<Metric, 'metric' | 'unit'>): FigureKind {
  const name = metric.split('.').at(-1)!
  return unit === 'ratio' && SHARE.test(name) ? 'share' : unit
}

export const form_name = (form: FilterForm): string =>
  ({
    is: t('is'),
    contains: t('contains'),
    at_least: t('at least'),
    at_most: t('at most'),
    is_empty: t('is empty'),
  })[form]

export const broken_name = (part: 'metric' | 'by' | 'where'): string =>
  ({ metric: t('Metrics'), by: t('Group by'), where: t('Filters') })[part]

export const is_at = (place: Place | undefined, is: Place['is'], dimension?: string): boolean =>
  place?.is === is && (place.is !== 'filter' || place.dimension === dimension)
