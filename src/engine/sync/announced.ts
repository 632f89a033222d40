// Counts what a sync finds and no announcement of the platform has brought, so that health shows announcements that do not arrive.

import type { OrgSession } from '#db/org_session.ts'
import type { Table } from '#db/tables.ts'
import { account_column, connection_column } from '#db/tables.ts'
import { equal, quoted, staged } from '#engine/sync/table_sql.ts'

/** Announcements and the reads that they cause need this long at most. A younger change may still be on its way. */
const ARRIVES_WITHIN_MS = 10 * 60_000

/**
 * Counts staged records that changed since the platform announces changes, and whose change is not stored yet. Call this before
 * the merge, in its transaction.
 */
export async function count_missed(
  { client, org_id }: OrgSession,
  { connection_id, stream, now }: { connection_id: string; stream: string; now: Date },
  table: Table,
): Promise<void> {
  if (!table.columns.includes('changed_at')) return
  const place = [connection_column(table), account_column(table)]
  const id = table.key.find((column) => !place.includes(column as 'connection_id'))
  const arrived_by = new Date(now.getTime() - ARRIVES_WITHIN_MS).toISOString()
  const { rows } = await client.query<{ missed: bigint }>(
    `select count(*) as missed
     from ${staged(table)} s cross join (select r.registered_at from public.webhook_states r where r.org_id = $1 and r.connection_id = $2) r
     left join (
       select ${quoted(table.key, 't')}, t.changed_at from public."${table.name}" t
       where t.org_id = $1 and t."${id}" = any (array(select "${id}" from ${staged(table)}))) t
       on ${equal(table.key, 't', 's')} and t.changed_at >= s.changed_at
     where s.changed_at > r.registered_at and s.changed_at < $3 and t."${id}" is null
       and s."${id}" <> all (array(select unnest(i.ids) from public.webhook_inbox i
         where i.org_id = $1 and i.connection_id = $2 and i.done_at is null and i.stream = $4))`,
    [org_id, connection_id, arrived_by, stream],
  )
  const missed = rows[0]!.missed
  if (missed === 0n) return
  await client.query(
    'update public.webhook_states set missed = missed + $3, last_missed_at = $4 where org_id = $1 and connection_id = $2',
    [org_id, connection_id, missed, now.toISOString()],
  )
}
