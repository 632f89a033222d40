// The stored announcements. All that arrive while a transaction of their organization runs share the next one, so that a flood needs few.
import { type RawBuilder, sql } from 'kysely'
import { in_org } from '#db/org.ts'
import { of_org, this_org } from '#db/organization.ts'
import type { Database } from '#db/pool.ts'
import type { Person, What } from '#engine/connector/webhook.ts'
import { enqueue_on, type OrgJob } from '#engine/job.ts'
import type { ConnectionPlace } from '#engine/vendors/secrets.ts'
import type { WebhookParts } from '#engine/webhooks/parts.ts'

/** Hints of a connection that wait to be read. Anybody can send hints, so more of them are dropped, and a sweep finds what they named. */
export const HINTS_WAITING_MAX = 1_000

/** A delivery to store. Without `what`, it is only counted. */
export interface Arrived extends ConnectionPlace {
  event_key: string
  what: What | undefined
  is_hint: boolean
  /** The same key is a new event when the one before was read. */
  may_come_again: boolean
  is_late: boolean
  received_at: string
}

interface Waiting {
  one: Arrived
  stored: PromiseWithResolvers<void>
}

export class Inbox {
  readonly #parts: WebhookParts
  readonly #waiting = new Map<string, Waiting[]>()

  constructor(parts: WebhookParts) {
    this.#parts = parts
  }

  /** Resolves when the delivery is committed. */
  store(one: Arrived): Promise<void> {
    const stored = Promise.withResolvers<void>()
    const waiting = this.#waiting.get(one.org_id)
    if (waiting) waiting.push({ one, stored })
    else {
      this.#waiting.set(one.org_id, [{ one, stored }])
      void this.#write(one.org_id)
    }
    return stored.promise
  }

  async #write(org_id: string): Promise<void> {
    for (let batch = this.#take(org_id); batch.length > 0; batch = this.#take(org_id)) {
      const arrived = batch.map(({ one }) => one)
      const failed = await store(this.#parts, org_id, arrived).then(
        () => undefined,
        (error: unknown) => ({ error }),
      )
      for (const { stored } of batch) if (failed) stored.reject(failed.error)
      for (const { stored } of batch) stored.resolve()
    }
    this.#waiting.delete(org_id)
  }

  #take(org_id: string): Waiting[] {
    return this.#waiting.get(org_id)?.splice(0) ?? []
  }
}

const store = ({ pool, jobs, clock }: WebhookParts, org_id: string, arrived: readonly Arrived[]) =>
  in_org(pool.worker, { org_id }, async (db) => {
    const enqueue = enqueue_on(db, jobs)
    // One order of rows for all transactions, so that two of them never wait for each other.
    const by_connection = [...Map.groupBy(arrived, ({ connection_id }) => connection_id)].toSorted(([a], [b]) =>
      a < b ? -1 : 1,
    )
    for (const [connection_id, all] of by_connection) {
      const found = await look(db, connection_id, clock.now())
      if (!found) continue
      const { is_new, dropped } = await insert(db, connection_id, all)
      const late = all.filter(({ is_late }) => is_late).length
      await count(db, connection_id, {
        received: all.length,
        duplicates: all.filter(({ what }) => what).length - is_new - dropped,
        late,
        dropped,
        last_received_at: all.at(-1)!.received_at,
        // Nothing registers hints. The first one shows that they come.
        registered_at: all.find(({ is_hint }) => is_hint)?.received_at,
      })
      // A job that waits or works takes all that waits. A second one would replace it, and end its attempts.
      if (is_new > 0 && !found.has_job) await enqueue(jobs.work_webhooks as OrgJob, { connection_id })
    }
  })

