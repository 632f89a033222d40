// Takes due deliveries for a process, a few of each webhook. A lease says until when no other process takes them.
import { sql } from 'kysely'
import { of_all_orgs } from '#db/organization.ts'
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

/** A delivery that may be taken. */
interface Candidate {
  org_id: string
  webhook_id: string
  event_id: string
  next_at: string
  failures: number
  is_slow: boolean
}

/**
 * `db` is a transaction of the system. First comes the oldest delivery of each webhook, then the second oldest. Deliveries that another
 * process is taking are left to it.
 */
export async function claim(db: Database, wanted: Wanted): Promise<Due[]> {
  const chosen = choose(await candidates(db, wanted), wanted)
  const taken: Due[] = []
  for (const [org_id, of_org] of Map.groupBy(chosen, (candidate) => candidate.org_id))
    taken.push(...(await take(db, org_id, of_org, wanted)))
  return taken
}

/** The oldest due deliveries of each webhook, as many as one webhook can get. */
async function candidates(db: Database, { now, only }: Wanted): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select w.org_id, w.webhook_id, coalesce(h.failures, 0) as failures, coalesce(h.is_slow, false) as is_slow, d.event_id, d.next_at::text
    from ${of_all_orgs('webhooks', 'w')}
    join orgs o on o.org_id = w.org_id and o.ended_at is null
    left join ${of_all_orgs('webhook_health', 'h')} on h.org_id = w.org_id and h.webhook_id = w.webhook_id
    cross join lateral (
      select d.event_id, d.next_at from ${of_all_orgs('webhook_deliveries', 'd')}
      where d.org_id = w.org_id and d.webhook_id = w.webhook_id and d.next_at <= ${now.toISOString()}::timestamptz
      order by d.next_at limit ${sql.lit(OF_WEBHOOK_MAX)}) d
    where w.is_active and (${only === undefined}::boolean or w.webhook_id = any (${only ?? []}::uuid[]))`.execute(db)
  return rows
}

/** Those for which webhooks and this process have free places. */
function choose(found: readonly Candidate[], { busy, places }: Wanted): Candidate[] {
  const known = new Map(busy.map((one) => [one.webhook_id, one]))
  const interleaved = [...Map.groupBy(found, ({ webhook_id }) => webhook_id).values()].flatMap((of) => {
    const { webhook_id, failures, is_slow } = of[0]!
    const { requests = 0, is_slow: hangs = false } = known.get(webhook_id) ?? {}
    const most = failures >= PROBE_FROM_FAILURES ? 1 : OF_WEBHOOK_MAX
    const free = of.toSorted(by_age).slice(0, Math.max(0, most - requests))
    return free.map((candidate, round) => ({
      candidate,
      round,
      place: is_slow || hangs ? ('slow' as const) : ('quick' as const),
    }))
  })
  const in_order = interleaved.toSorted((a, b) => a.round - b.round || by_age(a.candidate, b.candidate))
  const { quick = [], slow = [] } = Object.groupBy(in_order, ({ place }) => place)
  return [...quick.slice(0, places.quick), ...slow.slice(0, places.slow)].map(({ candidate }) => candidate)
}

const by_age = (a: Candidate, b: Candidate) => (a.next_at < b.next_at ? -1 : Number(a.next_at > b.next_at))

/** One organization a statement, because Citus skips locked rows only on one worker. */
async function take(
  db: Database,
  org_id: string,
  chosen: readonly Candidate[],
  { now, lease_until }: Wanted,
): Promise<Due[]> {
  const keys = chosen.map(({ event_id, webhook_id, next_at }) => ({ event_id, webhook_id, next_at }))
  const { rows } = await sql<Due>`
    with due as (
      select d.event_id, d.webhook_id from webhook_deliveries d
      join json_to_recordset(${JSON.stringify(keys)}::json) as k (event_id uuid, webhook_id uuid, next_at timestamptz)
        on d.event_id = k.event_id and d.webhook_id = k.webhook_id and d.next_at = k.next_at
      where d.org_id = ${org_id} for update of d skip locked
    )
    update webhook_deliveries d set next_at = ${lease_until.toISOString()}::timestamptz, is_leased = true
    from due, webhooks w, events e
    where d.org_id = ${org_id} and d.event_id = due.event_id and d.webhook_id = due.webhook_id
      and w.org_id = ${org_id} and w.webhook_id = due.webhook_id and e.org_id = ${org_id} and e.event_id = due.event_id
    returning d.org_id, d.webhook_id, d.event_id, d.attempts, d.next_at, w.url, w.secret, e.type, e.data, e.occurred_at,
      case when w.old_secret_until > ${now.toISOString()}::timestamptz then w.old_secret end as old_secret`.execute(db)
  return rows
}
