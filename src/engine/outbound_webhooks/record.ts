// Stores how attempts ended: many of them in one transaction, because hundreds end in a second.
import { sql } from 'kysely'
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
  await end_deliveries(db, attempts, now)
  await store_attempts(db, attempts)
  const failing = await update_health(db, attempts, now)
  const gone = attempts.filter(({ status_code }) => status_code === GONE)
  return [
    ...gone.map(({ due: { org_id, webhook_id } }) => ({ org_id, webhook_id, reason: 'gone' as const })),
    ...failing.map((place) => ({ ...place, reason: 'failing' as const })),
  ]
}

const keys_of = ({ org_id, event_id, webhook_id, next_at }: Due) => ({ org_id, event_id, webhook_id, leased: next_at })

/** A delivery that another process has taken meanwhile, because the lease ended, belongs to that process. */
async function end_deliveries(db: Database, attempts: readonly Attempt[], now: Date): Promise<void> {
  const rows = attempts.map((attempt) => {
    const retry = is_success(attempt) ? undefined : retry_at(attempt.due.attempts + 1, now)
    const state = is_success(attempt) ? 'delivered' : retry ? 'waiting' : 'failed'
    return { ...keys_of(attempt.due), state, next_at: retry?.toISOString() ?? null }
  })
  await sql`
    update webhook_deliveries d
    set state = r.state, next_at = r.next_at, is_leased = false, attempts = d.attempts + 1
    from json_to_recordset(${JSON.stringify(rows)}) as r (org_id uuid, event_id uuid, webhook_id uuid, leased timestamptz,
      state text, next_at timestamptz)
    where d.org_id = r.org_id and d.event_id = r.event_id and d.webhook_id = r.webhook_id
      and d.state = 'waiting' and d.is_leased and d.next_at = r.leased`.execute(db)
}

/** The locks keep deliveries whose webhook is being deleted out, or delay the deletion. */
async function store_attempts(db: Database, attempts: readonly Attempt[]): Promise<void> {
  const rows = attempts.map(({ due, attempted_at, duration_ms, status_code, error, response }) => ({
    ...keys_of(due),
    attempted_at: attempted_at.toISOString(),
    ...{ duration_ms, status_code, error, response },
  }))
  await sql`
    with kept as (
      select d.org_id, d.event_id, d.webhook_id from webhook_deliveries d
      join json_to_recordset(${JSON.stringify(rows)}) as k (org_id uuid, event_id uuid, webhook_id uuid)
        on d.org_id = k.org_id and d.event_id = k.event_id and d.webhook_id = k.webhook_id
      for key share of d
    )
    insert into webhook_attempts (org_id, event_id, webhook_id, attempted_at, duration_ms, status_code, error, response)
    select r.* from json_to_recordset(${JSON.stringify(rows)}) as r (org_id uuid, event_id uuid, webhook_id uuid, attempted_at timestamptz,
      duration_ms int, status_code int, error text, response text)
    where (r.org_id, r.event_id, r.webhook_id) in (select org_id, event_id, webhook_id from kept)
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
  const places = streaks.toSorted((a, b) => (a.webhook_id < b.webhook_id ? -1 : 1))
  const too_long = new Date(now.getTime() - FAILING_MAX_MS).toISOString()
  const { rows } = await sql<{ org_id: string; webhook_id: string; is_too_long: boolean | null }>`
    with s as (
      select * from json_to_recordset(${JSON.stringify(places)}) as s (org_id uuid, webhook_id uuid, has_success boolean, failures int,
        failing_since timestamptz, is_slow boolean)
    ), known as (
      select s.* from s join webhooks w on w.org_id = s.org_id and w.webhook_id = s.webhook_id
      left join webhook_health h on h.org_id = s.org_id and h.webhook_id = s.webhook_id
      where s.failures > 0 or s.is_slow or h.failures > 0 or h.is_slow
      order by s.webhook_id for key share of w
    )
    insert into webhook_health as h (org_id, webhook_id, failures, failing_since, is_slow)
    select org_id, webhook_id, failures, failing_since, is_slow from known
    on conflict (org_id, webhook_id) do update set
      failures = excluded.failures + case when ${has_success} then 0 else h.failures end,
      failing_since = case when ${has_success} then excluded.failing_since else coalesce(h.failing_since, excluded.failing_since) end,
      is_slow = excluded.is_slow
    returning org_id, webhook_id, failing_since <= ${too_long}::timestamptz as is_too_long`.execute(db)
  return rows.filter(({ is_too_long }) => is_too_long)
}

const has_success = sql`(select s.has_success from s where s.webhook_id = excluded.webhook_id)`

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
