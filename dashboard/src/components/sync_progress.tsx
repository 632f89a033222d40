// How far the sync of a connection is: what is read, from which month on it is stored, and the share that is done.
import type { SyncState } from '../api/connections.ts'
import { t } from '../lib/language.ts'
import { month_text } from '../lib/moments.ts'
import { stream_name } from './streams.ts'
import classes from './sync_progress.module.css'

export function SyncProgress({
  of: { sync_state, progress, stream, rows, stored_from },
  name,
}: {
  of: SyncState
  name: string
}) {
  if (sync_state === 'idle') return null
  if (sync_state === 'queued')
    return (
      <p className={classes.line} role="status">
        {t('Waiting for a free worker')}
      </p>
    )
  const percent = Math.round((progress ?? 0) * 100)
  const what = [stream && stream_name(stream), stored_from && t('back to {month}', { month: month_text(stored_from) })]
  const text = [what.filter(Boolean).join(', ') || t('Reading'), `${percent} %`].join(' · ')
  return (
    <div>
      <div className={classes.line}>
        <span>{text}</span>
        {rows !== null && (
          <span className={classes.rows}>{t('{count, plural, one {# row} other {# rows}}', { count: rows })}</span>
        )}
      </div>
      <progress className={classes.bar} max={100} value={percent} aria-label={t('Sync of {name}', { name })} />
    </div>
  )
}
