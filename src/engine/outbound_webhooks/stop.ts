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

const reasons = {
  gone: 'notification.webhook_off.gone',
  failing: 'notification.webhook_off.failing',
} as const

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

/** Admins learn it in the dashboard and by email. False: it was off already, or was deleted. `db` is a transaction of the organization. */
export async function switch_off(db: Database, { org_id, webhook_id, reason }: Failed, at: Date): Promise<boolean> {
  const webhook = await db
    .updateTable('webhooks')
    .set({ is_active: false })
    .where('webhook_id', '=', webhook_id)
    .where('is_active', '=', true)
    .returning(['name', 'url'])
    .executeTakeFirst()
  if (!webhook) return false
  await sql`
    insert into webhook_health (org_id, webhook_id, off_reason) values (${this_org}, ${webhook_id}, ${reason})
    on conflict (org_id, webhook_id) do update set off_reason = excluded.off_reason`.execute(db)
  await stop_waiting(db, webhook_id)
  await write_change(
    { db, caller: { actor: ACTOR }, request_id: null },
    { record: 'webhooks', record_id: webhook_id, before: { is_active: true }, after: { is_active: false } },
  )
  await notify(db, {
    ...{ org_id, at, module: 'alertas', kind: 'webhook_off', severity: 'warning', link: `/o/${org_id}/settings` },
    title: message('notification.webhook_off.title', { webhook: webhook.name ?? new URL(webhook.url).host }),
    text: message(reasons[reason]),
    channels: ['dashboard', 'email'],
  })
  return true
}
