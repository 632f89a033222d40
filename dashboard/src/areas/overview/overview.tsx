// What happened, why, and how far to trust it: the first page of an organization.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { use_answer } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { Empty } from '../../components/empty.tsx'
import { Freshness } from '../../components/freshness.tsx'
import { Page } from '../../components/page.tsx'
import { PeriodBar } from '../../components/period_bar.tsx'
import { count_days } from '../../lib/days.ts'
import { t } from '../../lib/language.ts'
import { dates_of, is_same, side_of } from '../../lib/period.ts'
import { windows_text } from '../../lib/period_words.ts'
import { type PagePeriod, use_period } from '../../lib/use_period.ts'
import { may, use_org } from '../../shell/org.ts'
import { FirstSteps } from '../start/first_steps.tsx'
import { Advice } from './advice.tsx'
import { Causes } from './causes.tsx'
import { Channels } from './channels.tsx'
import { MoneyPlot } from './money_plot.tsx'
import { SummaryTiles, TilesSkeleton } from './tiles.tsx'

/** Longer series would be no days that a person can see. */
const SERIES_DAYS_MAX = 366

export default function Overview() {
  const period = use_period()
  const { summary, before, series } = use_figures(period)
  // Marks of trust come from the series too, so that the tiles do not change when it arrives.
  const tiles = series.isLoading ? { ...summary, data: undefined } : summary
  const is_empty = summary.data !== undefined && summary.data.sources.length === 0
  const days = series.data
  return (
    <Page title={t('Overview')} about={windows_text(period)}>
      <FirstSteps />
      <PeriodBar period={period}>
        <Freshness of={days ? [days.ads, days.store, days.web] : [summary.data]} />
      </PeriodBar>
      {is_empty ? (
        <NothingYet />
      ) : (
        <>
          <Answered of={tiles} skeleton={<TilesSkeleton />}>
            {(data) => (
              <SummaryTiles
                summary={data}
                before={before.data}
                series={days && is_same(days.window, data.window) ? days : undefined}
                period={period}
              />
            )}
          </Answered>
          <MoneyPlot series={series} summary={summary.data} period={period} />
          <Causes period={period} />
          <Channels answer={tiles} origin={days?.ads} period={period} />
          <Advice period={period} />
        </>
      )}
    </Page>
  )
}

function use_figures(period: PagePeriod) {
  const { current, before: compared } = period
  const summary = use_answer('get_kpi_summary', dates_of(current), { keeps: true })
  const series = use_answer('get_daily_series', dates_of(current), {
    enabled: count_days(current) <= SERIES_DAYS_MAX,
    keeps: true,
  })
  // The tool compares with the days before and with last year. For other days it is asked once more.
  const is_compared = summary.data === undefined || side_of(summary.data, period) !== undefined
  const before = use_answer('get_kpi_summary', dates_of(compared ?? current), {
    enabled: compared !== null && !is_compared && is_same(summary.data?.window, current),
  })
  return { summary, series, before }
}

function NothingYet() {
  const org = use_org()
  return (
    <Empty
      icon="overview"
      title={t('No figures yet')}
      action={
        may(org, 'connections:write') && (
          <Button component={Link} to={`/o/${org.org_id}/connections`}>
            {t('Connect a platform')}
          </Button>
        )
      }
    >
      {t('Spend, sales and visits of your platforms appear here, with what changed and why.')}
    </Empty>
  )
}
