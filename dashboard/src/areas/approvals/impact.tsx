// What an executed change of a campaign did, against the other campaigns of the account. A number has its interval, or a reason why there is none.
import { figure_text } from '../../components/figure.ts'
import { t } from '../../lib/language.ts'
import { span_text } from '../../lib/moments.ts'
import classes from './approvals.module.css'
import type { Action } from './rows.ts'
import { measure_name } from './words.ts'

type Measured = Action['impact'][number]
const HUNDRED = 100

export function Impact({ impact }: { impact: Action['impact'] }) {
  if (impact.length === 0) return null
  return (
    <section>
      <h3 className={classes.title}>{t('What it did')}</h3>
      <p className={classes.quiet}>{t('Against the other campaigns of the account, with a 90 % interval.')}</p>
      <dl className={classes.changes}>
        {impact.map((one) => (
          <div key={`${one.days} ${one.measure}`} className={classes.change}>
            <dt>
              {measure_name(one.measure)}, {span_text(one.from, one.to)}
            </dt>
            <dd>{text_of(one)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The reason is the engine's sentence. */
function text_of({ change_percent, low_percent, high_percent, verdict, reason }: Measured): string {
  if (change_percent === null || low_percent === null || high_percent === null) return reason ?? '—'
  const [change, low, high] = [change_percent, low_percent, high_percent].map((percent) =>
    figure_text(percent / HUNDRED, { kind: 'change' }),
  )
  const interval = t('{change} ({low} to {high})', { change, low, high })
  return verdict === 'unclear' ? `${interval}: ${t('no clear change')}` : interval
}
