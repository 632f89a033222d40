// What was spent and what was sold, by day.
import { Skeleton } from '@mantine/core'
import { Answered, type QueryState } from '../../components/answered.tsx'
import { marks_of } from '../../components/change_words.ts'
import { figure_text } from '../../components/figure.ts'
import { LinePlot } from '../../components/plots.tsx'
import { t } from '../../lib/language.ts'
import { side_of } from '../../lib/period.ts'
import { days_text } from '../../lib/period_words.ts'
import type { PagePeriod } from '../../lib/use_period.ts'
import type { Series, Summary } from './tiles.tsx'

const PLOT_PX = 362

interface MoneyPlotProps {
  series: QueryState<Series> & { isEnabled: boolean }
  summary: Summary | undefined
  period: PagePeriod
}

export function MoneyPlot({ series, summary, period }: MoneyPlotProps) {
  if (!series.isEnabled) return null
  return (
    <Answered of={series} skeleton={<Skeleton height={PLOT_PX} />}>
      {({ days, window, currency, changes, ads, store }) => (
        <LinePlot
          title={finding(summary, period)}
          about={days_text(window)}
          file={`spend_and_revenue_${window.from}_${window.to}`}
          days={days.map(({ date }) => date)}
          today={period.today}
          marks={marks_of(changes)}
          series={[
            {
              id: 'revenue',
              name: t('Store revenue'),
              kind: 'money',
              currency,
              color: 'blue',
              values: days.map(({ store_revenue }) => store_revenue),
              settled_until: store.settled_until,
            },
            {
              id: 'spend',
              name: t('Ad spend'),
              kind: 'money',
              currency,
              color: 'orange',
              values: days.map(({ ad_spend }) => ad_spend),
              settled_until: ads.settled_until,
            },
          ]}
        />
      )}
    </Answered>
  )
}

/** What happened, where both changes are known. */
function finding(summary: Summary | undefined, period: PagePeriod): string {
  const side = summary && side_of(summary, period)
  const changes = side && summary[side === 'previous' ? 'change_percent' : 'year_change_percent']
  if (changes?.ad_spend == null || changes.store_revenue === null) return t('Ad spend and store revenue')
  const written = (percent: number) => figure_text(percent / 100, { kind: 'change' })
  return t('Ad spend {spend}, store revenue {revenue}', {
    spend: written(changes.ad_spend),
    revenue: written(changes.store_revenue),
  })
}
