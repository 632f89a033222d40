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

export interface Again {
  webhook_id: string
  now: Date
  /** Default: those to which the webhook subscribes. */
  event_id?: string
  /** Only events from this instant on that were not delivered. */
  since?: Date
}

/** Makes stored events due for the webhook, oldest first, and returns their number. A delivery that waits is not changed. */
export async function deliver_again(db: Database, { webhook_id, now, event_id, since }: Again): Promise<number> {
  const { rows } = await sql<{ events: number }>`
    with chosen as (
      select e.event_id from ${of_org('events', 'e')}
      join ${of_org('webhooks', 'w')} on w.webhook_id = ${webhook_id}
      left join ${of_org('webhook_deliveries', 'd')} on d.event_id = e.event_id and d.webhook_id = w.webhook_id
      where case when ${event_id ?? null}::uuid is not null then e.event_id = ${event_id ?? null}::uuid and d.event_id is not null
        else e.type = any (w.events) and e.occurred_at >= ${since?.toISOString() ?? null}::timestamptz and d.state is distinct from 'delivered' end
      order by e.occurred_at, e.event_id limit ${sql.lit(REPLAYED_MAX)}
    ), due as (
      insert into webhook_deliveries as d (org_id, event_id, webhook_id, next_at, created_at)
      select ${this_org}, event_id, ${webhook_id}::uuid, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz from chosen
      on conflict (org_id, event_id, webhook_id) do update set state = 'waiting', attempts = 0, next_at = excluded.next_at
        where d.state <> 'waiting'
      returning event_id
    )
    select count(*)::int as events, pg_notify(${CHANNEL}, ${webhook_id}) from due`.execute(db)
  return rows[0]!.events
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
  await sql`select pg_notify(${CHANNEL}, ${webhook_id})`.execute(db)
  return event_id
}
