// The figures of all ad platforms beside what the business sold, with their changes.
import type { GoodWhen } from '../../components/change.tsx'
import type { DeclaredFigure } from '../../components/figure.ts'
import { Tile, Tiles } from '../../components/tile.tsx'
import { t } from '../../lib/language.ts'
import { against_words } from '../../lib/period_words.ts'
import { trust_of_parts } from '../../lib/trust.ts'
import type { PagePeriod } from '../../lib/use_period.ts'
import { change_of, origin_of, type Performance, type Series } from './performance.ts'

type Part = 'ads' | 'store' | 'web'

interface TileOf extends DeclaredFigure {
  name: string
  title: string
  good_when: GoodWhen
  /** Where the figure comes from. */
  parts: readonly Part[]
}

const tiles = (): TileOf[] => [
  { name: 'ad_spend', title: t('Ad spend'), kind: 'money', good_when: 'neither', parts: ['ads'] },
  {
    name: 'blended_ad_roas',
    title: t('Blended ad ROAS'),
    kind: 'ratio',
    is_ratio: true,
    good_when: 'up',
    parts: ['ads'],
  },
  {
    name: 'store_roas',
    title: t('Store ROAS'),
    kind: 'ratio',
    is_ratio: true,
    good_when: 'up',
    parts: ['ads', 'store'],
  },
  { name: 'store_revenue', title: t('Store revenue'), kind: 'money', good_when: 'up', parts: ['store'] },
  { name: 'orders', title: t('Orders'), kind: 'count', good_when: 'up', parts: ['store'] },
  { name: 'sessions', title: t('Sessions'), kind: 'count', good_when: 'up', parts: ['web'] },
]

interface PerformanceTilesProps {
  performance: Performance
  series: Series | undefined
  period: PagePeriod
}

export function PerformanceTiles({ performance, series, period }: PerformanceTilesProps) {
  const against = against_words(period.choice, period)
  return (
    <Tiles>
      {tiles().map(({ name, title, kind, is_ratio, good_when, parts }) => {
        const figure = performance.kpis?.[name]
        if (figure === undefined) return null
        const percent = change_of(figure, performance, period)
        const origins = parts.map((part) => origin_of(part, performance, series))
        return (
          <Tile
            key={name}
            name={title}
            value={figure.current}
            kind={kind}
            currency={kind === 'money' ? performance.currency : undefined}
            good_when={good_when}
            trust={trust_of_parts(figure.current, origins, { is_ratio, is_count: kind === 'count' })}
            change={percent === undefined ? undefined : { percent, against }}
          />
        )
      })}
    </Tiles>
  )
}
