// The ad platforms beside each other: what each costs and what it claims. Claims are not sales, and several platforms claim the same sale.
import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { Answered, type QueryState } from '../../components/answered.tsx'
import { Change, percent_of } from '../../components/change.tsx'
import { type Column, DataTable } from '../../components/data_table.tsx'
import type { DeclaredFigure } from '../../components/figure.ts'
import { Figure } from '../../components/figure.tsx'
import { t, use_language } from '../../lib/language.ts'
import { side_of } from '../../lib/period.ts'
import { against_words } from '../../lib/period_words.ts'
import { platform_color, platform_name } from '../../lib/platforms.ts'
import { type Provenance, trust_of } from '../../lib/trust.ts'
import type { PagePeriod } from '../../lib/use_period.ts'
import classes from './overview.module.css'
import type { Summary } from './tiles.tsx'

type Channel = Summary['platforms'][number]

const TABLE_PX = 300

interface ChannelsProps {
  answer: QueryState<Summary>
  /** What the series states about the sources of ads. */
  origin: Provenance | undefined
  period: PagePeriod
}

export function Channels({ answer, origin, period }: ChannelsProps) {
  return (
    <div className={classes.section}>
      <h2 className={classes.heading}>{t('Ad platforms')}</h2>
      <Answered of={answer} skeleton={<Skeleton height={TABLE_PX} />}>
        {(summary) =>
          summary.platforms.length === 0 ? (
            <p className={classes.quiet}>{t('No ad platform is connected.')}</p>
          ) : (
            <ChannelTable summary={summary} origin={origin ?? summary} period={period} />
          )
        }
      </Answered>
    </div>
  )
}

interface ChannelTableProps {
  summary: Summary
  origin: Provenance
  period: PagePeriod
}

function ChannelTable({ summary, origin, period }: ChannelTableProps) {
  const columns = use_columns(summary, origin, period)
  const trust = (value: number | null, is_ratio = false) => trust_of(value, origin, { kinds: ['ads'], is_ratio })
  return (
    <DataTable
      label={t('Ad platforms')}
      rows={summary.platforms}
      columns={columns}
      id_of={({ platform }) => platform}
      file={`ad_platforms_${summary.window.from}_${summary.window.to}`}
      address="channels"
      totals={{
        name: t('Total'),
        spend: <Figure value={summary.ad_spend} kind="money" trust={trust(summary.ad_spend)} />,
        roas: <Figure value={summary.blended_ad_roas} kind="ratio" trust={trust(summary.blended_ad_roas, true)} />,
      }}
    />
  )
}

function use_columns(summary: Summary, origin: Provenance, period: PagePeriod): Column<Channel>[] {
  const language = use_language()
  const is_compared = side_of(summary, period) === 'previous'
  const against = against_words(period.choice, period)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles are in the language
  return useMemo(() => {
    const changed = (name: 'spend' | 'revenue' | 'roas', title: string): Column<Channel> => {
      const value = (row: Channel) => percent_of(row[name], row.previous[name])
      return {
        id: `${name}_change`,
        title,
        value,
        cell: (row) => (
          <Change percent={value(row)} against={against} good_when={name === 'spend' ? 'neither' : 'up'} />
        ),
        is_figure: true,
      }
    }
    const figure = (name: 'spend' | 'revenue' | 'roas', title: string, of: DeclaredFigure): Column<Channel> => ({
      id: name,
      title,
      value: (row) => row[name],
      figure: {
        ...of,
        trust: (row) => trust_of(row[name], origin, { platform: row.platform, is_ratio: of.is_ratio, is_of_row: true }),
      },
      is_main: name !== 'revenue',
    })
    return [
      {
        id: 'name',
        title: t('Platform'),
        value: ({ platform }) => platform_name(platform),
        cell: ({ platform }) => <PlatformName platform={platform} />,
        is_main: true,
      },
      figure('spend', t('Spend'), { kind: 'money' }),
      ...(is_compared ? [changed('spend', t('Spend, change'))] : []),
      figure('revenue', t('Claimed revenue'), { kind: 'money' }),
      ...(is_compared ? [changed('revenue', t('Claimed revenue, change'))] : []),
      figure('roas', t('ROAS'), { kind: 'ratio', is_ratio: true }),
      ...(is_compared ? [changed('roas', t('ROAS, change'))] : []),
    ]
  }, [language, is_compared, against, origin])
}

const PlatformName = ({ platform }: { platform: string }) => (
  <span className={classes.platform}>
    <span className={classes.dot} data-color={platform_color(platform)} />
    {platform_name(platform)}
  </span>
)
