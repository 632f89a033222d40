// Names of the catalog as people read them, and the kind of figure of each metric.
import type { FigureKind } from '../../components/figure.ts'
import { is_day } from '../../lib/days.ts'
import { t } from '../../lib/language.ts'
import { date_text } from '../../lib/moments.ts'
import { platform_name } from '../../lib/platforms.ts'
import type { FilterForm, Metric, Place } from './question.ts'
import type { Key } from './rows.ts'

/** Written in capitals. */
const SHORT_NAMES = new Set(['cpa', 'cpc', 'cpm', 'ctr', 'id', 'roas', 'sku', 'url', 'utm'])

/** 'Average order value' of store.average_order_value. The catalog's names are English. */
export function plain_name(name: string): string {
  const words = name.split('.').at(-1)!.split('_')
  const text = words.map((word) => (SHORT_NAMES.has(word) ? word.toUpperCase() : word)).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** 'Revenue by date, UTM source' */
export const title_of = (metric: string, names: readonly string[]): string =>
  t('{metric} by {names}', {
    metric: plain_name(metric),
    names: names.map((name) => lower(plain_name(name))).join(', '),
  })

/** Without its first capital, unless the whole word has capitals. */
const lower = (name: string) => (/^[A-Z]{2}/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1))

/** A value of a dimension as people read it. Nothing is a dash. */
export function value_text(dimension: string, value: Key[string] | undefined): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'string' && is_day(value)) return date_text(value)
  return dimension === 'platform' ? platform_name(String(value)) : String(value)
}

/** 'google · cpc' of several dimensions. */
export const group_name = (key: Key, names: readonly string[]): string =>
  names.map((name) => value_text(name, key[name])).join(' · ')

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
