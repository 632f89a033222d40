// The attempts of a webhook, newest first, each with the beginning of the answer. An event that is not sent any more can be sent again.
import { Button, Skeleton } from '@mantine/core'
import { useEffect } from 'react'
import { use_pages } from '../../api/paged.ts'
import { use_change } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { Fault } from '../../components/fault.tsx'
import { figure_text } from '../../components/figure.ts'
import { LevelBadge } from '../../components/level_badge.tsx'
import { t } from '../../lib/language.ts'
import { moment_text } from '../../lib/moments.ts'
import { use_org } from '../../shell/org.ts'
import type { Attempt, Webhook } from './rows.ts'
import classes from './webhooks.module.css'
import { attempt_state } from './words.ts'

const ROWS_OF_PAGE = 20
const LIST_PX = 240

export function Attempts({ of, may_change }: { of: Webhook; may_change: boolean }) {
  const { webhook_id, last_delivery } = of
  const { pages, asked, older } = use_pages('list_webhook_attempts', { webhook_id }, ROWS_OF_PAGE)
  const { refetch } = asked
  const newest = last_delivery?.attempted_at ?? ''
  const listed = pages && (pages[0]?.attempts[0]?.attempted_at ?? '')
  // The list of webhooks is asked for again while a delivery waits, so it learns of a new attempt first.
  useEffect(() => {
    if (listed !== undefined && newest > listed) void refetch()
  }, [newest, listed, refetch])
  const data = pages && { attempts: pages.flatMap(({ attempts }) => attempts) }
  const resend = use_change('resend_webhook_delivery', ['list_webhooks', 'list_webhook_attempts'])
  const may_send = may_change && of.is_active
  return (
    <section aria-labelledby="attempts">
      <h3 id="attempts" className={classes.heading}>
        {t('Attempts of 30 days')}
      </h3>
      {resend.error && <Fault error={resend.error} />}
      <Answered of={{ data, ...asked }} skeleton={<Skeleton height={LIST_PX} />}>
        {({ attempts }) =>
          attempts.length === 0 ? (
            <p className={classes.quiet}>{t('Nothing was sent yet.')}</p>
          ) : (
            <ul className={classes.list}>
              {attempts.map((attempt) => (
                <Line
                  key={attempt.attempt_id}
                  of={attempt}
                  send={
                    may_send && attempt.next_attempt_at === null
                      ? () => resend.mutate({ webhook_id, event_id: attempt.event_id })
                      : undefined
                  }
                />
              ))}
            </ul>
          )
        }
      </Answered>
      {older && (
        <Button variant="default" size="xs" mt={8} onClick={older}>
          {t('Older attempts')}
        </Button>
      )}
    </section>
  )
}

function Line({ of, send }: { of: Attempt; send: (() => void) | undefined }) {
  const { event, event_id, attempted_at, duration_ms, error, response, next_attempt_at } = of
  const { time_zone } = use_org()
  return (
    <li className={classes.line}>
      <div className={classes.top}>
        <LevelBadge {...attempt_state(of)} />
        <code>{event}</code>
        {send && (
          <Button
            className={classes.send!}
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-label={t('Send again: {event} {id}', { event, id: event_id })}
            onClick={send}
          >
            {t('Send again')}
          </Button>
        )}
      </div>
      <p className={classes.quiet}>
        {moment_text(attempted_at, time_zone)} · {figure_text(duration_ms, { kind: 'count' })} ms
      </p>
      {error && <p>{error}</p>}
      {next_attempt_at && (
        <p className={classes.quiet}>
          {t('Next attempt {moment}', { moment: moment_text(next_attempt_at, time_zone) })}
        </p>
      )}
      {response && (
        <details>
          <summary>{t('Answer')}</summary>
          <pre className={classes.answer}>{response}</pre>
        </details>
      )}
    </li>
  )
}
