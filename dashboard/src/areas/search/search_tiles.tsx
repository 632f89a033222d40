// Clicks, impressions, click rate and position of the whole site. A position is better when it falls.
import type { OrgTools } from '../../api/call.ts'
import { type GoodWhen, percent_of } from '../../components/change.tsx'
import type { DeclaredFigure } from '../../components/figure.ts'
import { Tile, Tiles } from '../../components/tile.tsx'
import { t } from '../../lib/language.ts'
import { side_of } from '../../lib/period.ts'
import { against_words } from '../../lib/period_words.ts'
import { trust_of } from '../../lib/trust.ts'
import type { PagePeriod } from '../../lib/use_period.ts'

export type Review = OrgTools['revisar_seo']['result']
type Whole = OrgTools['query_seo_console']['result']
type Name = keyof Whole['site']

export interface SearchFigure extends DeclaredFigure {
  name: Name
  title: string
  good_when: GoodWhen
}

export const search_figures = (): SearchFigure[] => [
  { name: 'clicks', title: t('Clicks'), kind: 'count', good_when: 'up' },
  { name: 'impressions', title: t('Impressions'), kind: 'count', good_when: 'up' },
  { name: 'ctr', title: t('Click rate'), kind: 'share', is_ratio: true, good_when: 'up' },
  { name: 'position', title: t('Average position'), kind: 'position', is_ratio: true, good_when: 'down' },
]

interface SearchTilesProps {
  whole: Whole
  /** The same tool's answer in the days of the comparison. */
  before: Whole | undefined
  /** Compares days that both sides have, where it answers for the period. */
  review: Review | undefined
  period: PagePeriod
}

export function SearchTiles({ whole, before, review, period }: SearchTilesProps) {
  const against = against_words(period.choice, period)
  return (
    <Tiles>
      {search_figures().map(({ name, title, kind, is_ratio, good_when }) => {
        const percent = change_of(name, { whole, before, review, period })
        return (
          <Tile
            key={name}
            name={title}
            value={whole.site[name]}
            kind={kind}
            good_when={good_when}
            trust={trust_of(whole.site[name], whole, { is_ratio })}
            change={percent === undefined ? undefined : { percent, against }}
          />
        )
      })}
    </Tiles>
  )
}

/** Undefined: the answers have nothing of the days that the page compares with, or of all of them on one side only. */
function change_of(name: Name, { whole, before, review, period }: SearchTilesProps): number | null | undefined {
  const side = review && side_of(review, period)
  if (side === 'previous') return review?.[name].change_percent
  if (side === 'year_before') return review?.[name].year_change_percent ?? null
  if (before === undefined || whole.window.is_partial || before.window.is_partial) return undefined
  return percent_of(whole.site[name], before.site[name])
}
