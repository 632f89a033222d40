// The health of a connection.
import type { Health } from '../../../src/domain/health.ts'
import { health_text } from '../lib/trust_words.ts'
import { type Level, LevelBadge } from './level_badge.tsx'

const levels: Record<Health, Level> = {
  ok: 'good',
  suspect: 'warning',
  empty_sync: 'warning',
  stale: 'warning',
  error: 'bad',
  needs_reconnection: 'bad',
  never_synced: 'warning',
}

export const HealthBadge = ({ health }: { health: Health }) => (
  <LevelBadge level={levels[health]} text={health_text(health)} />
)
