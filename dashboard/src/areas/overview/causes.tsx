// Why a figure changed: what each channel added or took, from the days before to these days. The parts add up to the change.
import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import type { OrgTools } from '../../api/call.ts'
import { use_answer } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { Notice } from '../../components/notice.tsx'
import { WaterfallPlot } from '../../components/plots.tsx'
import { use_address_filter } from '../../lib/address_filter.ts'
import { t } from '../../lib/language.ts'
import { days_back_of, days_before, is_same } from '../../lib/period.ts'
import { platform_name } from '../../lib/platforms.ts'
import type { PagePeriod } from '../../lib/use_period.ts'
import classes from './overview.module.css'

type Diagnosis = OrgTools['diagnosticar_cambio']['result']
const metrics = ['store_revenue', 'roas', 'spend'] as const
type Metric = (typeof metrics)[number]

const metric_name = (metric: Metric): string =>
  ({ store_revenue: t('Store revenue'), roas: t('Blended ad ROAS'), spend: t('Ad spend') })[metric]

const PLOT_PX = 300

export function Causes({ period }: { period: PagePeriod }) {
  const [{ why }, change] = use_address_filter(['why'])
  const metric = metrics.find((name) => name === why) ?? metrics[0]
  const days_back = days_back_of(period.current, period.today)
  const is_answerable = days_back !== undefined && is_same(period.before, days_before(period.current, 'previous'))
  const answer = use_answer(
    'diagnosticar_cambio',
    { metric, days_back: days_back ?? 1 },
    { enabled: is_answerable, keeps: true },
  )
  return (
    <section aria-labelledby="why" className={classes.section}>
      <div className={classes.section_head}>
        <h2 id="why" className={classes.heading}>
          {t('What changed, and why')}
        </h2>
        <SegmentedControl
          size="xs"
          aria-label={t('Figure')}
          value={metric}
          onChange={(name) => change({ why: name === metrics[0] ? undefined : name })}
          data={metrics.map((value) => ({ value, label: metric_name(value) }))}
        />
      </div>
      {is_answerable ? (
        <Answered of={answer} skeleton={<Skeleton height={PLOT_PX} />}>
          {(diagnosis) => <Diagnosed diagnosis={diagnosis} metric={metric} />}
        </Answered>
      ) : (
        <NotForPeriod period={period} />
      )}
    </section>
  )
}

/** The tool explains whole days up to yesterday, against the same number before. Nothing else is shown as if it did. */
function NotForPeriod({ period: { change, current, today } }: { period: PagePeriod }) {
  const is_whole = days_back_of(current, today) !== undefined
  return (
    <Notice
      title={t('Causes are known for whole days up to yesterday, compared with the days before.')}
      action={
        <Button
          variant="default"
          size="xs"
          onClick={() => change({ compare: 'previous', ...(!is_whole && { period: '30d' }) })}
        >
          {is_whole ? t('Compare with the days before') : t('Show the last 30 days')}
        </Button>
      }
    />
  )
}

function Diagnosed({ diagnosis, metric }: { diagnosis: Diagnosis; metric: Metric }) {
  const { summary, current, previous, currency, channels, rounding, window } = diagnosis
  const [title, ...more] = sentences_of(summary)
  if (current === null || previous === null)
    return (
      <Notice kind="warning" title={summary}>
        {diagnosis.notes.slice(0, 2).map((note) => (
          <p key={note}>{note}</p>
        ))}
      </Notice>
    )
  const causes = channels.map(({ channel, effect }) => ({
    id: channel,
    name: channel_name(channel),
    effect: effect ?? 0,
  }))
  if (rounding) causes.push({ id: 'rounding', name: t('Rounding'), effect: rounding })
  return (
    <WaterfallPlot
      title={title ?? metric_name(metric)}
      about={more.join(' ')}
      file={`causes_${metric}_${window.from}_${window.to}`}
      label_title={t('Cause')}
      name={metric_name(metric)}
      kind={currency === null ? 'ratio' : 'money'}
      currency={currency ?? undefined}
      before={{ name: t('Days before'), value: previous }}
      causes={causes}
      after={{ name: t('These days'), value: current }}
    />
  )
}

/** 'mpa / marketplace' of a platform, 'google / cpc' of visits. */
const channel_name = (channel: string) => channel.split(' / ').map(platform_name).join(' / ')

/** The finding is the first sentence. A number has no space behind its point. */
const sentences_of = (text: string) => text.split(/(?<=\.)\s+(?=\p{Lu})/u)
