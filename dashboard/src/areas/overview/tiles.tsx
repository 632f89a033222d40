// The six figures of the business, each with its change, its trust and its course.
import { Skeleton } from '@mantine/core'
import type { PlatformKind } from '../../../../src/domain/platforms.ts'
import type { OrgTools } from '../../api/call.ts'
import type { GoodWhen } from '../../components/change.tsx'
import { percent_of } from '../../components/change.tsx'
import type { FigureKind } from '../../components/figure.ts'
import { Tile, Tiles } from '../../components/tile.tsx'
import { t } from '../../lib/language.ts'
import { side_of } from '../../lib/period.ts'
import { against_words } from '../../lib/period_words.ts'
import { trust_of } from '../../lib/trust.ts'
import type { PagePeriod } from '../../lib/use_period.ts'

export type Summary = OrgTools['get_kpi_summary']['result']
export type TileName = 'ad_spend' | 'store_revenue' | 'store_roas' | 'blended_ad_roas' | 'orders' | 'sessions'

interface TileOf {
  name: TileName
  title: string
  kind: FigureKind
  good_when: GoodWhen
  kinds: readonly PlatformKind[]
}

const SALES = ['store', 'marketplace'] as const

const tiles = (): TileOf[] => [
  { name: 'ad_spend', title: t('Ad spend'), kind: 'money', good_when: 'neither', kinds: ['ads'] },
  { name: 'store_revenue', title: t('Store revenue'), kind: 'money', good_when: 'up', kinds: SALES },
  { name: 'store_roas', title: t('Store ROAS'), kind: 'ratio', good_when: 'up', kinds: ['ads', ...SALES] },
  { name: 'blended_ad_roas', title: t('Blended ad ROAS'), kind: 'ratio', good_when: 'up', kinds: ['ads'] },
  { name: 'orders', title: t('Orders'), kind: 'count', good_when: 'up', kinds: SALES },
  { name: 'sessions', title: t('Sessions'), kind: 'count', good_when: 'up', kinds: ['analytics'] },
]

interface SummaryTilesProps {
  summary: Summary
  /** The same tool's answer for the days of the comparison, where its own answer has none. */
  before: Summary | undefined
  period: PagePeriod
}

export function SummaryTiles({ summary, before, period }: SummaryTilesProps) {
  return (
    <Tiles>
      {tiles().map(({ name, title, kind, good_when, kinds }) => (
        <Tile
          key={name}
          name={title}
          value={summary[name]}
          kind={kind}
          good_when={good_when}
          trust={trust_of(summary[name], summary, { kinds, is_ratio: kind === 'ratio' })}
          change={change_of(name, { summary, before, period })}
        />
      ))}
    </Tiles>
  )
}

/** Undefined: the answers have nothing of the days that the page compares with. */
function change_of(name: TileName, { summary, before, period }: SummaryTilesProps) {
  const against = against_words(period.choice, period)
  const side = side_of(summary, period)
  if (side === 'previous') return { percent: summary.change_percent[name], against }
  if (side === 'year_before') return { percent: summary.year_change_percent[name], against }
  return before && { percent: percent_of(summary[name], before[name]), against }
}

const TILE_PX = 148
const TILES = 6

export const TilesSkeleton = () => (
  <Tiles>
    {Array.from({ length: TILES }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
      <Skeleton key={index} height={TILE_PX} />
    ))}
  </Tiles>
)
