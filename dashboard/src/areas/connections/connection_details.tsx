// A connection in full: its streams with the days that are stored, accounts that are not read, its last syncs and its webhooks.
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { use_sync_state } from '../../api/connections.ts'
import { use_answer } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { Drawer } from '../../components/drawer.tsx'
import { HealthBadge } from '../../components/health_badge.tsx'
import { SyncProgress } from '../../components/sync_progress.tsx'
import { t } from '../../lib/language.ts'
import { moment_text } from '../../lib/moments.ts'
import { platform_name } from '../../lib/platforms.ts'
import { use_org } from '../../shell/org.ts'
import cards from './cards.module.css'
import classes from './details.module.css'
import type { Connection, Details } from './rows.ts'
import { Runs, Streams } from './stream_lists.tsx'
import { health_advice } from './words.ts'

interface ConnectionDetailsProps {
  connection: Connection
  close: () => void
}

export function ConnectionDetails({ connection, close }: ConnectionDetailsProps) {
  const { connection_id, name } = connection
  const details = use_answer('get_connection', { connection_id })
  return (
    <Drawer title={name} close={close}>
      <p className={cards.quiet}>
        {platform_name(connection.platform)} <span className={cards.key}>{connection.platform}</span>
      </p>
      <SyncProgress of={use_sync_state(connection)} name={name} />
      <Answered of={details} skeleton={<Skeleton height={420} />}>
        {(of) => <Sections of={of} />}
      </Answered>
    </Drawer>
  )
}

function Sections({ of }: { of: Details }) {
  const { health, health_reason, notices, accounts_left_out, streams, runs, webhooks } = of
  return (
    <>
      <div className={classes.part}>
        <HealthBadge health={health} />
        <p className={cards.text}>
          {health_reason} {health_advice(health)}
        </p>
        {notices.map((notice) => (
          <p key={notice} className={cards.notice}>
            {notice}
          </p>
        ))}
        <Times of={of} />
      </div>
      <Part title={t('What is read')}>
        {streams.length > 0 ? (
          <Streams streams={streams} />
        ) : (
          <p className={cards.quiet}>{t('Nothing is read yet.')}</p>
        )}
      </Part>
      {accounts_left_out.length > 0 && (
        <Part title={t('Accounts that are not read, or only in part')}>
          <ul className={classes.list}>
            {accounts_left_out.map(({ account_id, name, reason }) => (
              <li key={account_id}>
                {name} <span className={cards.key}>{account_id}</span>
                {reason && <p className={cards.quiet}>{reason}</p>}
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={t('Last syncs')}>
        {runs.length > 0 ? <Runs runs={runs} /> : <p className={cards.quiet}>{t('None yet.')}</p>}
      </Part>
      {webhooks && <Announcements of={webhooks} />}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h3 className={classes.title}>{title}</h3>
      {children}
    </section>
  )
}

/** The sentences with a time: the last error, a limit of the platform, the next sync. */
function Times({ of: { last_error, last_error_at, limited_until, next_sync_at } }: { of: Details }) {
  const { time_zone } = use_org()
  const moment = (instant: string) => moment_text(instant, time_zone)
  return (
    <>
      {last_error && (
        <p className={cards.notice}>
          {last_error_at && `${moment(last_error_at)}: `}
          {last_error}
        </p>
      )}
      {limited_until && (
        <p className={cards.notice}>
          {t('A limit of the platform is used up until {moment}. What is left is read after it.', {
            moment: moment(limited_until),
          })}
        </p>
      )}
      {next_sync_at && (
        <p className={cards.quiet}>{t('Next sync by the schedule: {moment}', { moment: moment(next_sync_at) })}</p>
      )}
    </>
  )
}

function Announcements({ of: { since, received, missed, forged, problem } }: { of: NonNullable<Details['webhooks']> }) {
  const { time_zone } = use_org()
  return (
    <Part title={t('Announcements of the platform')}>
      {problem && <p className={cards.notice}>{problem}</p>}
      {since && (
        <p className={cards.text}>
          {t(
            'Since {moment}: {received} received, {missed} missed and found by a sync, {forged} with a wrong signature.',
            {
              moment: moment_text(since, time_zone),
              received,
              missed,
              forged,
            },
          )}
        </p>
      )}
    </Part>
  )
}
