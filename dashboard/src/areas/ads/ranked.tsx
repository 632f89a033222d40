// The campaigns with the highest and the lowest claimed ROAS, of those with one percent of the spend or more.
import { useMemo } from 'react'
import { Change } from '../../components/change.tsx'
import { type Column, DataTable } from '../../components/data_table.tsx'
import { TwoLines } from '../../components/two_lines.tsx'
import { address_id, use_address_filter } from '../../lib/address_filter.ts'
import { t, use_language } from '../../lib/language.ts'
import { against_words } from '../../lib/period_words.ts'
import { platform_name } from '../../lib/platforms.ts'
import type { PagePeriod } from '../../lib/use_period.ts'
import classes from './ads.module.css'
import { change_from, type Performance } from './performance.ts'

type Campaign = Performance['best_campaigns'][number]

interface RankedProps {
  performance: Performance
  period: PagePeriod
}

export function Ranked({ performance, period }: RankedProps) {
  return (
    <div className={classes.two}>
      <Campaigns
        title={t('Best campaigns')}
        rows={performance.best_campaigns}
        performance={performance}
        period={period}
      />
      <Campaigns
        title={t('Worst campaigns')}
        rows={performance.worst_campaigns}
        performance={performance}
        period={period}
      />
    </div>
  )
}

interface CampaignsProps extends RankedProps {
  title: string
  rows: readonly Campaign[]
}

function Campaigns({ title, rows, performance, period }: CampaignsProps) {
  const columns = use_columns({ performance, period })
  const [, change] = use_address_filter(['tab', 'platform', 'row'])
  return (
    <div className={classes.part}>
      <h2 className={classes.heading}>{title}</h2>
      {rows.length === 0 ? (
        <p className={classes.quiet}>{t('No campaign has spent enough in these days.')}</p>
      ) : (
        <DataTable
          label={title}
          rows={rows}
          columns={columns}
          id_of={({ platform, campaign_id }) => `${platform} ${campaign_id}`}
          open={({ platform, campaign_id }) => change({ tab: 'campaigns', platform, row: address_id(campaign_id) })}
        />
      )}
    </div>
  )
}

function use_columns({ performance, period }: RankedProps): Column<Campaign>[] {
  const language = use_language()
  const against = against_words(period.choice, period)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles are in the language
  return useMemo(() => {
    const change = ({ roas, previous_roas }: Campaign) => change_from([roas, previous_roas], performance, period)
    const currency = () => performance.currency
    return [
      {
        id: 'name',
        title: t('Campaign'),
        value: ({ name }) => name,
        cell: ({ name, campaign_id, platform }) => (
          <TwoLines main={name ?? campaign_id} quiet={platform_name(platform)} />
        ),
        is_main: true,
      },
      {
        id: 'spend',
        title: t('Spend'),
        value: ({ spend }) => spend,
        figure: { kind: 'money', currency },
        is_main: true,
      },
      {
        id: 'roas',
        title: t('Claimed ROAS'),
        value: ({ roas }) => roas,
        figure: { kind: 'ratio', is_ratio: true },
        is_main: true,
      },
      {
        id: 'roas_change',
        title: t('Change'),
        value: (row) => change(row) ?? null,
        cell: (row) => {
          const percent = change(row)
          return percent === undefined ? '' : <Change percent={percent} good_when="up" against={against} />
        },
        is_figure: true,
      },
    ]
  }, [language, performance, against])
}
