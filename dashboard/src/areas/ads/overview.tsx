// All ad platforms together: the figures with their changes, the spend of each day, the platforms, the best and the worst campaigns.
import { Button, Skeleton } from '@mantine/core'
import { use_answer } from '../../api/queries.ts'
import { AnswerNotes } from '../../components/answer_notes.tsx'
import { Answered } from '../../components/answered.tsx'
import { marks_of } from '../../components/change_words.ts'
import { Freshness } from '../../components/freshness.tsx'
import { Notice } from '../../components/notice.tsx'
import { PeriodBar } from '../../components/period_bar.tsx'
import { BarPlot } from '../../components/plots.tsx'
import { TilesSkeleton } from '../../components/tiles_skeleton.tsx'
import { count_days } from '../../lib/days.ts'
import { t } from '../../lib/language.ts'
import { DEFAULT_PERIOD, dates_of, days_back_of, side_of } from '../../lib/period.ts'
import type { PagePeriod } from '../../lib/use_period.ts'
import classes from './ads.module.css'
import { Channels } from './channels.tsx'
import type { Performance, Series } from './performance.ts'
import { PerformanceTiles } from './performance_tiles.tsx'
import { Ranked } from './ranked.tsx'

const PLOT_PX = 358
/** Of the sentences below the tiles. */
const SENTENCES_PX = 62
/** Days that a plot has at most. */
const DAYS_MAX = 366

export function AdsOverview({ period }: { period: PagePeriod }) {
  const { current, today } = period
  const days_back = days_back_of(current, today)
  const performance = use_answer(
    'analizar_performance',
    { days_back: days_back ?? 1 },
    { enabled: days_back !== undefined, keeps: true },
  )
  const has_days = count_days(current) <= DAYS_MAX
  const series = use_answer('get_daily_series', dates_of(current), { enabled: has_days, keeps: true })
  return (
    <>
      <PeriodBar period={period}>
        <Freshness of={[days_back === undefined ? series.data?.ads : performance.data]} />
      </PeriodBar>
      {days_back === undefined ? (
        <OtherDays period={period} />
      ) : (
        <Answered of={performance} skeleton={<Top />}>
          {(data) => <Head performance={data} series={series.data} period={period} />}
        </Answered>
      )}
      {has_days && (
        <Answered of={series} skeleton={<Skeleton height={PLOT_PX} />}>
          {(data) => <SpendPlot series={data} today={today} />}
        </Answered>
      )}
      {days_back !== undefined && performance.data && (
        <>
          <Channels performance={performance.data} series={series.data} period={period} />
          <Ranked performance={performance.data} period={period} />
        </>
      )}
    </>
  )
}

interface HeadProps {
  performance: Performance
  series: Series | undefined
  period: PagePeriod
}

function Head({ performance, series, period }: HeadProps) {
  const has_comparison = period.before === null || side_of(performance, period) !== undefined
  return (
    <div className={classes.stack}>
      <PerformanceTiles performance={performance} series={series} period={period} />
      <p className={classes.summary}>{performance.summary}</p>
      {!has_comparison && (
        <p className={classes.quiet}>
          {t(
            'These figures are compared with the days before or with last year only. Choose one of them to see changes.',
          )}
        </p>
      )}
      <AnswerNotes notes={performance.notes} />
    </div>
  )
}

/** The tool answers for whole days that end yesterday. */
const OtherDays = ({ period }: { period: PagePeriod }) => (
  <Notice
    title={t('All platforms together are known for days that end yesterday')}
    action={
      <Button variant="default" size="xs" onClick={() => period.change({ period: DEFAULT_PERIOD.period })}>
        {t('Last 30 days')}
      </Button>
    }
  >
    <p>{t('The other tabs have figures of the chosen period.')}</p>
  </Notice>
)

function SpendPlot({ series, today }: { series: Series; today: string }) {
  const { days, currency, changes, ads, window } = series
  return (
    <BarPlot
      title={t('Ad spend by day')}
      file={`ad_spend_${window.from}_${window.to}`}
      days={days.map(({ date }) => date)}
      today={today}
      marks={marks_of(changes)}
      series={[
        {
          id: 'spend',
          name: t('Ad spend'),
          kind: 'money',
          currency,
          color: 'blue',
          values: days.map(({ ad_spend }) => ad_spend),
          settled_until: ads.settled_until,
        },
      ]}
    />
  )
}

const Top = () => (
  <>
    <TilesSkeleton count={6} />
    <Skeleton height={SENTENCES_PX} mt={16} />
  </>
)
