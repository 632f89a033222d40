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
  const org_ids = [...new Set(places.map(({ org_id }) => org_id))]
  const rows = places.map(({ org_id, user_id }) => ({ org_id, user_id, reader: reader_of_person(user_id) }))
  const found = await in_system(pool, (db) =>
    sql<Place & { unread: bigint; newest_id: string }>`
      select n.org_id, p.user_id, count(*) filter (where r.reader is null) as unread,
        (array_agg(n.notification_id order by n.notification_id desc))[1] as newest_id
      from (
        select org_id, notification_id, row_number() over (partition by org_id order by notification_id desc) as place
        from notifications where org_id = any(${org_ids}::uuid[])) n
      join json_to_recordset(${JSON.stringify(rows)}) as p (org_id uuid, user_id uuid, reader text) on p.org_id = n.org_id
      left join notification_reads r on r.org_id = n.org_id and r.notification_id = n.notification_id and r.reader = p.reader
      where n.place <= ${sql.lit(COUNTED_MAX)}
      group by n.org_id, p.user_id`.execute(db),
  )
  const none = places.map((place) => [key_of(place), { org_id: place.org_id, unread: 0, newest_id: null }] as const)
  return new Map<string, UnreadEvent>([
    ...none,
    ...found.rows.map(({ org_id, user_id, unread, newest_id }) => {
      return [key_of({ org_id, user_id }), { org_id, unread: Number(unread), newest_id }] as const
    }),
  ])
}
