// The words of periods and comparisons.
import { count_days, type Days } from './days.ts'
import { t } from './language.ts'
import { span_text } from './moments.ts'
import type { Comparison, PeriodChoice, Preset, Windows } from './period.ts'

export const preset_name = (preset: Preset): string =>
  ({
    '7d': t('Last 7 days'),
    '14d': t('Last 14 days'),
    '28d': t('Last 28 days'),
    '30d': t('Last 30 days'),
    '90d': t('Last 90 days'),
    '365d': t('Last 365 days'),
    last_month: t('Last month'),
    month: t('Month to date'),
    quarter: t('Quarter to date'),
    year: t('Year to date'),
  })[preset]

export const comparison_name = (compare: Comparison): string =>
  ({
    previous: t('Previous days'),
    weekdays: t('Same weekdays before'),
    year: t('Same days last year'),
    none: t('No comparison'),
  })[compare]

export const period_name = ({ period }: PeriodChoice): string =>
  typeof period === 'string' ? preset_name(period) : t('Custom days')

export const compare_name = ({ compare }: PeriodChoice): string =>
  typeof compare === 'string' ? comparison_name(compare) : t('Custom comparison')

export const days_text = ({ from, to }: Days): string => span_text(from, to)

/** 'Oct 25 – Nov 23, 2026, compared with Sep 25 – Oct 24, 2026' */
export const windows_text = ({ current, before }: Windows): string =>
  before === null
    ? days_text(current)
    : t('{days}, compared with {before}', { days: days_text(current), before: days_text(before) })

/** What a change is compared with, for readers of screens: 'the 30 days before'. */
export function against_words({ compare }: PeriodChoice, { current, before }: Windows): string {
  if (before === null) return ''
  const count = count_days(current)
  if (compare === 'previous') return t('{count, plural, one {the day before} other {the # days before}}', { count })
  if (compare === 'year') return t('the same days last year')
  return days_text(before)
}
