// Starts syncs: one transaction stores the run and enqueues its job.
import type { Database } from '#db/pool.ts'
import { in_reachable } from '#db/reachable.ts'
import { waiting_jobs } from '#db/waiting_jobs.ts'
import type { SyncParts } from '#engine/sync/reading.ts'

export const OPEN = ['queued', 'running']
export const is_open = (state: string) => OPEN.includes(state)

/** After a sync was stopped, no scheduled sync of the connection starts for this time. */
const COOLDOWN_MS = 15 * 60_000

export interface StartSync {
  org_id: string
  connection_id: string
  trigger: 'schedule' | 'tool' | 'operator' | 'webhook'
  /** True: streams that are not due are read too. */
  all_streams: boolean
}

/** The payload of the sync job. */
export interface SyncPayload {
  connection_id: string
  run_id: string
  all_streams: boolean
}

export interface StartedSync {
  run_id: string
  /** False when a sync of the connection was already waiting or running. Then `run_id` is that sync. */
  is_new: boolean
}

export async function start_sync(
  db: Database,
  enqueue_sync: (payload: SyncPayload) => Promise<void>,
  { org_id, connection_id, trigger, all_streams }: StartSync,
): Promise<StartedSync> {
  // The row lock prevents two concurrent callers from both finding no running sync.
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
    .where('state', 'in', OPEN)
    .executeTakeFirst()
  if (under_way) return { run_id: under_way.run_id, is_new: false }
  const { run_id } = await db
    .insertInto('sync_runs')
    .values({ org_id, connection_id, trigger, state: 'queued' })
    .returning('run_id')
    .executeTakeFirstOrThrow()
  await enqueue_sync({ connection_id, run_id, all_streams })
  return { run_id, is_new: true }
}

/** Ends waiting and running syncs. A running sync moves no cursor any more, and stops soon. Its stored data remain. */
export async function cancel_syncs(db: Database, run_ids: string[], now: Date): Promise<void> {
  if (run_ids.length === 0) return
  const stopped = await db
    .updateTable('sync_runs')
    .set({ state: 'cancelled', finished_at: now.toISOString() })
    .where('run_id', 'in', run_ids)
    .where('state', 'in', OPEN)
    .returning('connection_id')
    .execute()
  if (stopped.length === 0) return
  const next_sync_at = new Date(now.getTime() + COOLDOWN_MS).toISOString()
  await db
    .updateTable('connections')
    .set({ next_sync_at })
    .where(
      'connection_id',
      'in',
      stopped.map(({ connection_id }) => connection_id),
    )
    .where('next_sync_at', '<', next_sync_at)
    .execute()
}

/** Ends the waiting and running syncs of a connection, before its access or its choice of accounts changes. They store nothing later. */
export async function cancel_syncs_of(db: Database, connection_id: string, now: Date): Promise<void> {
  const open = await db
    .selectFrom('sync_runs')
    .select('run_id')
    .where('connection_id', '=', connection_id)
    .where('state', 'in', OPEN)
    .execute()
  const run_ids = open.map(({ run_id }) => run_id)
  await cancel_syncs(db, run_ids, now)
}

/** A person stopped the sync. This is not a failure. */
export class SyncCancelled extends Error {}

/** Throws when the sync was stopped. Until the end of the transaction, nobody stops it. */
export async function check_not_cancelled(db: Database, run_id: string): Promise<void> {
  const run = await db
    .selectFrom('sync_runs')
    .select('state')
    .where('run_id', '=', run_id)
    .forShare()
    .executeTakeFirst()
  if (run?.state === 'cancelled') throw new SyncCancelled()
}

/**
 * Closes runs whose job the queue gave up because it ended its process repeatedly. Such a run would stay open permanently and block
 * every other sync of the connection. Returns the number of closed runs.
 */
export async function close_abandoned_runs({ pool, clock }: Pick<SyncParts, 'pool' | 'clock'>): Promise<number> {
  const open = await in_reachable(pool, (db) =>
    db.selectFrom('sync_runs').select(['org_id', 'run_id']).where('state', 'in', OPEN).execute(),
  )
  if (open.length === 0) return 0
  const waiting = await waiting_jobs(pool, open.map(job_key))
  const abandoned = open.filter((run) => !waiting.has(job_key(run))).map(({ run_id }) => run_id)
  if (abandoned.length === 0) return 0
  const { numUpdatedRows } = await in_reachable(pool, (db) =>
    db
      .updateTable('sync_runs')
      .set({ state: 'failed', error: ABANDONED, finished_at: clock.now().toISOString() })
      .where('run_id', 'in', abandoned)
      .where('state', 'in', OPEN) // a run that ended meanwhile has no job either
      .executeTakeFirst(),
  )
  return Number(numUpdatedRows)
}

const ABANDONED =
  'The sync was started repeatedly and never finished. It has been given up; the next sync starts again.'

/** The key that the database gives to the job of a run. */
const job_key = ({ org_id, run_id }: { org_id: string; run_id: string }) => `${org_id}:sync_connection:${run_id}`
