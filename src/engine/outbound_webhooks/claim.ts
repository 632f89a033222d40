// Takes due deliveries for a process, a few of each webhook. A lease says until when no other process takes them.
import { sql } from 'kysely'
import type { Database } from '#db/pool.ts'

/** Requests of a process to one webhook. */
const OF_WEBHOOK_MAX = 4
/** From this number of consecutive failures on, one request at a time probes whether the webhook works again. */
const PROBE_FROM_FAILURES = 3

export interface Due {
  org_id: string
  webhook_id: string
  event_id: string
  url: string
  secret: Buffer
  /** The secret before a rotation, while it still signs. */
  old_secret: Buffer | null
  type: string
  data: unknown
  occurred_at: string
  /** Attempts that have ended. */
  attempts: number
  /** The end of the lease. It also identifies the lease. */
  next_at: string
}

export interface Busy {
  webhook_id: string
  requests: number
  /** A request of it has waited long for its answer. */
  is_slow: boolean
}

export interface Wanted {
  now: Date
  lease_until: Date
  /** Only deliveries to these webhooks. Default: to all. */
  only?: readonly string[]
  /** Webhooks with requests of this process. */
  busy: readonly Busy[]
  /** Free places, for webhooks that answer in time and for those that do not. */
  places: { quick: number; slow: number }
}

/** `db` is a transaction of the system. First comes the oldest delivery of each webhook, then the second oldest. */
export async function claim(db: Database, { now, lease_until, only, busy, places }: Wanted): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with busy as (
      select * from json_to_recordset(${JSON.stringify(busy)}) as b (webhook_id uuid, requests int, is_slow boolean)
    ), receiver as (
      select w.org_id, w.webhook_id, coalesce(h.is_slow, false) or coalesce(b.is_slow, false) as is_slow,
        case when h.failures >= ${sql.lit(PROBE_FROM_FAILURES)} then 1 else ${sql.lit(OF_WEBHOOK_MAX)} end - coalesce(b.requests, 0) as free
      from webhooks w
      join orgs o on o.org_id = w.org_id and o.ended_at is null
      left join webhook_health h on h.org_id = w.org_id and h.webhook_id = w.webhook_id
      left join busy b on b.webhook_id = w.webhook_id
      where w.is_active and (${only === undefined}::boolean or w.webhook_id = any (${only ?? []}::uuid[]))
    ), due as (
      select d.org_id, d.event_id, d.webhook_id, r.is_slow,
        row_number() over (partition by r.is_slow order by d.place, d.next_at) as place
      from receiver r cross join lateral (
        select n.*, row_number() over (order by n.next_at) as place from (
          select d.org_id, d.event_id, d.webhook_id, d.next_at from webhook_deliveries d
          where d.org_id = r.org_id and d.webhook_id = r.webhook_id and d.next_at <= ${now.toISOString()}::timestamptz
          order by d.next_at limit greatest(r.free, 0) for update skip locked) n) d
    )
    update webhook_deliveries d set next_at = ${lease_until.toISOString()}::timestamptz, is_leased = true
    from due, webhooks w, events e
    where due.place <= case when due.is_slow then ${places.slow}::int else ${places.quick}::int end
      and d.org_id = due.org_id and d.event_id = due.event_id and d.webhook_id = due.webhook_id
      and w.org_id = due.org_id and w.webhook_id = due.webhook_id and e.org_id = due.org_id and e.event_id = due.event_id
    returning d.org_id, d.webhook_id, d.event_id, d.attempts, d.next_at, w.url, w.secret, e.type, e.data, e.occurred_at,
      case when w.old_secret_until > ${now.toISOString()}::timestamptz then w.old_secret end as old_secret`.execute(db)
  return rows
}
