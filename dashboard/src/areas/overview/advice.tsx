// What to do and where: the open recommendations, and the campaigns that return most and least, of those with a share of the spend that matters.
import { Skeleton } from '@mantine/core'
import type { OrgTools } from '../../api/call.ts'
import { use_answer } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { Change, percent_of } from '../../components/change.tsx'
import { Figure } from '../../components/figure.tsx'
import { t } from '../../lib/language.ts'
import { days_back_of, side_of } from '../../lib/period.ts'
import { against_words } from '../../lib/period_words.ts'
import { platform_name } from '../../lib/platforms.ts'
import type { PagePeriod } from '../../lib/use_period.ts'
import { OpenRecommendations } from './open_recommendations.tsx'
import classes from './overview.module.css'

type Report = OrgTools['preparar_reporte']['result']
type Campaign = Report['best_campaigns'][number]

const LIST_PX = 220

export function Advice({ period }: { period: PagePeriod }) {
  const days_back = days_back_of(period.current, period.today)
  const answer = use_answer(
    'preparar_reporte',
    { days_back: days_back ?? 1 },
    { enabled: days_back !== undefined, keeps: true },
  )
  // The tool takes whole days up to yesterday only.
  if (days_back === undefined) return null
  return (
    <Answered of={answer} skeleton={<Skeleton height={LIST_PX} />}>
      {(report) => (
        <>
          <OpenRecommendations report={report} />
          <div className={classes.two}>
            <CampaignList title={t('Best campaigns')} list={report.best_campaigns} report={report} period={period} />
            <CampaignList title={t('Worst campaigns')} list={report.worst_campaigns} report={report} period={period} />
          </div>
        </>
      )}
    </Answered>
  )
}

interface CampaignListProps {
  title: string
  list: readonly Campaign[]
  report: Report
  period: PagePeriod
}

function CampaignList({ title, list, report, period }: CampaignListProps) {
  const against = against_words(period.choice, period)
  const is_compared = side_of(report, period) === 'previous'
  return (
    <section className={classes.box} aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      {list.length === 0 && <p className={classes.quiet}>{t('No campaign has spent enough in these days.')}</p>}
      <ol className={classes.list}>
        {list.map(({ platform, campaign_id, name, spend, roas, previous_roas }) => (
          <li key={`${platform} ${campaign_id}`} className={classes.campaign}>
            <span className={classes.names}>
              <span className={classes.name}>{name}</span>
              <span className={classes.quiet}>
                {platform_name(platform)} · {t('spend')} <Figure value={spend} kind="money" />
              </span>
            </span>
            <span className={classes.result}>
              <span className={classes.roas}>
                ROAS <Figure value={roas} kind="ratio" />
              </span>
              {is_compared && <Change percent={percent_of(roas, previous_roas)} against={against} good_when="up" />}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
