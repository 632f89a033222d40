// Switches a webhook off, and stops what waits for it.
import { sql } from 'kysely'
import { this_org } from '#db/organization.ts'
import type { Database } from '#db/pool.ts'
import { notify } from '#engine/notifications/notify.ts'
import type { Failed } from '#engine/outbound_webhooks/record.ts'
import { write_change } from '#engine/records/history.ts'
import { message } from '#messages/message.ts'

/** The author of changes that Tablero makes by itself. */
const ACTOR = 'system'

/** A request that is running ends, and is not repeated. `db` is a transaction of the organization. */
export async function stop_waiting(db: Database, webhook_id: string): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'stopped', next_at: null, is_leased: false })
    .where('webhook_id', '=', webhook_id)
    .where('next_at', 'is not', null)
    .execute()
}

/** A webhook that is switched on again begins without its failures. */
export async function forget_health(db: Database, webhook_id: string): Promise<void> {
  await db.deleteFrom('webhook_health').where('webhook_id', '=', webhook_id).execute()
}

/** False: it was off already, or was deleted. `db` is a transaction of the organization. */
export async function switch_off(
  db: Database,
  { webhook_id, reason }: Pick<Failed, 'webhook_id' | 'reason'>,
  at: Date,
): Promise<boolean> {
  const webhook = await db
    .updateTable('webhooks')
    .set({ is_active: false })
    .where('webhook_id', '=', webhook_id)
    .where('is_active', '=', true)
    .returning(['org_id', 'name'])
    .executeTakeFirst()
  if (!webhook) return false
  await notify(db, {
    org_id: webhook.org_id,
    at,
    module: 'conexiones',
    kind: 'webhook_off',
    severity: 'warning',
    title: message('notification.webhook_off.title', { name: webhook.name ?? webhook_id }),
    text: message('notification.webhook_off.text'),
    link: `/o/${webhook.org_id}/webhooks?webhook=${webhook_id}`,
  })
  await sql`
    insert into webhook_health (org_id, webhook_id, off_reason) values (${this_org}, ${webhook_id}, ${reason})
    on conflict (org_id, webhook_id) do update set off_reason = excluded.off_reason`.execute(db)
  await stop_waiting(db, webhook_id)
  await write_change(
    { db, caller: { actor: ACTOR }, request_id: null },
    { record: 'webhooks', record_id: webhook_id, before: { is_active: true }, after: { is_active: false } },
  )
  return true
}
