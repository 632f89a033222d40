// Rows of ads in one form, whatever tool answers them: campaigns, groups, ads and creatives have the same figures.
import type { GoodWhen } from '../../components/change.tsx'
import type { DeclaredFigure } from '../../components/figure.ts'
import { t } from '../../lib/language.ts'
import { type Provenance, type Trust, trust_of } from '../../lib/trust.ts'

export type FigureName = 'spend' | 'impressions' | 'clicks' | 'conversions' | 'conversion_value' | 'roas'
export type AdFigures = Record<FigureName, number | null>

export interface AdRow extends Omit<AdFigures, 'conversion_value'> {
  /** Unlike that of every other row, also of rows that no id of the platform names. */
  id: string
  /** The id of the platform. null: the row is what a level lacks. */
  own_id: string | null
  name: string
  /** Below the name, such as the campaign of a group. */
  about: string | null
  status: string | null | undefined
  account: string | null | undefined
  campaign_id?: string | undefined
  /** Undefined in short rows. */
  conversion_value: number | null | undefined
  fatigue_score?: number | null
}

export interface AdList extends Provenance {
  currency: string | undefined
  totals: AdFigures
  rows: readonly AdRow[]
  total: number | null
  truncated: boolean
  hint?: string | undefined
}

export interface AdFigure extends DeclaredFigure {
  name: FigureName
  title: string
  good_when: GoodWhen
}

export const ad_figures = (): AdFigure[] => [
  { name: 'spend', title: t('Spend'), kind: 'money', good_when: 'neither' },
  { name: 'impressions', title: t('Impressions'), kind: 'count', good_when: 'neither' },
  { name: 'clicks', title: t('Clicks'), kind: 'count', good_when: 'up' },
  { name: 'conversions', title: t('Claimed conversions'), kind: 'count', good_when: 'up' },
  { name: 'conversion_value', title: t('Claimed revenue'), kind: 'money', good_when: 'up' },
  { name: 'roas', title: t('Claimed ROAS'), kind: 'ratio', is_ratio: true, good_when: 'up' },
]

/** `is_of_row`: false for a total of the list. */
export const ad_trust = (
  value: number | null,
  list: Provenance,
  { kind, is_ratio }: Pick<AdFigure, 'kind' | 'is_ratio'>,
  is_of_row = true,
): Trust => trust_of(value, list, { kinds: ['ads'], is_ratio, is_of_row, is_count: kind === 'count' })

/** The tools' own names of rows that stand for what a list lacks. */
const own_names: Record<string, () => string> = {
  '(not reported at this level)': () => t('Not reported at this level'),
  '(others)': () => t('Others'),
}

export const row_name = (name: string | null, id: string | null): string =>
  name === null ? (id ?? '—') : (own_names[name]?.() ?? name)
