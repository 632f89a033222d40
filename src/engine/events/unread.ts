// What pages are sent about notifications: how many of the newest are unread, for each person. Texts are no part of an event.
import { sql } from 'kysely'
import { in_system } from '#db/org.ts'
import type { Database, Pool } from '#db/pool.ts'
import { reader_of_person } from '#engine/notifications/reads.ts'

export interface UnreadEvent {
  org_id: string
  /** Unread ones among the newest. What has ended does not count. */
  unread: number
  /** The newest notification. Null: there is none. */
  newest_id: string | null
}

/** Older notifications do not count, so that the statement stays small. */
export const COUNTED_MAX = 100

export interface Place {
  org_id: string
  user_id: string
}

export const key_of = ({ org_id, user_id }: Place): string => `${org_id} ${user_id}`

/**
 * By organization and person. A statement reads one organization, all of them in one transaction: a distributed engine could not look for the
 * newest of each organization beside a list of organizations.
 */
export async function read_unread(pool: Pool, places: readonly Place[]): Promise<Map<string, UnreadEvent>> {
  if (places.length === 0) return new Map()
  const by_org = Map.groupBy(places, ({ org_id }) => org_id)
  return in_system(pool, async (db) => {
    const found = new Map<string, UnreadEvent>()
    for (const [org_id, people] of by_org)
      for (const { user_id, unread, newest_id } of await unread_of(db, org_id, people))
        found.set(key_of({ org_id, user_id }), { org_id, unread: Number(unread), newest_id })
    return found
  })
}

interface Row {
  user_id: string
  unread: bigint
  newest_id: string | null
}

async function unread_of(db: Database, org_id: string, people: readonly Place[]): Promise<Row[]> {
  const readers = people.map(({ user_id }) => ({ user_id, reader: reader_of_person(user_id) }))
  const { rows } = await sql<Row>`
    select p.user_id, count(n.notification_id) filter (where r.reader is null and n.ended_at is null) as unread,
      (array_agg(n.notification_id order by n.notification_id desc))[1] as newest_id
    from json_to_recordset(${JSON.stringify(readers)}) as p (user_id uuid, reader text)
    left join (
      select notification_id, ended_at from notifications where org_id = ${org_id}
      order by notification_id desc limit ${sql.lit(COUNTED_MAX)}) n on true
    left join notification_reads r on r.org_id = ${org_id} and r.notification_id = n.notification_id and r.reader = p.reader
    group by p.user_id`.execute(db)
  return rows
}
