// Runs jobs: the queue is graphile-worker in the same PostgreSQL. A worker that was killed leaves its jobs locked; every worker
// proves that it lives by a session lock, so that the others can tell and give the jobs back at once.
import { Logger, parseCronItems, type Runner, run, runMigrations, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import { z } from 'zod'
import type { Engine } from '#engine/engine.ts'
import type { Job } from '#engine/job.ts'

const JOBS_AT_ONCE = 4
const POLL_MS = 2_000
/** How often dead workers are looked for. */
const SWEEP_MS = 5_000

export interface Worker {
  /** Finishes what runs, takes nothing new. */
  stop(): Promise<void>
}

/** The queue's own tables; calls may enqueue from then on. */
export async function prepare_queue(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: silent })
}

export async function start_worker(engine: Engine, { jobs_at_once = JOBS_AT_ONCE } = {}): Promise<Worker> {
  const stopping = new AbortController()
  const proof = await engine.pool.connect()
  proof.on('error', (error) => engine.log.warn({ err: error }, 'the worker lost the session that proves it lives'))
  const runner: Runner = await run({
    pgPool: engine.pool,
    logger: silent,
    concurrency: jobs_at_once,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    taskList: tasks_of(engine, stopping.signal),
    parsedCronItems: parseCronItems(
      Object.entries(engine.jobs).flatMap(([task, { cron }]) =>
        cron ? [{ task, match: cron, options: { backfillPeriod: 0 } }] : [],
      ),
    ),
  })
  runner.events.on('worker:create', ({ worker }) => {
    void proof.query('select pg_advisory_lock(hashtextextended($1, 1))', [worker.workerId]).catch(() => {})
  })
  runner.events.on('job:error', ({ job, error }) =>
    engine.log.error({ err: error, job: job.task_identifier, attempt: job.attempts }, 'a job failed'),
  )
  const sweep = setInterval(() => {
    free_jobs_of_the_dead(engine.pool).catch((error) =>
      engine.log.warn({ err: error }, 'dead workers could not be looked for'),
    )
  }, SWEEP_MS)
  await free_jobs_of_the_dead(engine.pool)
  return {
    async stop() {
      clearInterval(sweep)
      stopping.abort(new Error('the process is stopping'))
      await runner.stop()
      proof.release(true)
    },
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
      `select worker_id from (select distinct locked_by as worker_id from graphile_worker.jobs where locked_by is not null) locked
       where pg_try_advisory_lock(hashtextextended(worker_id, 1))`,
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
