// Runs jobs. The queue is graphile-worker in the same PostgreSQL. A killed worker leaves its jobs locked. Each worker pool holds a
// session lock as its heartbeat, so that other workers detect a dead one and release its jobs immediately.
import { EventEmitter } from 'node:events'
import { Logger, run, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Pool } from '#db/pool.ts'
import { open_queue_pool } from '#db/queue_pool.ts'
import { type Job, type JobGroup, type JobParts, Postponed } from '#engine/job.ts'
import { Places } from '#engine/queue/places.ts'
import { ends_recorded } from '#engine/queue/recorded.ts'
import type { WorkerParts } from '#engine/queue/space.ts'
import { schedule_of, tasks_of } from '#engine/queue/tasks.ts'

/** Concurrent jobs of one process, by group: long jobs, jobs in the background, jobs that mostly wait for other systems, and short jobs. */
const LONG_CONCURRENCY = 4
const BACKGROUND_CONCURRENCY = 1
const WAITING_CONCURRENCY = 32
/** For each long job that works, this number may have started: those beyond sleep until a vendor's limit or report allows them to continue. */
const STARTED_FOR_EACH = 3
/** Connections for waiting jobs: the queue needs one only to take a job and to mark it as done. */
const WAITING_CONNECTIONS = 4
const SHORT_CONCURRENCY = 8
const POLL_MS = 2_000
/** One query takes many short jobs, so that a thousand jobs a second can start in time. */
const SHORT_BATCH_SIZE = 50
const SHORT_BATCH_TTL_MS = 1_000
/** Interval of the search for dead workers. */
const SWEEP_MS = 5_000
/** Jobs younger than this are not released, because a worker that has just started may not hold its lock yet. */
const GRACE_S = 5
/** Longest wait between attempts. A job mostly fails repeatedly because the database is unreachable, not because of the job. */
const RETRY_WAIT_MAX_S = 60
/** A running job's lock is renewed when it is this old. */
const LOCK_RENEWED_MIN = 60
const REOPEN_MS = 500
/** The queue's own connections, for notifications and schedules, in addition to those for jobs. */
const QUEUE_CONNECTIONS = 2

export interface Worker {
  /** Finishes running jobs and takes no new ones. */
  stop(): Promise<void>
}

/** Runs jobs with the rights of jobs, whatever the rights of the pool in `given`. */
export async function start_worker(
  given: WorkerParts,
  { long_concurrency = LONG_CONCURRENCY, short_concurrency = SHORT_CONCURRENCY } = {},
): Promise<Worker> {
  const parts = { ...given, pool: given.pool.worker }
  const stopping = new AbortController()
  const groups = Object.entries(groups_of(long_concurrency, short_concurrency)).flatMap(([name, settings]) => {
    const jobs = Object.entries(parts.jobs).filter(([, { group = 'short' }]) => group === name)
    return jobs.length > 0 ? [{ ...settings, jobs }] : []
  })
  const started = await Promise.allSettled(groups.map((group) => start_group(parts, stopping.signal, group)))
  const running = started.flatMap((group) => (group.status === 'fulfilled' ? group.value : []))
  const stop = () => Promise.all(running.map((group) => group.stop()))
  const failed = started.find((group) => group.status === 'rejected')
  if (failed) {
    stopping.abort()
    await stop()
    throw failed.reason
  }
  const own_ids = running.map(({ pool_id }) => pool_id)
  const sweep = setInterval(() => {
    Promise.all([
      release_jobs_of_dead_workers(parts.pool),
      cap_retry_delays(parts.pool),
      renew_locks(parts.pool, own_ids),
    ]).catch((error) => parts.space.note(error) || parts.log.warn({ err: error }, 'job maintenance failed'))
  }, SWEEP_MS)
  return {
    async stop() {
      clearInterval(sweep)
      stopping.abort(new Error('the process is stopping'))
      await stop()
    },
  }
}

/** One query takes jobs for all free workers. */
const waiting_batches = { localQueue: { size: WAITING_CONCURRENCY, ttl: SHORT_BATCH_TTL_MS } }
/** The queue releases each failed job separately: graphile-worker 0.18.0 does not retry jobs that it releases as a batch. */
const short_batches = { localQueue: { size: SHORT_BATCH_SIZE, ttl: SHORT_BATCH_TTL_MS } }

const groups_of = (long_concurrency: number, short_concurrency: number): Record<JobGroup, GroupSettings> => ({
  long: resting_group(long_concurrency),
  background: resting_group(BACKGROUND_CONCURRENCY),
  waiting: { concurrency: WAITING_CONCURRENCY, connections: WAITING_CONNECTIONS, batches: waiting_batches },
  short: { concurrency: short_concurrency, batches: short_batches },
})

/** Jobs of which `working` work at the same time. More have started, and sleep. */
const resting_group = (working: number): GroupSettings => ({
  concurrency: working * STARTED_FOR_EACH,
  connections: working,
  places: new Places(working),
  batches: {},
})

interface GroupSettings {
  concurrency: number
  places?: Places
  /** Default: one connection for each job. */
  connections?: number
  batches: Partial<typeof short_batches>
}

interface Group extends GroupSettings {
  jobs: [string, Job][]
}

interface RunningGroup extends Worker {
  /** The worker id in the locks of the pool's jobs. */
  pool_id: string
}

