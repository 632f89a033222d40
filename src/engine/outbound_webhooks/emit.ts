// Writes an event in the transaction of its cause, with a delivery for each webhook that receives its type.
import { sql } from 'kysely'
import { of_org, this_org } from '#db/organization.ts'
import type { Database } from '#db/pool.ts'
import { type EventType, event_types } from '#engine/outbound_webhooks/event_types.ts'

/** Wakes the dispatchers of all processes on commit. */
export const CHANNEL = 'tablero_webhooks'

/** Deliveries of an organization that wait. Beyond, new events get none, and the webhook counts them. A replay delivers them later. */
export const WAITING_MAX = 100_000

/** Most bytes of a body. The event's id, type and time are part of it. */
export const BODY_BYTES_MAX = 20_000
const ENVELOPE_BYTES = 300

export interface Event {
  org_id: string
  type: EventType
  data: Record<string, unknown>
  /** When it happened. */
  at: Date
  /** A second event of the type with this key is not stored. */
  once?: string
}

interface Stored {
  event_id: string
  type: string
  at: string
}

interface Delivery {
  event_id: string
  webhook_id: string
  at: string
}

/**
 * Many events of one transaction, such as the orders of a page, are stored together. `db` is a transaction of their organization. What reads
 * and what writes are statements of their own: for one that does both, a cluster needs all of its workers.
 */
export async function emit_events(db: Database, events: readonly Event[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ type, data, at, once }) => ({
    type,
    data: checked(type, data),
    at: at.toISOString(),
    once: once ?? null,
  }))
  const { rows: stored } = await sql<Stored>`
    insert into events (org_id, event_id, type, data, occurred_at)
    select ${this_org}, coalesce(md5(r.type || '/' || r.once)::uuid, uuid_v7()), r.type, r.data, r.at
    from json_to_recordset(${JSON.stringify(rows)}) as r (type text, data jsonb, at timestamptz, once text)
    on conflict do nothing
    returning event_id, type, occurred_at::text as at`.execute(db)
  const wanted = await deliveries_of(db, stored)
  if (wanted.length === 0) return
  const places = await free_places(db)
  await drop(db, wanted.slice(places))
  await store(db, wanted.slice(0, places))
}

/** A delivery of each event for each webhook that receives its type, oldest events first. */
async function deliveries_of(db: Database, stored: readonly Stored[]): Promise<Delivery[]> {
  if (stored.length === 0) return []
  const types = [...new Set(stored.map(({ type }) => type))]
  const webhooks = await db
    .selectFrom('webhooks')
    .select(['webhook_id', 'events'])
    .where('is_active', '=', true)
    .where(sql<boolean>`events && ${types}::text[]`)
    .orderBy('webhook_id')
    .execute()
  return stored
    .toSorted((one, other) => (one.event_id < other.event_id ? -1 : 1))
    .flatMap(({ event_id, type, at }) =>
      webhooks.flatMap(({ webhook_id, events: of }) => (of.includes(type) ? { event_id, webhook_id, at } : [])),
    )
}

async function free_places(db: Database): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from (
      select from ${of_org('webhook_deliveries', 'd')} where d.next_at is not null limit ${WAITING_MAX}) w`.execute(db)
  return WAITING_MAX - rows[0]!.waiting
}

/** Counts, for each webhook, what found no place. */
async function drop(db: Database, dropped: readonly Delivery[]): Promise<void> {
  if (dropped.length === 0) return
  const counts = [...Map.groupBy(dropped, ({ webhook_id }) => webhook_id)].map(([webhook_id, of]) => ({
    webhook_id,
    dropped: of.length,
  }))
  await sql`
    insert into webhook_health as h (org_id, webhook_id, dropped)
    select ${this_org}, r.webhook_id, r.dropped
    from json_to_recordset(${JSON.stringify(counts)}) as r (webhook_id uuid, dropped bigint) order by r.webhook_id
    on conflict (org_id, webhook_id) do update set dropped = h.dropped + excluded.dropped`.execute(db)
}

async function store(db: Database, deliveries: readonly Delivery[]): Promise<void> {
  if (deliveries.length === 0) return
  await sql`
    insert into webhook_deliveries (org_id, event_id, webhook_id, next_at, created_at)
    select ${this_org}, r.event_id, r.webhook_id, r.at, r.at
    from json_to_recordset(${JSON.stringify(deliveries)}) as r (event_id uuid, webhook_id uuid, at timestamptz)
    returning webhook_id`.execute(db)
  // A worker of a cluster would run a notification in the statement above, and nobody listens there.
  const woken = [...new Set(deliveries.map(({ webhook_id }) => webhook_id))]
  await sql`select pg_notify(${CHANNEL}, webhook_id) from unnest(${woken}::text[]) webhook_id`.execute(db)
}

export const emit_event = (db: Database, event: Event): Promise<void> => emit_events(db, [event])

/** An event that does not have its published form is an error of the code that emits it. */
function checked(type: EventType, data: Record<string, unknown>): Record<string, unknown> {
  const read = event_types[type].data.parse(data)
  const bytes = Buffer.byteLength(JSON.stringify(read))
  if (bytes > BODY_BYTES_MAX - ENVELOPE_BYTES) throw new RangeError(`${type} has ${bytes} bytes, which is too much`)
  return read
}
