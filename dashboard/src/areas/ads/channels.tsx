// The ad platforms beside each other. What they claim is no sale, and several can claim the same one, so claims have no total.
import { useMemo } from 'react'
import { Change, type GoodWhen } from '../../components/change.tsx'
import { type Column, DataTable } from '../../components/data_table.tsx'
import type { DeclaredFigure } from '../../components/figure.ts'
import { use_address_filter } from '../../lib/address_filter.ts'
import { t, use_language } from '../../lib/language.ts'
import { against_words } from '../../lib/period_words.ts'
import { platform_color, platform_name } from '../../lib/platforms.ts'
import { trust_of } from '../../lib/trust.ts'
import type { PagePeriod } from '../../lib/use_period.ts'
import classes from './ads.module.css'
import { change_of, origin_of, type Performance, type Series } from './performance.ts'

type Channel = Performance['channels'][number]
type Name = Exclude<keyof Channel, 'platform'>

interface ChannelsProps {
  performance: Performance
  series: Series | undefined
  period: PagePeriod
}

export function Channels({ performance, series, period }: ChannelsProps) {
  const columns = use_columns({ performance, series, period })
  const [, change] = use_address_filter(['tab', 'platform'])
  const { window, channels } = performance
  return (
    <div className={classes.part}>
      <h2 className={classes.heading}>{t('Ad platforms')}</h2>
      {channels.length === 0 ? (
        <p className={classes.quiet}>{t('No ad platform has figures in these days.')}</p>
      ) : (
        <DataTable
          label={t('Ad platforms')}
          rows={channels}
          columns={columns}
          id_of={({ platform }) => platform}
          open={({ platform }) => change({ tab: 'campaigns', platform })}
          file={`ad_platforms_${window.from}_${window.to}`}
          address="platforms"
        />
      )}
    </div>
  )
}

interface Figured extends DeclaredFigure {
  name: Name
  title: string
  /** Undefined: the column has no change beside it. */
  good_when?: GoodWhen
  is_main?: boolean
  is_optional?: boolean
}

const figures = (): Figured[] => [
  { name: 'spend', title: t('Spend'), kind: 'money', good_when: 'neither', is_main: true },
  { name: 'revenue', title: t('Claimed revenue'), kind: 'money', good_when: 'up' },
  { name: 'roas', title: t('Claimed ROAS'), kind: 'ratio', is_ratio: true, good_when: 'up', is_main: true },
  { name: 'conversions', title: t('Claimed conversions'), kind: 'count' },
  { name: 'impressions', title: t('Impressions'), kind: 'count', is_optional: true },
  { name: 'clicks', title: t('Clicks'), kind: 'count' },
  { name: 'ctr', title: t('Click rate'), kind: 'share', is_ratio: true, is_optional: true },
  { name: 'cpc', title: t('Cost of a click'), kind: 'money', is_ratio: true },
]

function use_columns({ performance, series, period }: ChannelsProps): Column<Channel>[] {
  const language = use_language()
  const against = against_words(period.choice, period)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles are in the language
  return useMemo(() => {
    const origin = origin_of('ads', performance, series)
    const changed = ({ name, title, good_when }: Figured): Column<Channel> => ({
      id: `${name}_change`,
      title: t('{figure}, change', { figure: title }),
      value: (row) => change_of(row[name], performance, period) ?? null,
      cell: (row) => (
        <Change percent={change_of(row[name], performance, period) ?? null} good_when={good_when} against={against} />
      ),
      is_figure: true,
      is_optional: name !== 'spend',
    })
    const columns = figures().flatMap((figure): Column<Channel>[] => {
      const { name, title, kind, is_ratio = false, good_when, is_main = false, is_optional = false } = figure
      const column: Column<Channel> = {
        id: name,
        title,
        value: (row) => row[name].current,
        figure: {
          kind,
          is_ratio,
          currency: () => (kind === 'money' ? performance.currency : undefined),
          trust: (row) =>
            trust_of(row[name].current, origin, { kinds: ['ads'], platform: row.platform, is_ratio, is_of_row: true }),
        },
        is_main,
        is_optional,
      }
      const has_change = good_when !== undefined && change_of(ANY, performance, period) !== undefined
      return has_change ? [column, changed(figure)] : [column]
    })
    return [platform_column(), ...columns]
  }, [language, performance, series, against])
}

/** Whether an answer has changes does not depend on the figure. */
const ANY = { current: null, change_percent: null }

const platform_column = (): Column<Channel> => ({
  id: 'platform',
  title: t('Platform'),
  value: ({ platform }) => platform_name(platform),
  cell: ({ platform }) => (
    <span className={classes.platform}>
      <span className={classes.dot} data-color={platform_color(platform)} />
      {platform_name(platform)}
    </span>
  ),
  is_main: true,
  width: '22%',
})
