// The clicks of each day. Days that the platform has not answered yet are gaps.
import { Skeleton } from '@mantine/core'
import { use_answer } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { LinePlot } from '../../components/plots.tsx'
import { count_days, days_of } from '../../lib/days.ts'
import { t } from '../../lib/language.ts'
import { dates_of } from '../../lib/period.ts'
import type { PagePeriod } from '../../lib/use_period.ts'

const PLOT_PX = 358
/** Days that a plot has at most. */
const DAYS_MAX = 366

export function ClicksPlot({ period: { current, today } }: { period: PagePeriod }) {
  const is_short = count_days(current) <= DAYS_MAX
  const answer = use_answer(
    'query_data',
    { metric: 'seo.clicks', dimensions: ['date'], ...dates_of(current) },
    { enabled: is_short, keeps: true },
  )
  if (!is_short) return null
  return (
    <Answered of={answer} skeleton={<Skeleton height={PLOT_PX} />}>
      {({ rows, window, settled_until }) => {
        const days = days_of(window)
        const by_day = new Map(rows.map(({ date, value }) => [date, value]))
        const values = days.map((day) => {
          const value = by_day.get(day)
          return typeof value === 'number' ? value : null
        })
        return (
          <LinePlot
            title={t('Clicks by day')}
            file={`search_clicks_${window.from}_${window.to}`}
            days={days}
            today={today}
            series={[{ id: 'clicks', name: t('Clicks'), kind: 'count', color: 'blue', values, settled_until }]}
          />
        )
      }}
    </Answered>
  )
}