async function start_group(
  parts: WorkerParts,
  signal: AbortSignal,
  { jobs, concurrency, places, connections = concurrency, batches }: Group,
): Promise<RunningGroup> {
  const note = (error: unknown) => void parts.space.note(error)
  const queue_pool = open_queue_pool(parts.pool.org, connections + QUEUE_CONNECTIONS, note)
  const events: WorkerEvents = new EventEmitter()
  let worker_lock: WorkerLock | undefined
  events.on('pool:create', ({ workerPool }) => {
    worker_lock = new WorkerLock(parts, workerPool.id)
  })
  events.on('job:error', ({ job, error }) => {
    const fields = { err: error, job: job.task_identifier, attempt: job.attempts }
    if (signal.aborted) parts.log.info(fields, 'a job was interrupted; it is repeated later')
    else if (error instanceof Postponed) parts.log.info(fields, 'a job has to wait; it is repeated later')
    else if (!parts.space.note(error)) parts.log.error(fields, 'a job failed')
  })
  const end = async () => {
    await worker_lock?.end()
    await queue_pool.end()
  }
  const runner = await run({
    pgPool: queue_pool,
    logger: silent,
    noHandleSignals: true,
    preset: { worker: { concurrentJobs: concurrency, pollInterval: POLL_MS, ...batches } },
    events,
    taskList: tasks_of(parts, jobs, { signal, places }),
    parsedCronItems: schedule_of(jobs),
  }).catch(async (error) => {
    await end()
    throw error
  })
  // A runner that ends unexpectedly, with or without an error, ends the process. The supervisor restarts the process.
  const ended = () => {
    if (!signal.aborted) throw new Error('the queue ended by itself')
  }
  runner.promise.then(ended, (error) => (signal.aborted ? undefined : Promise.reject(error)))
  return {
    pool_id: worker_lock!.pool_id,
    async stop() {
      await runner.stop().catch(() => {}) // the runner has already ended, or has lost its connection
      await ends_recorded(queue_pool, worker_lock!.pool_id, parts.log)
      await end()
    },
  }
}

/** Each worker holds it together with others. */
const WORKERS_LOCK = `hashtextextended('workers', 2)`

/** Whether any process runs jobs of this database. */
export async function is_worker_running(pool: Pool): Promise<boolean> {
  // The lock of this statement's transaction ends with the statement.
  const { rows } = await pool.org.query<{ is_free: boolean }>(
    `select pg_try_advisory_xact_lock(${WORKERS_LOCK}) as is_free`,
  )
  return !rows[0]!.is_free
}

type LockParts = Pick<JobParts, 'pool' | 'clock' | 'log'>

/** A session that holds the lock of this process's worker pool. A lost session is replaced. */
class WorkerLock {
  readonly pool_id: string
  readonly #closing = Promise.withResolvers<void>()
  readonly #held: Promise<void>
  #ended = false

  constructor(parts: LockParts, pool_id: string) {
    this.pool_id = pool_id
    this.#held = this.#hold(parts)
  }

  async end(): Promise<void> {
    this.#ended = true
    this.#closing.resolve()
    await this.#held
  }

  async #hold({ pool, clock, log }: LockParts): Promise<void> {
    while (!this.#ended) {
      const began = performance.now()
      let session: pg.PoolClient | undefined
      try {
        session = await pool.org.connect()
        const lost = connection_lost(session)
        const locking = session
          .query(`select pg_advisory_lock(hashtextextended($1, 1)), pg_advisory_lock_shared(${WORKERS_LOCK})`, [
            this.pool_id,
          ])
          .then(() => lost)
        await Promise.race([locking, lost, this.#closing.promise])
      } catch (error) {
        log.warn({ err: error }, 'the worker lost the session of its lock; opening another')
        // A session that lived for a while is replaced immediately. Without the lock, other workers release this worker's jobs.
        if (performance.now() - began < REOPEN_MS) await Promise.race([clock.sleep(REOPEN_MS), this.#closing.promise])
      } finally {
        session?.release(true)
      }
    }
  }
}

function connection_lost(session: pg.PoolClient): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined)
  session.once('error', reject)
  session.once('end', () => reject(new Error('the session was closed')))
  return promise
}

/** Releases the jobs of worker pools whose lock is free, because no live process holds it. */
async function release_jobs_of_dead_workers(pool: Pool): Promise<void> {
  const client = await pool.org.connect()
  try {
    const { rows } = await client.query<{ worker_id: string }>(
      `select worker_id from (select distinct locked_by as worker_id from graphile_worker.jobs where locked_at < now() - make_interval(secs => $1)) locked
       where pg_try_advisory_lock(hashtextextended(worker_id, 1))`,
      [GRACE_S],
    )
    if (rows.length === 0) return
    const dead = rows.map(({ worker_id }) => worker_id)
    await client.query('select graphile_worker.force_unlock_workers($1)', [dead])
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => {})
    client.release()
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
async function renew_locks(pool: Pool, pool_ids: string[]): Promise<void> {
  await pool.org.query(
    `update graphile_worker._private_jobs set locked_at = now()
     where locked_by = any($1) and locked_at < now() - make_interval(mins => $2)`,
    [pool_ids, LOCK_RENEWED_MIN],
  )
}

const silent = new Logger(() => () => {})