/** Undefined: the connection was deleted while an announcement of it arrived. */
function look(db: Database, connection_id: string, now: Date): Promise<{ has_job: boolean } | undefined> {
  const working = new Date(now.getTime() - ROUND_MS).toISOString()
  return db
    .selectFrom('connections')
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('webhook_inbox')
            .select('event_key')
            .where('connection_id', '=', connection_id)
            .where('done_at', 'is', null)
            .where((of) => of.or([of('taken_at', 'is', null), of('taken_at', '>', working)])),
        )
        .$castTo<boolean>()
        .as('has_job'),
    )
    .where('connection_id', '=', connection_id)
    .forKeyShare('connections')
    .executeTakeFirst()
}

/**
 * Stores what is new. The same event counts once. A body that may come again starts again when a job reads or has read what it names,
 * because that read may be older than the change.
 */
async function insert(db: Database, connection_id: string, all: readonly Arrived[]) {
  const once = [...new Map(all.filter(({ what }) => what).map((one) => [one.event_key, one])).values()]
  const dropped = once.some(({ is_hint }) => is_hint) ? await above_bound(db, connection_id, once.length) : 0
  const rows = once
    .slice(0, once.length - dropped)
    .map(({ what, event_key, is_hint, may_come_again, received_at }) => ({
      event_key,
      is_hint,
      received_at,
      may_come_again,
      kind: what!.kind,
      stream: what!.kind === 'changed' ? what!.stream : null,
      ids: ids_of(what!),
      person: 'person' in what! ? what!.person : {},
    }))
  if (rows.length === 0) return { is_new: 0, dropped }
  // Two statements: Citus takes no parameter in ON CONFLICT that would tell these rows apart.
  const [again, others] = [
    rows.filter(({ may_come_again }) => may_come_again),
    rows.filter((row) => !row.may_come_again),
  ]
  const is_new =
    (await store_rows(db, connection_id, again, AGAIN)) + (await store_rows(db, connection_id, others, sql`do nothing`))
  return { is_new, dropped }
}

/** An event that was worked on, or is being worked on, is due again. */
const AGAIN = sql`do update set received_at = excluded.received_at, taken_at = null, done_at = null
  where i.taken_at is not null or i.done_at is not null`

async function store_rows(db: Database, connection_id: string, rows: object[], on_conflict: RawBuilder<unknown>) {
  if (rows.length === 0) return 0
  const { rows: stored } = await sql`
    insert into webhook_inbox as i (org_id, connection_id, event_key, kind, stream, ids, person, is_hint, received_at)
    select ${this_org}::uuid, ${connection_id}::uuid, r.event_key, r.kind, r.stream,
      array(select json_array_elements_text(r.ids)), r.person, r.is_hint, r.received_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (event_key text, kind text, stream text, ids json, person jsonb,
      is_hint boolean, received_at timestamptz)
    order by r.event_key
    on conflict (org_id, connection_id, event_key) ${on_conflict}
    returning 1`.execute(db)
  return stored.length
}

function ids_of(what: What): string[] {
  if (what.kind === 'changed') return what.ids
  return 'orders' in what ? what.orders : []
}

/** The number of these hints for which there is no place. */
async function above_bound(db: Database, connection_id: string, hints: number): Promise<number> {
  const { waiting } = await db
    .selectFrom('webhook_inbox')
    .select(({ fn }) => fn.countAll<bigint>().as('waiting'))
    .where('connection_id', '=', connection_id)
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Math.min(hints, Math.max(0, Number(waiting) + hints - HINTS_WAITING_MAX))
}

interface Counts {
  received?: number
  duplicates?: number
  forged?: number
  late?: number
  dropped?: number
  last_received_at?: string
  registered_at?: string
}

