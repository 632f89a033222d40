// The streams of a connection with the days that are stored, and its last syncs.
import { stream_name } from '../../components/streams.ts'
import { t } from '../../lib/language.ts'
import { day_text, moment_text } from '../../lib/moments.ts'
import { use_org } from '../../shell/org.ts'
import cards from './cards.module.css'
import classes from './details.module.css'
import type { Details } from './rows.ts'
import { run_state, run_trigger, stream_state } from './words.ts'

type Stream = Details['streams'][number]
type Run = Details['runs'][number]

/** Calendar days have no time zone. */
const day = (of: string) => day_text(of, 'UTC')

function days_of({ covered_from, covered_until }: Stream): string {
  if (covered_until === null) return t('No whole day yet')
  if (covered_from === null) return t('Everything until {day}', { day: day(covered_until) })
  return t('{from} to {until}', { from: day(covered_from), until: day(covered_until) })
}

/** Older days that are still to come, and when all of them should be there. */
function older_days({ history_left, history_expected_at }: Stream, time_zone: string) {
  if (!history_left) return false
  if (history_expected_at === null) return t('older days are still being read')
  return t('older days are still being read, until about {moment}', {
    moment: moment_text(history_expected_at, time_zone),
  })
}

export function Streams({ streams }: { streams: Stream[] }) {
  const { time_zone } = use_org()
  return (
    <ul className={classes.list}>
      {streams.map((stream) => (
        <li key={stream.stream} data-state={stream.state}>
          <div className={classes.line}>
            <span className={classes.what}>{stream_name(stream.stream)}</span>
            <span className={classes.days}>{days_of(stream)}</span>
          </div>
          <p className={cards.quiet}>
            {[
              stream.state !== 'ok' && stream_state(stream.state),
              stream.accounts > 1 && t('{count} accounts', { count: stream.accounts }),
              older_days(stream, time_zone),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {stream.reason && <p className={cards.notice}>{stream.reason}</p>}
        </li>
      ))}
    </ul>
  )
}

export function Runs({ runs }: { runs: Run[] }) {
  const { time_zone } = use_org()
  return (
    <ul className={classes.list}>
      {runs.map(({ run_id, state, trigger, started_at, rows, restatements, error, unreadable }) => (
        <li key={run_id}>
          <div className={classes.line}>
            <span className={classes.what}>
              {started_at ? moment_text(started_at, time_zone) : t('Not started yet')}
            </span>
            <span className={classes.days}>{run_state(state)}</span>
          </div>
          <p className={cards.quiet}>
            {[
              run_trigger(trigger),
              t('{count, plural, one {# row} other {# rows}}', { count: rows }),
              restatements > 0 &&
                t('{count, plural, one {# changed figure} other {# changed figures}} of past days', {
                  count: restatements,
                }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {[error, ...unreadable].filter(Boolean).map((sentence) => (
            <p key={sentence} className={cards.notice}>
              {sentence}
            </p>
          ))}
        </li>
      ))}
    </ul>
  )
}
