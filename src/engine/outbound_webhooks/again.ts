// Deliveries that a person asks for: one event again, events of some days again, a test.
import { sql } from 'kysely'
import { of_org, this_org } from '#db/organization.ts'
import type { Database } from '#db/pool.ts'
import { CHANNEL } from '#engine/outbound_webhooks/emit.ts'
import type { EventType } from '#engine/outbound_webhooks/event_types.ts'

/** Events and attempts are kept for this time, and can be delivered again. */
export const KEPT_DAYS = 30

/** Events of one replay. A further replay continues where it ends. */
export const REPLAYED_MAX = 10_000

const again = sql`state = 'waiting', attempts = 0, is_leased = false`

interface Resend {
  webhook_id: string
  event_id: string
  now: Date
}

/** Makes an ended delivery due again. False: there is no such delivery. */
export async function resend(db: Database, { webhook_id, event_id, now }: Resend): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update webhook_deliveries set ${again}, next_at = ${now.toISOString()}::timestamptz
    where org_id = ${this_org} and event_id = ${event_id} and webhook_id = ${webhook_id} and state <> 'waiting'`.execute(
    db,
  )
  if (numAffectedRows > 0n) await wake(db, webhook_id)
  return numAffectedRows > 0n
}

interface Replay {
  webhook_id: string
  /** Only events from this instant on. */
  since: Date
  now: Date
}

/** Makes events of the webhook's types that were not delivered due, oldest first, and returns their number. */
export async function replay(db: Database, { webhook_id, since, now }: Replay): Promise<number> {
  // "except" compares sets in one pass. While the planner has no statistics, a join or a look-up would compare all pairs.
  const { rows } = await sql`
    insert into webhook_deliveries as d (org_id, event_id, webhook_id, next_at, created_at)
    select ${this_org}, e.event_id, ${webhook_id}::uuid, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from (
      select a.event_id from ${of_org('events', 'a')}
      where a.occurred_at >= ${since.toISOString()}::timestamptz
        and a.type = any ((select w.events from ${of_org('webhooks', 'w')} where w.webhook_id = ${webhook_id})::text[])
      except
      select k.event_id from ${of_org('webhook_deliveries', 'k')}
      where k.webhook_id = ${webhook_id} and k.state in ('delivered', 'waiting')) m
    join ${of_org('events', 'e')} on e.event_id = m.event_id
    order by e.occurred_at, e.event_id limit ${sql.lit(REPLAYED_MAX)}
    on conflict (org_id, event_id, webhook_id) do update set ${again}, next_at = excluded.next_at where d.state <> 'waiting'
    returning 1`.execute(db)
  if (rows.length > 0) await wake(db, webhook_id)
  return rows.length
}

/** An event for one webhook only. Returns its id. */
export async function send_test(db: Database, { webhook_id, now }: { webhook_id: string; now: Date }): Promise<string> {
  const type: EventType = 'webhook.test'
  const at = now.toISOString()
  const { event_id } = await db
    .insertInto('events')
    .values({ type, data: JSON.stringify({ webhook_id }), occurred_at: at })
    .returning('event_id')
    .executeTakeFirstOrThrow()
  await db.insertInto('webhook_deliveries').values({ event_id, webhook_id, next_at: at, created_at: at }).execute()
  await wake(db, webhook_id)
  return event_id
}

const wake = (db: Database, webhook_id: string) => sql`select pg_notify(${CHANNEL}, ${webhook_id})`.execute(db)
