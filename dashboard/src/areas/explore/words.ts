// Names and values of a question as people read them.
import { plain_name } from '../../components/metric_words.ts'
import { is_day } from '../../lib/days.ts'
import { t } from '../../lib/language.ts'
import { date_text } from '../../lib/moments.ts'
import { platform_name } from '../../lib/platforms.ts'
import type { FilterForm, Place } from './question.ts'
import type { Key } from './rows.ts'

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
