// Runs jobs: the queue is graphile-worker in the same PostgreSQL. A worker that was killed leaves its jobs locked; every pool
// of workers proves that it lives by a session lock, so that the others can tell and give the jobs back at once.
import { EventEmitter } from 'node:events'
import { Logger, parseCronItems, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { z } from 'zod'
import { open_queue_pool } from '#db/queue_pool.ts'
import type { Engine, Job } from '#engine/engine.ts'

const JOBS_AT_ONCE = 4
const POLL_MS = 2_000
/** How often dead workers are looked for. */
const SWEEP_MS = 5_000
/** A job is this old before its worker can be dead: a worker that has just begun may still be giving its proof. */
const GRACE_S = 5
const REOPEN_MS = 500
/** The queue's own connections beside one for each job: listening, scheduling. */
const QUEUE_CONNECTIONS = 2

export interface Worker {
  /** Finishes what runs, takes nothing new. */
  stop(): Promise<void>
}

export async function start_worker(engine: Engine, { jobs_at_once = JOBS_AT_ONCE } = {}): Promise<Worker> {
  const stopping = new AbortController()
  const queue_pool = open_queue_pool(engine.pool, jobs_at_once + QUEUE_CONNECTIONS)
  const events: WorkerEvents = new EventEmitter()
  let proof: ProofOfLife | undefined
  events.on('pool:create', ({ workerPool }) => {
    proof = new ProofOfLife(engine, workerPool.id) // the name its jobs are locked by
  })
  events.on('job:error', ({ job, error }) =>
    engine.log.error({ err: error, job: job.task_identifier, attempt: job.attempts }, 'a job failed'),
  )
  const runner: Runner = await run({
    pgPool: queue_pool,
    logger: silent,
    concurrency: jobs_at_once,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    events,
    taskList: tasks_of(engine, stopping.signal),
    parsedCronItems: parseCronItems(
      Object.entries(engine.jobs).flatMap(([task, { cron }]) =>
        cron ? [{ task, match: cron, options: { backfillPeriod: 0 } }] : [],
      ),
    ),
  })
  const sweep = setInterval(() => {
    free_jobs_of_the_dead(engine.pool).catch((error) =>
      engine.log.warn({ err: error }, 'dead workers could not be looked for'),
    )
  }, SWEEP_MS)
  return {
    async stop() {
      clearInterval(sweep)
      stopping.abort(new Error('the process is stopping'))
      await runner.stop()
      proof?.end()
      await queue_pool.end()
    },
  }
}

/** A session that holds the lock of this process's worker pool. One that is lost is replaced. */
class ProofOfLife {
  readonly #engine: Engine
  readonly #pool_id: string
  #session: pg.PoolClient | undefined
  #ended = false

  constructor(engine: Engine, pool_id: string) {
    this.#engine = engine
    this.#pool_id = pool_id
    void this.#open()
  }

  end(): void {
    this.#ended = true
    this.#session?.release(true)
    this.#session = undefined
  }

  async #open(): Promise<void> {
    while (!this.#ended) {
      try {
        const client = await this.#engine.pool.connect()
        this.#session = client
        client.on('error', (error) => this.#lost(client, error))
        await client.query('select pg_advisory_lock(hashtextextended($1, 1))', [this.#pool_id])
        if (this.#ended) client.release(true)
        return
      } catch (error) {
        this.#engine.log.warn({ err: error }, 'the worker cannot prove that it lives; it tries again')
        await this.#engine.clock.sleep(REOPEN_MS)
      }
    }
  }

  #lost(client: pg.PoolClient, error: Error): void {
    if (this.#session !== client) return
    this.#session = undefined
    client.release(true)
    this.#engine.log.warn({ err: error }, 'the worker lost the session that proves it lives; it opens another')
    void this.#open()
  }
}

function tasks_of(engine: Engine, signal: AbortSignal): TaskList {
  const task = (name: string, declared: Job) => async (raw: unknown) => {
    const { org_id = '', payload = {} } = (raw ?? {}) as { org_id?: string; payload?: unknown }
    // What cron adds to a payload is not the job's.
    const checked = declared.cron ? {} : z.strictObject(declared.payload).parse(payload)
    await declared.run(checked as never, { org_id, engine, signal, log: engine.log.child({ job: name, org_id }) })
  }
  return Object.fromEntries(Object.entries(engine.jobs).map(([name, declared]) => [name, task(name, declared)]))
}

/** A lock that can be taken belongs to nobody alive. */
async function free_jobs_of_the_dead(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
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

const silent = new Logger(() => () => {})
