// What happened, why, and how far to trust it: the first page of an organization.
import { use_answer } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { Freshness } from '../../components/freshness.tsx'
import { Page } from '../../components/page.tsx'
import { PeriodBar } from '../../components/period_bar.tsx'
import { t } from '../../lib/language.ts'
import { dates_of, side_of } from '../../lib/period.ts'
import { windows_text } from '../../lib/period_words.ts'
import { use_period } from '../../lib/use_period.ts'
import { FirstSteps } from '../start/first_steps.tsx'
import { SummaryTiles, TilesSkeleton } from './tiles.tsx'

export default function Overview() {
  const period = use_period()
  const { current, before } = period
  const summary = use_answer('get_kpi_summary', dates_of(current), { keeps: true })
  const needs_before = before !== null && summary.data !== undefined && side_of(summary.data, period) === undefined
  const compared = use_answer('get_kpi_summary', dates_of(before ?? current), { enabled: needs_before })
  return (
    <Page title={t('Overview')} about={windows_text(period)}>
      <FirstSteps />
      <PeriodBar period={period}>
        <Freshness of={[summary.data]} />
      </PeriodBar>
      <Answered of={summary} skeleton={<TilesSkeleton />}>
        {(data) => <SummaryTiles summary={data} before={needs_before ? compared.data : undefined} period={period} />}
      </Answered>
    </Page>
  )
}
