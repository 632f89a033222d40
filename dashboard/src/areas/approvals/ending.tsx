// Who decided, how the change ended, and what the platform showed afterwards.
import { Notice } from '../../components/notice.tsx'
import { Pair, Pairs } from '../../components/pairs.tsx'
import { t } from '../../lib/language.ts'
import { moment_text } from '../../lib/moments.ts'
import { use_org } from '../../shell/org.ts'
import classes from './approvals.module.css'
import { FieldList } from './field_list.tsx'
import { value_text } from './field_words.ts'
import { Impact } from './impact.tsx'
import type { Action } from './rows.ts'
import { actor_name, cause_text, phase_text, status_name } from './words.ts'

const kinds = { approved: 'info', executed: 'good', rejected: 'info', failed: 'bad', expired: 'info' } as const

export function Ending({ action }: { action: Action }) {
  const { time_zone } = use_org()
  const { status, phase, decided_by, decider_name, decided_at, decision_reason, ended_at, history } = action
  if (status === 'pending') return null
  const note = history.find((one) => one.status === 'approved')?.note
  return (
    <>
      <Notice kind={phase === 'unknown' ? 'warning' : kinds[status]} title={end_name(action)}>
        <p>{text_of(action)}</p>
        {action.to_check && <p>{action.to_check}</p>}
      </Notice>
      <Pairs>
        {decided_at !== null && (
          <Pair name={t('Decided by')}>
            {actor_name(decided_by, decider_name)}
            {note && ` (${t('with a one-time code')})`}
          </Pair>
        )}
        {decided_at !== null && <Pair name={t('Decided')}>{moment_text(decided_at, time_zone)}</Pair>}
        {ended_at !== null && <Pair name={t('Ended')}>{moment_text(ended_at, time_zone)}</Pair>}
      </Pairs>
      {decision_reason !== null && (
        <section>
          <h3 className={classes.title}>{t('Why it was rejected')}</h3>
          <q className={classes.said}>{decision_reason}</q>
        </section>
      )}
      <ReadBack action={action} />
      <Impact impact={action.impact} />
      <LeftBehind left_behind={action.left_behind} />
    </>
  )
}

const end_name = ({ status, cause }: Action): string =>
  cause === 'read_back_differs' ? t('Carried out differently') : status_name(status)

/** Causes whose sentence of the engine is the same one. */
const SAID_BY_CAUSE = ['read_back_differs', 'not_applied']

/** The platform's own sentence says more than the cause alone. */
function text_of({ status, phase, cause, cause_text: said }: Action): string {
  if (status === 'approved') return [phase_text(phase), said].filter(Boolean).join(' ')
  if (status === 'executed') return t('The platform shows what was approved.')
  if (status === 'rejected') return t('It is never carried out.')
  if (status === 'expired' && cause === null) return t('Nobody decided in time. It can be proposed again.')
  if (status === 'expired') return cause_text(cause!)
  const further = cause !== null && SAID_BY_CAUSE.includes(cause) ? null : said
  const next = cause === 'read_back_differs' && t('Undo it below where this is offered, or correct it at the platform.')
  return [cause && cause_text(cause), further, next].filter(Boolean).join(' ')
}

function ReadBack({ action: { read_back, after, currency } }: { action: Action }) {
  const { currency: reporting } = use_org()
  const shown = (read_back ?? {}) as Record<string, string | null>
  // In the order of what was approved. The platform can show more.
  const names = [...new Set([...Object.keys(after), ...Object.keys(shown)])].filter((field) => field in shown)
  if (names.length === 0) return null
  return (
    <section>
      <h3 className={classes.title}>{t('What the platform showed afterwards')}</h3>
      <FieldList
        names={names}
        value={(field) => (
          <>
            <span className={classes.text}>{value_text(field, shown[field] ?? null, { currency, reporting })}</span>
            {field in after && after[field] !== shown[field] && (
              <span className={classes.differs}> {t('differs from what was approved')}</span>
            )}
          </>
        )}
      />
    </section>
  )
}

/** Names and ids of things that earlier steps made before a later one was refused. */
function LeftBehind({ left_behind }: { left_behind: unknown }) {
  const things = Array.isArray(left_behind) ? left_behind : []
  if (things.length === 0) return null
  return (
    <Notice kind="warning" title={t('Left behind at the platform')}>
      <ul className={classes.list}>
        {things.map((thing) => (
          <li key={JSON.stringify(thing)}>{words_of(thing)}</li>
        ))}
      </ul>
    </Notice>
  )
}

const words_of = (thing: unknown): string =>
  thing !== null && typeof thing === 'object' ? Object.values(thing).filter(Boolean).join(' · ') : String(thing)
