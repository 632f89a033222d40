// Stores how attempts ended: many of them in one transaction, because hundreds end in a second.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/pool.ts'
import type { Attempt } from '#engine/outbound_webhooks/attempt.ts'
import type { Due } from '#engine/outbound_webhooks/claim.ts'
import { retry_at } from '#engine/outbound_webhooks/retries.ts'

/** A webhook without a success for this time is switched off. */
export const FAILING_MAX_MS = 5 * 24 * 3_600_000

const GONE = 410

const is_success = ({ status_code }: Pick<Attempt, 'status_code'>): boolean =>
  status_code !== null && status_code >= 200 && status_code < 300

/** A webhook to switch off. */
export interface Failed {
  org_id: string
  webhook_id: string
  reason: 'gone' | 'failing'
}

/** `db` is a transaction of the system. Returns the webhooks that are to be switched off. */
export async function record_attempts(db: Database, attempts: readonly Attempt[], now: Date): Promise<Failed[]> {
  const kept = await end_deliveries(db, attempts, now)
  if (kept.length === 0) return []
  await store_attempts(db, kept)
  const failing = await update_health(db, kept, now)
  const closed = kept.filter(({ status_code }) => status_code === GONE)
  return [
    ...closed.map(({ due: { org_id, webhook_id } }) => ({ org_id, webhook_id, reason: 'gone' as const })),
    ...failing.map((place) => ({ ...place, reason: 'failing' as const })),
  ]
}

const keys_of = ({ org_id, event_id, webhook_id, next_at }: Due) => ({ org_id, event_id, webhook_id, leased: next_at })

const IS_MINE = sql`d.state = 'waiting' and d.is_leased and d.next_at = r.leased`

/**
 * A delivery that another process has taken meanwhile, because the lease ended, belongs to that process. Returns the attempts whose
 * delivery exists. Its lock keeps it: a webhook that is being deleted waits.
 */
async function end_deliveries(db: Database, attempts: readonly Attempt[], now: Date): Promise<Attempt[]> {
  const ended = attempts.map((attempt) => {
    const retry = is_success(attempt) ? undefined : retry_at(attempt.due.attempts + 1, now)
    const state = is_success(attempt) ? 'delivered' : retry ? 'waiting' : 'failed'
    return { ...keys_of(attempt.due), state, next_at: retry?.toISOString() ?? null }
  })
  const { rows } = await sql<Pick<Due, 'event_id' | 'webhook_id'>>`
    update webhook_deliveries d
    set state = case when ${IS_MINE} then r.state else d.state end, next_at = case when ${IS_MINE} then r.next_at else d.next_at end,
      is_leased = d.is_leased and not (${IS_MINE}), attempts = d.attempts + (${IS_MINE})::int
    from json_to_recordset(${JSON.stringify(ended)}::json) as r (org_id uuid, event_id uuid, webhook_id uuid, leased timestamptz,
      state text, next_at timestamptz)
    where d.org_id = r.org_id and d.event_id = r.event_id and d.webhook_id = r.webhook_id
    returning d.event_id, d.webhook_id`.execute(db)
  const exist = new Set(rows.map(({ event_id, webhook_id }) => `${event_id} ${webhook_id}`))
  return attempts.filter(({ due }) => exist.has(`${due.event_id} ${due.webhook_id}`))
}

async function store_attempts(db: Database, attempts: readonly Attempt[]): Promise<void> {
  const rows = attempts.map(({ due, attempted_at, duration_ms, status_code, error, response }) => ({
    ...keys_of(due),
    attempted_at: attempted_at.toISOString(),
    duration_ms,
    status_code,
    error,
    response,
  }))
  await sql`
    insert into webhook_attempts (org_id, event_id, webhook_id, attempted_at, duration_ms, status_code, error, response)
    select r.* from json_to_recordset(${JSON.stringify(rows)}::json) as r (org_id uuid, event_id uuid, webhook_id uuid,
      attempted_at timestamptz, duration_ms int, status_code int, error text, response text)
    returning 1`.execute(db)
}

