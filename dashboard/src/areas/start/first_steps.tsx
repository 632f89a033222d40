// What a new organization does first. Each step is done when an answer shows it. The organization keeps that the steps are over.
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { forget_me, use_change } from '../../api/queries.ts'
import { Fault } from '../../components/fault.tsx'
import { Icon } from '../../components/icons.tsx'
import { t } from '../../lib/language.ts'
import { may, use_org } from '../../shell/org.ts'
import classes from './first_steps.module.css'
import { type Step, use_steps } from './steps.tsx'

/** For admins, because only they can do every step. */
export function FirstSteps() {
  const org = use_org()
  return org.shows_first_steps && may(org, 'admin:*') ? <Steps /> : null
}

function Steps() {
  const { steps, is_known } = use_steps()
  const { mutateAsync, isPending, error } = use_change('update_org_settings')
  const end = async () => {
    await mutateAsync({ shows_first_steps: false })
    await forget_me()
  }
  const all_done = is_known && steps.every(({ is_done }) => is_done)
  use_once(all_done, () => void mutateAsync({ shows_first_steps: false }).catch(() => undefined))
  const next = is_known ? steps.find(({ is_done }) => !is_done) : undefined
  return (
    <section className={classes.box} aria-labelledby="first-steps" aria-busy={!is_known}>
      <div className={classes.head}>
        <h2 id="first-steps" className={classes.title}>
          {all_done ? t('Everything is set up') : t('First steps')}
        </h2>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          loading={isPending}
          onClick={() => void end().catch(() => undefined)}
        >
          {all_done ? t('Close') : t('Hide the first steps')}
        </Button>
      </div>
      {error && <Fault error={error} />}
      <ol className={classes.steps}>
        {steps.map((step) => (
          <OneStep key={step.title} step={step} is_next={step === next} />
        ))}
      </ol>
    </section>
  )
}

function OneStep({ step: { title, is_done, about, action, content }, is_next }: { step: Step; is_next: boolean }) {
  return (
    <li className={classes.step} data-done={is_done} aria-current={is_next ? 'step' : undefined}>
      <span className={classes.mark}>{is_done && <Icon name="check" size={14} />}</span>
      <div className={classes.text}>
        <p className={classes.name}>
          {title}
          {is_done && <span className={classes.done}>{t('Done')}</span>}
        </p>
        {about && <p className={classes.about}>{about}</p>}
        {content}
      </div>
      {action}
    </li>
  )
}

/** Runs the work the first time that the condition is true. */
function use_once(is_so: boolean, work: () => void): void {
  const has_run = useRef(false)
  useEffect(() => {
    if (!is_so || has_run.current) return
    has_run.current = true
    work()
  })
}
