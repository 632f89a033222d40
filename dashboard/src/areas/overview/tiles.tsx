// The six figures of the business, each with its change, its trust and its course.
import { Skeleton } from '@mantine/core'
import type { PlatformKind } from '../../../../src/domain/platforms.ts'
import type { OrgTools } from '../../api/call.ts'
import { type GoodWhen, percent_of } from '../../components/change.tsx'
import type { DeclaredFigure } from '../../components/figure.ts'
import { Tile, Tiles } from '../../components/tile.tsx'
import { today_in } from '../../lib/days.ts'
import { t } from '../../lib/language.ts'
import { is_same, side_of } from '../../lib/period.ts'
import { against_words } from '../../lib/period_words.ts'
import { trust_of, trust_of_parts } from '../../lib/trust.ts'
import type { PagePeriod } from '../../lib/use_period.ts'

export type Summary = OrgTools['get_kpi_summary']['result']
export type Series = OrgTools['get_daily_series']['result']
type TileName = Exclude<keyof Series['days'][number], 'date'>

interface TileOf extends DeclaredFigure {
  name: TileName
  title: string
  good_when: GoodWhen
  /** What the figure comes from: parts of the series, and kinds of platforms. */
  parts: readonly ('ads' | 'store' | 'web')[]
}

const kinds_of = { ads: ['ads'], store: ['store', 'marketplace'], web: ['analytics'] } as const

const tiles = (): TileOf[] => [
  { name: 'ad_spend', title: t('Ad spend'), kind: 'money', good_when: 'neither', parts: ['ads'] },
  { name: 'store_revenue', title: t('Store revenue'), kind: 'money', good_when: 'up', parts: ['store'] },
  {
    name: 'store_roas',
    title: t('Store ROAS'),
    kind: 'ratio',
    is_ratio: true,
    good_when: 'up',
    parts: ['store', 'ads'],
  },
  {
    name: 'blended_ad_roas',
    title: t('Blended ad ROAS'),
    kind: 'ratio',
    is_ratio: true,
    good_when: 'up',
    parts: ['ads'],
  },
  { name: 'orders', title: t('Orders'), kind: 'count', good_when: 'up', parts: ['store'] },
  { name: 'sessions', title: t('Sessions'), kind: 'count', good_when: 'up', parts: ['web'] },
]

interface SummaryTilesProps {
  summary: Summary
  /** The same tool's answer for the days of the comparison, where its own answer has none. */
  before: Summary | undefined
  /** Of the same days as the summary. */
  series: Series | undefined
  period: PagePeriod
}

export function SummaryTiles(props: SummaryTilesProps) {
  const { summary, series } = props
  return (
    <Tiles>
      {tiles().map((tile) => (
        <Tile
          key={tile.name}
          name={tile.title}
          value={summary[tile.name]}
          kind={tile.kind}
          good_when={tile.good_when}
          trust={trust_of_tile(tile, summary, series)}
          change={change_of(tile, props)}
          series={series?.days.map((day) => day[tile.name])}
        />
      ))}
    </Tiles>
  )
}

function trust_of_tile(tile: TileOf, summary: Summary, series: Series | undefined) {
  const { name, kind, is_ratio, parts } = tile
  if (!series) return trust_of_summary(tile, summary)
  const origins = parts.map((part) => series[part])
  return trust_of_parts(summary[name], origins, { is_ratio, is_count: kind === 'count' })
}

function trust_of_summary({ name, kind, is_ratio, parts }: TileOf, summary: Summary) {
  const kinds: PlatformKind[] = parts.flatMap((part) => kinds_of[part])
  return trust_of(summary[name], summary, { kinds, is_ratio, is_count: kind === 'count' })
}

/** Undefined: the answers have nothing of the days that the page compares with, or of all of them on one side only. */
function change_of(tile: TileOf, { summary, before, period }: SummaryTilesProps) {
  const { name } = tile
  const against = against_words(period.choice, period)
  const side = side_of(summary, period)
  if (side === 'previous') return { percent: summary.change_percent[name], against }
  if (side === 'year_before') return { percent: summary.year_change_percent[name], against }
  if (!before || !is_same(before.window, period.before) || !is_same(summary.window, period.current)) return undefined
  if (!has_all_days(tile, summary) || !has_all_days(tile, before)) return undefined
  return { percent: percent_of(summary[name], before[name]), against }
}

/** A tool compares equally many days of its two windows. Two answers can have different numbers of days. */
const has_all_days = (tile: TileOf, summary: Summary): boolean =>
  summary.window.to < today_in(summary.window.time_zone) && trust_of_summary(tile, summary).is !== 'incomplete'

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
