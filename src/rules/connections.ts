// What Tablero knows of itself: connections that bring no figures, totals that do not agree, and webhooks that nobody receives.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { health_of } from '#domain/health.ts'
import { HOUR_MS } from '#lib/durations.ts'
import { message, quoted } from '#messages/message.ts'
import type { Call, Finding, Rule } from './rule.ts'

/** A new connection is read for the first time in these hours. */
const FIRST_HOURS = 24

export const sick_connection: Rule = {
  about: 'A connection whose figures cannot be trusted.',
  module: 'conexiones',
  async find({ context: { db, now, connectors } }) {
    const rows = await db
      .selectFrom('connections')
      .select(['connection_id', 'platform', 'name', 'needs_reconnection', 'created_at'])
      .select(['last_sync_at', 'last_rows_at', 'last_error_at'])
      .where('status', '=', 'active')
      .orderBy('connection_id')
      .execute()
    return rows.flatMap((row): Finding[] => {
      const { connection_id, platform, name, created_at, last_sync_at } = row
      const health = health_of(row, now, connectors[platform]?.empty_after_days)
      const is_new = now.getTime() - Date.parse(created_at) < FIRST_HOURS * HOUR_MS
      if (health === 'ok' || health === 'suspect' || (health === 'never_synced' && is_new)) return []
      const call: Call =
        health === 'needs_reconnection'
          ? { tool: 'propose_connect_platform', input: { platform } }
          : { tool: 'trigger_sync', input: { platform } }
      return [
        {
          subject: connection_id,
          name,
          connection_id,
          platform,
          severity: health === 'needs_reconnection' ? 'critical' : 'warning',
          title: message('rule.sick_connection.title', { name: quoted(name) }),
          text: message(`health.${health}`),
          evidence: { health, last_sync: last_sync_at },
          call,
        },
      ]
    })
  },
}

/** Days of which a total that does not agree still matters. */
const DRIFT_DAYS = 30

interface Drift {
  connection_id: string
  platform: string
  name: string
  stream: string
  days: bigint
  first: string
  last: string
}

export const drift: Rule = {
  about: 'Stored rows that add up to another sum than the platform’s own total, also after they were read again.',
  module: 'conexiones',
  async find({ context: { db, today } }) {
    const { rows } = await sql<Drift>`
      select l.connection_id, c.platform, c.name, l.stream, count(distinct l.date) as days, min(l.date)::text as first, max(l.date)::text as last
      from ${of_org('ledger', 'l')} join ${of_org('connections', 'c')} on c.connection_id = l.connection_id
      where l.verdict = 'drift' and l.read_again_at is not null and c.status = 'active'
        and l.date >= ${today}::date - ${DRIFT_DAYS}::int
      group by 1, 2, 3, 4 order by 1, 4`.execute(db)
    return rows.map(
      ({ connection_id, platform, name, stream, days, first, last }): Finding => ({
        subject: `${connection_id}/${stream}`,
        name,
        connection_id,
        platform,
        severity: 'warning',
        title: message('rule.drift.title', { name: quoted(name) }),
        text: message('rule.drift.text', { count: Number(days), from: first, to: last }),
        evidence: { stream, days: Number(days), from: first, to: last },
        call: { tool: 'list_connections_detail', input: {} },
      }),
    )
  },
}

/** Hours of failures after which somebody should look. */
const FAILING_HOURS = 24

interface Dead {
  webhook_id: string
  name: string | null
  url: string
  failing_since: string | null
  off_reason: string | null
}

export const dead_webhook: Rule = {
  about: 'A webhook whose address has not received anything for a day, or that Tablero switched off for this reason.',
  module: 'conexiones',
  async find({ context: { db, now } }) {
    const since = new Date(now.getTime() - FAILING_HOURS * HOUR_MS).toISOString()
    const { rows } = await sql<Dead>`
      select w.webhook_id, w.name, w.url, h.failing_since, h.off_reason
      from ${of_org('webhooks', 'w')} join ${of_org('webhook_health', 'h')} on h.webhook_id = w.webhook_id
      where (w.is_active and h.failing_since < ${since}::timestamptz) or (not w.is_active and h.off_reason is not null)
      order by w.webhook_id`.execute(db)
    return rows.map(({ webhook_id, name, url, failing_since, off_reason }): Finding => {
      const shown = name ?? new URL(url).host
      return {
        subject: webhook_id,
        name: shown,
        severity: 'warning',
        title: message('rule.dead_webhook.title', { name: quoted(shown) }),
        text: off_reason === null ? message('rule.dead_webhook.failing') : message('rule.dead_webhook.off'),
        evidence: { failing_since, off_reason },
        call: { tool: 'list_webhook_deliveries', input: { webhook_id } },
      }
    })
  },
}
