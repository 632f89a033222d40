// The health of a connection, by a shape, a color and words.
import type { Health } from '../../../src/domain/health.ts'
import { health_text } from '../lib/trust_words.ts'
import classes from './health_badge.module.css'

const levels: Record<Health, 'good' | 'warning' | 'bad'> = {
  ok: 'good',
  suspect: 'warning',
  empty_sync: 'warning',
  stale: 'warning',
  error: 'bad',
  needs_reconnection: 'bad',
  never_synced: 'warning',
}

export const HealthBadge = ({ health }: { health: Health }) => (
  <span className={classes.badge} data-level={levels[health]}>
    <svg aria-hidden="true" width="8" height="8" viewBox="0 0 8 8">
      {levels[health] === 'good' && <circle cx="4" cy="4" r="4" />}
      {levels[health] === 'warning' && <path d="M4 0l4 8H0z" />}
      {levels[health] === 'bad' && <path d="M0 0h8v8H0z" />}
    </svg>
    {health_text(health)}
  </span>
)