interface Streak {
  org_id: string
  webhook_id: string
  has_success: boolean
  /** Failures after the last success of these attempts, or all of them. */
  failures: number
  failing_since: string | null
  is_slow: boolean
}

/** A webhook that works has nothing to update. Returns the webhooks without a success for too long. */
async function update_health(
  db: Database,
  attempts: readonly Attempt[],
  now: Date,
): Promise<{ org_id: string; webhook_id: string }[]> {
  const streaks = [...Map.groupBy(attempts, ({ due }) => due.webhook_id).values()].map(streak_of)
  const { rows: ill } = await sql<{ webhook_id: string }>`
    select h.webhook_id from webhook_health h
    join json_to_recordset(${JSON.stringify(streaks)}::json) as s (org_id uuid, webhook_id uuid)
      on h.org_id = s.org_id and h.webhook_id = s.webhook_id
    where h.failures > 0 or h.is_slow`.execute(db)
  const were_ill = new Set(ill.map(({ webhook_id }) => webhook_id))
  const changed = streaks
    .filter(({ webhook_id, failures, is_slow }) => failures > 0 || is_slow || were_ill.has(webhook_id))
    .toSorted((a, b) => (a.webhook_id < b.webhook_id ? -1 : 1))
  // Two statements: Citus takes nothing in ON CONFLICT that would tell these rows apart.
  const { ends = [], continues = [] } = Object.groupBy(changed, (one) => (one.has_success ? 'ends' : 'continues'))
  const stored = [
    ...(await store_streaks(db, ends, sql`failures = excluded.failures, failing_since = excluded.failing_since`)),
    ...(await store_streaks(
      db,
      continues,
      sql`failures = h.failures + excluded.failures, failing_since = coalesce(h.failing_since, excluded.failing_since)`,
    )),
  ]
  const too_long = new Date(now.getTime() - FAILING_MAX_MS).toISOString()
  return stored.filter(({ failing_since }) => failing_since !== null && failing_since <= too_long)
}

async function store_streaks(db: Database, streaks: readonly Streak[], set: RawBuilder<unknown>) {
  if (streaks.length === 0) return []
  const { rows } = await sql<Pick<Streak, 'org_id' | 'webhook_id' | 'failing_since'>>`
    insert into webhook_health as h (org_id, webhook_id, failures, failing_since, is_slow)
    select s.* from json_to_recordset(${JSON.stringify(streaks)}::json) as s (org_id uuid, webhook_id uuid, failures int,
      failing_since timestamptz, is_slow boolean)
    order by s.webhook_id
    on conflict (org_id, webhook_id) do update set ${set}, is_slow = excluded.is_slow
    returning org_id, webhook_id, failing_since`.execute(db)
  return rows
}

function streak_of(attempts: readonly Attempt[]): Streak {
  const { org_id, webhook_id } = attempts[0]!.due
  const last_success = attempts.findLastIndex(is_success)
  const failed = attempts.slice(last_success + 1)
  return {
    org_id,
    webhook_id,
    has_success: last_success >= 0,
    failures: failed.length,
    failing_since: failed[0]?.attempted_at.toISOString() ?? null,
    is_slow: attempts.at(-1)!.has_hung,
  }
}

/** Returns deliveries whose attempt was interrupted: they are due immediately. */
export async function release(db: Database, given: readonly Due[], now: Date): Promise<void> {
  await sql`
    update webhook_deliveries d set next_at = ${now.toISOString()}::timestamptz, is_leased = false
    from json_to_recordset(${JSON.stringify(given.map(keys_of))}) as r (org_id uuid, event_id uuid, webhook_id uuid, leased timestamptz)
    where d.org_id = r.org_id and d.event_id = r.event_id and d.webhook_id = r.webhook_id and d.is_leased and d.next_at = r.leased`.execute(
    db,
  )
}
