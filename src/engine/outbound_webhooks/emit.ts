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
const BODY_BYTES_MAX = 20_000
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

/** Many events of one transaction, such as the orders of a page, are one statement. `db` is a transaction of their organization. */
export async function emit_events(db: Database, events: readonly Event[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ type, data, at, once }) => ({
    type,
    data: checked(type, data),
    at: at.toISOString(),
    once: once ?? null,
  }))
  const { rows: woken } = await sql<{ webhook_id: string }>`
    with e as (
      insert into events (org_id, event_id, type, data, occurred_at)
      select ${this_org}, coalesce(md5(r.type || '/' || r.once)::uuid, uuid_v7()), r.type, r.data, r.at
      from json_to_recordset(${JSON.stringify(rows)}) as r (type text, data jsonb, at timestamptz, once text)
      on conflict do nothing
      returning event_id, type, occurred_at
    ), wanted as (
      select w.webhook_id, e.event_id, e.occurred_at, row_number() over (order by e.event_id) as place
      from e join ${of_org('webhooks', 'w')} on w.is_active and e.type = any (w.events)
    ), free as (
      select ${WAITING_MAX}::int - count(*) as places from (
        select from ${of_org('webhook_deliveries', 'd')} where d.next_at is not null and exists (select from wanted) limit ${WAITING_MAX}) waiting
    ), stored as (
      insert into webhook_deliveries (org_id, event_id, webhook_id, next_at, created_at)
      select ${this_org}, event_id, webhook_id, occurred_at, occurred_at from wanted, free where place <= places
      returning webhook_id
    ), counted as (
      insert into webhook_health as h (org_id, webhook_id, dropped)
      select ${this_org}, webhook_id, count(*) from wanted, free where place > places group by webhook_id order by webhook_id
      on conflict (org_id, webhook_id) do update set dropped = h.dropped + excluded.dropped
    )
    select distinct webhook_id from stored`.execute(db)
  // A worker of a cluster would run a notification in the statement above, and nobody listens there.
  if (woken.length > 0)
    await sql`select pg_notify(${CHANNEL}, webhook_id) from unnest(${woken.map(({ webhook_id }) => webhook_id)}::text[]) webhook_id`.execute(
      db,
    )
}

export const emit_event = (db: Database, event: Event): Promise<void> => emit_events(db, [event])

/** An event that does not have its published form is an error of the code that emits it. */
function checked(type: EventType, data: Record<string, unknown>): Record<string, unknown> {
  const read = event_types[type].data.parse(data)
  const bytes = Buffer.byteLength(JSON.stringify(read))
  if (bytes > BODY_BYTES_MAX - ENVELOPE_BYTES) throw new RangeError(`${type} has ${bytes} bytes, which is too much`)
  return read
}
