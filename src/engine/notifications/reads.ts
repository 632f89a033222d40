// Who has read which notification. It is a matter of each person, whatever they call with.
import { sql } from 'kysely'
import { of_org, this_org } from '#db/organization.ts'
import type { Database } from '#db/pool.ts'
import type { Caller } from '#engine/access/caller.ts'

/** A key reads as its owner. A key without an owner, an agent and an operator read as themselves. */
export const reader_of = (caller: Caller): string =>
  'user_id' in caller && caller.user_id !== undefined ? reader_of_person(caller.user_id) : caller.actor

export const reader_of_person = (user_id: string): string => `user:${user_id}`

/** Without an id: all that existed at `now`. Returns the number of notifications that were unread. */
export async function mark_read(
  db: Database,
  { reader, notification_id = null, now }: { reader: string; notification_id?: string | null; now: Date },
): Promise<number> {
  const at = now.toISOString()
  // The rows are counted, because Citus also counts those in conflict as affected.
  const { rows } = await sql`
    insert into notification_reads (org_id, reader, notification_id, read_at)
    select ${this_org}, ${reader}::text, n.notification_id, ${at}::timestamptz from ${of_org('notifications', 'n')}
    where (n.notification_id = ${notification_id}::uuid or (${notification_id}::uuid is null and n.created_at <= ${at}::timestamptz))
    on conflict do nothing returning 1`.execute(db)
  return rows.length
}
