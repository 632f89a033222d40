// Runs jobs. The queue is graphile-worker in the same PostgreSQL. A killed worker leaves its jobs locked. Each worker pool holds a
// session lock as its heartbeat, so that other workers detect a dead one and release its jobs immediately.
import { EventEmitter } from 'node:events'
import { Logger, run, type WorkerEvents } from 'graphile-worker'
import type { Pool } from '#db/pool.ts'
import { open_queue_pool } from '#db/queue_pool.ts'
import { type Job, type JobGroup, Postponed } from '#engine/job.ts'
import { Places } from '#engine/queue/places.ts'
import { ends_recorded } from '#engine/queue/recorded.ts'
import type { WorkerParts } from '#engine/queue/space.ts'
import { start_sweeping } from '#engine/queue/sweep.ts'
import { schedule_of, tasks_of } from '#engine/queue/tasks.ts'
import { WORKERS_LOCK, WorkerLock } from '#engine/queue/worker_lock.ts'

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
  const stop_sweeping = start_sweeping(
    parts,
    running.map(({ pool_id }) => pool_id),
  )
  return {
    async stop() {
      stop_sweeping()
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

/** The most connections of the queue itself in one process. */
export const queue_connections_max = (): number =>
  Object.values(groups_of(LONG_CONCURRENCY, SHORT_CONCURRENCY))
    .map(({ concurrency, connections = concurrency }) => connections + QUEUE_CONNECTIONS)
    .reduce((sum, one) => sum + one)

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

/** Whether any process runs jobs of this database. */
export async function is_worker_running(pool: Pool): Promise<boolean> {
  // The lock of this statement's transaction ends with the statement.
  const { rows } = await pool.org.query<{ is_free: boolean }>(
    `select pg_try_advisory_xact_lock(${WORKERS_LOCK}) as is_free`,
  )
  return !rows[0]!.is_free
}

const silent = new Logger(() => () => {})
