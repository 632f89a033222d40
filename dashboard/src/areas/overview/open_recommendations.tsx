// The most important recommendations, with the way to all of them. Nothing while there are none.
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { OrgTools } from '../../api/call.ts'
import { LevelBadge } from '../../components/level_badge.tsx'
import { MonthlyEffect } from '../../components/monthly_effect.tsx'
import { levels, severity_name } from '../../components/notice_words.ts'
import { t } from '../../lib/language.ts'
import { use_org } from '../../shell/org.ts'
import classes from './overview.module.css'

const SHOWN_MAX = 3

type Report = Pick<OrgTools['preparar_reporte']['result'], 'recommendations' | 'recommendations_total'>

export function OpenRecommendations({ report: { recommendations, recommendations_total: count } }: { report: Report }) {
  const { org_id } = use_org()
  if (count === 0) return null
  const title = t('{count, plural, one {# open recommendation} other {# open recommendations}}', { count })
  return (
    <section className={classes.box} aria-label={title}>
      <div className={classes.section_head}>
        <h2 className={classes.heading}>{title}</h2>
        <Anchor component={Link} to={`/o/${org_id}/recommendations`} size="sm">
          {t('All recommendations')}
        </Anchor>
      </div>
      <ol className={classes.list}>
        {recommendations.slice(0, SHOWN_MAX).map(({ recommendation_id, severity, title, effect_low, effect_high }) => (
          <li key={recommendation_id} className={classes.campaign}>
            <span className={classes.names}>
              <span className={classes.name}>{title}</span>
              <LevelBadge level={levels[severity]} text={severity_name(severity)} />
            </span>
            <MonthlyEffect low={effect_low} high={effect_high} />
          </li>
        ))}
      </ol>
    </section>
  )
}
