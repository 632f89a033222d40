// The library records the end of a job without waiting for it, and a pool that ends drops what waits for a connection. A job whose end is
// not recorded runs again, or counts as failed when it has one attempt.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '#lib/log.ts'
import { within } from '#lib/within.ts'

/** The process that stops can wait for so long. */
const RECORDED_WITHIN_MS = 10_000
const LOOK_MS = 50

/** Waits until the database knows the end of each job that a stopped worker pool had. */
export async function ends_recorded(queue_pool: pg.Pool, pool_id: string, log: Log): Promise<void> {
  const until = performance.now() + RECORDED_WITHIN_MS
  try {
    while ((await within(until - performance.now(), count_left(queue_pool, pool_id))) > 0) await sleep(LOOK_MS)
  } catch (error) {
    log.warn({ err: error, worker: pool_id }, 'ends of jobs were not recorded in time; these jobs run again')
  }
}

/** This query waits for a connection behind those that record ends. */
async function count_left(queue_pool: pg.Pool, pool_id: string): Promise<number> {
  const { rows } = await queue_pool.query<{ left: number }>(
    'select count(*)::int as left from graphile_worker._private_jobs where locked_by = $1',
    [pool_id],
  )
  return rows[0]!.left
}
