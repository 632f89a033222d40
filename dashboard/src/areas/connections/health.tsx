// Whether the figures of a connection can be trusted, as a word with a mark of its own shape.
import { Icon } from '../../components/icons.tsx'
import { t } from '../../lib/language.ts'
import classes from './health.module.css'
import type { Health } from './rows.ts'

const marks = {
  ok: 'check',
  suspect: 'info',
  empty_sync: 'info',
  stale: 'info',
  error: 'warning',
  needs_reconnection: 'warning',
  never_synced: 'info',
} as const

const health_name = (health: Health): string =>
  ({
    ok: t('Up to date'),
    suspect: t('May be incomplete'),
    empty_sync: t('Brings no data'),
    stale: t('Not up to date'),
    error: t('Last sync failed'),
    needs_reconnection: t('Connect again'),
    never_synced: t('Not read yet'),
  })[health]

export function HealthBadge({ health }: { health: Health }) {
  return (
    <span className={classes.health} data-health={health}>
      <Icon name={marks[health]} size={14} />
      {health_name(health)}
    </span>
  )
}
