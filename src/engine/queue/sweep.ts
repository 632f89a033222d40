// Keeps the queue in order: releases the jobs of dead workers, and limits the waits of failed ones.
import { is_silent, type Pool, within_limit } from '#db/pool.ts'
import type { WorkerParts } from '#engine/queue/space.ts'

const SWEEP_MS = 5_000
/** Jobs younger than this are not released, because a worker that has just started may not hold its lock yet. */
const GRACE_S = 5
/** Longest wait between attempts. A job mostly fails repeatedly because the database is unreachable, not because of the job. */
const RETRY_WAIT_MAX_S = 60
/** A running job's lock is renewed when it is this old. */
const LOCK_RENEWED_MIN = 60
const ANSWER_MS = 3_000

/** Sweeps until the returned function is called. `own_ids`: the worker pools of this process. */
export function start_sweeping({ pool, space, log }: WorkerParts, own_ids: readonly string[]): () => void {
  const dead = new DeadWorkers(own_ids)
  let is_sweeping = false
  const sweep = async () => {
    // With a silent database, a sweep lasts longer than the time until the next.
    if (is_sweeping) return
    is_sweeping = true
    const work = [dead.release_jobs(pool), cap_retry_delays(pool), renew_locks(pool, own_ids)]
    const failed = (await Promise.allSettled(work)).find((one) => one.status === 'rejected')
    if (failed && !space.note(failed.reason)) log.warn({ err: failed.reason }, 'job maintenance failed')
    is_sweeping = false
  }
  const sweeps = setInterval(sweep, SWEEP_MS)
  return () => clearInterval(sweeps)
}

/** Worker pools whose lock is free, because no live process holds it. */
class DeadWorkers {
  readonly #own_ids: readonly string[]
  /** Found by the sweep before. One sweep alone may come while a worker replaces the session of its lock. */
  #suspected: readonly string[] = []

  constructor(own_ids: readonly string[]) {
    this.#own_ids = own_ids
  }

  async release_jobs(pool: Pool): Promise<void> {
    const client = await pool.org.connect()
    const session = within_limit(client, ANSWER_MS)
    let is_unlocked = false
    try {
      const { rows } = await session.query<{ worker_id: string }>(
        `select worker_id from (
           select distinct locked_by as worker_id from graphile_worker.jobs
           where locked_at < now() - make_interval(secs => $1) and locked_by <> all ($2)) locked
         where pg_try_advisory_lock(hashtextextended(worker_id, 1))`,
        [GRACE_S, this.#own_ids],
      )
      const found = rows.map(({ worker_id }) => worker_id)
      const dead = found.filter((id) => this.#suspected.includes(id))
      this.#suspected = found
      if (dead.length > 0) await session.query('select graphile_worker.force_unlock_workers($1)', [dead])
    } finally {
      if (!is_silent(client))
        is_unlocked = await session.query('select pg_advisory_unlock_all()').then(
          () => true,
          () => false,
        )
      client.release(!is_unlocked)
    }
  }
}

/** Limits the wait before a retry. The queue's own wait grows exponentially: seven minutes after attempt 6, six hours after attempt 10. */
async function cap_retry_delays(pool: Pool): Promise<void> {
  await pool.org.query(
    `select graphile_worker.reschedule_jobs(array_agg(id), run_at => now() + make_interval(secs => $1)) from graphile_worker.jobs
     where locked_at is null and attempts between 1 and max_attempts - 1 and run_at > now() + make_interval(secs => $1)
     having count(*) > 0`,
    [RETRY_WAIT_MAX_S],
  )
}

/** The queue releases a job after four hours, even when its worker is alive. A first sync may take longer. */
async function renew_locks(pool: Pool, pool_ids: readonly string[]): Promise<void> {
  await pool.org.query(
    `update graphile_worker._private_jobs set locked_at = now()
     where locked_by = any($1) and locked_at < now() - make_interval(mins => $2)`,
    [pool_ids, LOCK_RENEWED_MIN],
  )
}
