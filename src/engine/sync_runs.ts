// Starting syncs: a run is written down and its job enqueued in one transaction.
import type { Database } from '#db/pool.ts'
import type { Enqueue } from '#engine/tool.ts'

export interface StartSync {
  org_id: string
  connection_id: string
  trigger: 'schedule' | 'tool' | 'operator' | 'webhook'
  /** Also streams that are not due yet. */
  all_streams: boolean
}

export interface StartedSync {
  run_id: string
  /** False when a sync of the connection was waiting or running already; then it is that one. */
  is_new: boolean
}

export async function start_sync(
  db: Database,
  enqueue: Enqueue,
  { org_id, connection_id, trigger, all_streams }: StartSync,
): Promise<StartedSync> {
  // The row lock keeps two callers from both finding no sync under way.
  await db
    .selectFrom('connections')
    .select('connection_id')
    .where('connection_id', '=', connection_id)
    .forUpdate()
    .execute()
  const under_way = await db
    .selectFrom('sync_runs')
    .select('run_id')
    .where('connection_id', '=', connection_id)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  if (under_way) return { run_id: under_way.run_id, is_new: false }
  const { run_id } = await db
    .insertInto('sync_runs')
    .values({ org_id, connection_id, trigger, state: 'queued' })
    .returning('run_id')
    .executeTakeFirstOrThrow()
  await enqueue('sync_connection', { connection_id, run_id, all_streams })
  return { run_id, is_new: true }
}