/** Adds to the counts of a connection. `db` is a transaction of its organization. */
export async function count(db: Database, connection_id: string, counts: Counts): Promise<void> {
  const { received = 0, duplicates = 0, forged = 0, late = 0, dropped = 0 } = counts
  const { last_received_at = null, registered_at = null } = counts
  await sql`
    insert into webhook_states as s (org_id, connection_id, received, duplicates, forged, late, dropped, last_received_at, registered_at)
    values (${this_org}, ${connection_id}::uuid, ${received}, ${duplicates}, ${forged}, ${late}, ${dropped}, ${last_received_at}::timestamptz,
      ${registered_at}::timestamptz)
    on conflict (org_id, connection_id) do update set
      received = s.received + excluded.received, duplicates = s.duplicates + excluded.duplicates,
      forged = s.forged + excluded.forged, late = s.late + excluded.late, dropped = s.dropped + excluded.dropped,
      last_received_at = coalesce(excluded.last_received_at, s.last_received_at),
      registered_at = coalesce(s.registered_at, excluded.registered_at)`.execute(db)
}

export interface Taken {
  event_key: string
  kind: What['kind']
  stream: string | null
  ids: string[]
  person: Person
  is_hint: boolean
  received_at: string
}

/** Announcements of one round of work. */
const TAKEN_MAX = 500
/** After this time without an end, the work of a killed process starts again. */
const LEASE_MS = 5 * 60_000

/** A round takes less time. A job that took longer was probably killed. */
const ROUND_MS = 60_000

/** Whether another job has taken announcements and is still at work on them. */
export async function is_worked_on(db: Database, connection_id: string, now: Date): Promise<boolean> {
  const taken = await db
    .selectFrom('webhook_inbox')
    .select('event_key')
    .where('connection_id', '=', connection_id)
    .where('done_at', 'is', null)
    .where('taken_at', '>', new Date(now.getTime() - ROUND_MS).toISOString())
    .limit(1)
    .executeTakeFirst()
  return taken !== undefined
}

/** Takes what waits, oldest first. A second job takes nothing of it until the lease ends. */
export async function take(db: Database, connection_id: string, now: Date): Promise<Taken[]> {
  const lease = new Date(now.getTime() - LEASE_MS).toISOString()
  // As an array, because a subquery can run again for each row of the update, and would then take more than its limit.
  const { rows } = await sql<Taken>`
    update webhook_inbox i set taken_at = ${now.toISOString()}::timestamptz
    where i.org_id = ${this_org} and i.connection_id = ${connection_id} and i.event_key = any(array(
      select w.event_key from ${of_org('webhook_inbox', 'w')}
      where w.connection_id = ${connection_id} and w.done_at is null and (w.taken_at is null or w.taken_at < ${lease}::timestamptz)
      order by w.received_at limit ${sql.lit(TAKEN_MAX)} for update skip locked))
    returning i.event_key, i.kind, i.stream, i.ids, i.person, i.is_hint, i.received_at`.execute(db)
  return rows
}

/** Ends the work on them, except on those that were announced again meanwhile. */
export async function finish(
  db: Database,
  connection_id: string,
  keys: readonly string[],
  { taken_at, now }: { taken_at: Date; now: Date },
): Promise<void> {
  await db
    .updateTable('webhook_inbox')
    .set({ done_at: now.toISOString(), person: '{}' })
    .where('connection_id', '=', connection_id)
    .where('event_key', '=', sql<string>`any(${keys}::text[])`)
    .where('taken_at', '=', taken_at.toISOString())
    .execute()
}

/** Gives them back to the next job. */
export async function release(db: Database, connection_id: string, keys: readonly string[]): Promise<void> {
  await db
    .updateTable('webhook_inbox')
    .set({ taken_at: null })
    .where('connection_id', '=', connection_id)
    .where('event_key', '=', sql<string>`any(${keys}::text[])`)
    .where('done_at', 'is', null)
    .execute()
}

/** Whether anything waits for a job. */
export async function has_waiting(db: Database, connection_id: string): Promise<boolean> {
  const found = await db
    .selectFrom('webhook_inbox')
    .select('event_key')
    .where('connection_id', '=', connection_id)
    .where('done_at', 'is', null)
    .where('taken_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
