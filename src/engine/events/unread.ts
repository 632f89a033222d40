// What pages are sent about notifications: how many of the newest are unread, for each person. Texts are no part of an event.
import { sql } from 'kysely'
import { in_system } from '#db/org.ts'
import type { Pool } from '#db/pool.ts'
import { reader_of_person } from '#engine/notifications/reads.ts'

export interface UnreadEvent {
  org_id: string
  /** Unread ones among the newest. */
  unread: number
  /** The newest notification. Null: there is none. */
  newest_id: string | null
}

/** Older notifications do not count, so that the statement stays small. */
const COUNTED_MAX = 100

export interface Place {
  org_id: string
  user_id: string
}

export const key_of = ({ org_id, user_id }: Place): string => `${org_id} ${user_id}`

/** By organization and person. One statement reads all of them. */
export async function read_unread(pool: Pool, places: readonly Place[]): Promise<Map<string, UnreadEvent>> {
  if (places.length === 0) return new Map()
  const rows = places.map(({ org_id, user_id }) => ({ org_id, user_id, reader: reader_of_person(user_id) }))
  const found = await in_system(pool, (db) =>
    sql<Place & { unread: bigint; newest_id: string | null }>`
      select p.org_id, p.user_id, count(n.notification_id) filter (where r.reader is null) as unread,
        (array_agg(n.notification_id order by n.notification_id desc))[1] as newest_id
      from json_to_recordset(${JSON.stringify(rows)}) as p (org_id uuid, user_id uuid, reader text)
      left join lateral (
        select n.notification_id from notifications n where n.org_id = p.org_id
        order by n.notification_id desc limit ${sql.lit(COUNTED_MAX)}) n on true
      left join notification_reads r on r.org_id = p.org_id and r.notification_id = n.notification_id and r.reader = p.reader
      group by p.org_id, p.user_id`.execute(db),
  )
  return new Map(
    found.rows.map(({ org_id, user_id, unread, newest_id }) => [
      key_of({ org_id, user_id }),
      { org_id, unread: Number(unread), newest_id },
    ]),
  )
}
