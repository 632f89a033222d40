// Whether announcements of a connection wait to be read, and whether a job is there that reads them.
import { sql } from 'kysely'
import type { Database } from '#db/pool.ts'

interface Work {
  /** A job waits or works. */
  exists: boolean
  /** It failed, and waits for its next attempt. */
  is_failing: boolean
}

/** The work on the announcements of a connection. A job that has used up its attempts is none. */
async function work_of(db: Database, connection_id: string): Promise<Work> {
  const { rows } = await sql<Work>`
    select count(*) > 0 as exists, coalesce(bool_or(attempts > 0 and locked_at is null), false) as is_failing
    from graphile_worker.jobs where key = current_org() || ':work_webhooks:' || ${connection_id} and attempts < max_attempts`.execute(
    db,
  )
  return rows[0]!
}

/** Starts the work unless there is some. A job that failed keeps its time of the next attempt, which a new one would replace. */
export async function start_work(db: Database, connection_id: string, enqueue: () => Promise<void>): Promise<void> {
  if (!(await work_of(db, connection_id)).exists) await enqueue()
}

/**
 * Whether announcements are not worked on yet, or not to the end, and older days must step aside. They do not for work that failed, which
 * would get nothing from it.
 */
export async function changes_wait(
  db: Database,
  connection_id: string,
  { with_hints }: { with_hints: boolean },
): Promise<boolean> {
  const waiting = await db
    .selectFrom('webhook_inbox')
    .select('event_key')
    .where('connection_id', '=', connection_id)
    .where('done_at', 'is', null)
    .$if(!with_hints, (query) => query.where('is_hint', '=', false))
    .limit(1)
    .executeTakeFirst()
  return waiting !== undefined && !(await work_of(db, connection_id)).is_failing
}
