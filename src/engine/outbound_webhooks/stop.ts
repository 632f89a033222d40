// Switches a webhook off, and stops what waits for it.
import { sql } from 'kysely'
import { this_org } from '#db/organization.ts'
import type { Database } from '#db/pool.ts'
import type { Failed } from '#engine/outbound_webhooks/record.ts'
import { write_change } from '#engine/records/history.ts'

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
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ is_active: false })
    .where('webhook_id', '=', webhook_id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
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
