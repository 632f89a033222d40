// The work of jobs, as the queue's library calls it.
import { type JobHelpers, type ParsedCronItem, parseCronItems, type TaskList } from 'graphile-worker'
import { type Job, Postponed } from '#engine/job.ts'
import type { Places } from '#engine/queue/places.ts'
import { type Queued, run_job } from '#engine/queue/run_job.ts'
import type { WorkerParts } from '#engine/queue/space.ts'
import { storable_text } from '#lib/text.ts'
import { in_job } from '#lib/trace.ts'

export function tasks_of(
  parts: WorkerParts,
  jobs: [string, Job][],
  { signal, places }: { signal: AbortSignal; places?: Places },
): TaskList {
  const task =
    (name: string, declared: Job) =>
    (raw: unknown, { job }: JobHelpers) => {
      const queued = (raw ?? {}) as Queued
      const { org_id, traceparent } = queued
      const log = parts.log.child({ job: name, org_id })
      const work = (clock = parts.clock) =>
        in_job(`job ${name}`, { traceparent, 'tablero.org_id': org_id }, () =>
          run_job({ ...parts, clock }, declared, queued, { log, signal }),
        )
      return parts.space
        .repeated(declared, signal, () => (places ? places.run(parts.clock, work) : work()))
        .then(() => (declared.cron ? forget_failed(parts, name) : undefined))
        .catch(async (error) => {
          if (error instanceof Postponed) await postpone(parts, job, error)
          throw storable_error(error)
        })
    }
  return Object.fromEntries(jobs.map(([name, declared]) => [name, task(name, declared)]))
}

/** The longest wait of a job that was postponed. Before that, one that does not know its wait waits for half of its age. */
const POSTPONED_MAX_S = 60
/** The shortest wait of one that knows it, because a platform can ask for none, again and again. */
const POSTPONED_MIN_S = 5

/** Takes the attempt back, also from a job that waits for hours. A job that was replaced meanwhile, and has no key any more, ends. */
async function postpone(
  { pool, log }: WorkerParts,
  { id, key, attempts }: JobHelpers['job'],
  { wait_s }: Postponed,
): Promise<void> {
  await pool.org
    .query(
      `update graphile_worker._private_jobs set attempts = attempts - 1,
         run_at = now() + least(make_interval(secs => $4), coalesce(make_interval(secs => $5), (now() - created_at) / 2))
       where id = $1 and key is not distinct from $2 and attempts = $3`,
      [id, key, attempts, POSTPONED_MAX_S, wait_s === undefined ? null : Math.max(POSTPONED_MIN_S, wait_s)],
    )
    .catch((error) => log.warn({ err: error, job_id: id }, 'the attempt of a postponed job counts'))
}

/** A run that still waits when the next one is due is replaced by it. The library's own number of attempts is 25. */
export const schedule_of = (jobs: [string, Job][]): ParsedCronItem[] =>
  parseCronItems(
    jobs.flatMap(([task, { cron, attempts_max }]) =>
      cron ? [{ task, match: cron, options: { backfillPeriod: 0, maxAttempts: attempts_max, jobKey: task } }] : [],
    ),
  )

/** A scheduled job that succeeds has done what its earlier runs left. They would count as failed for ever. */
async function forget_failed({ pool, log }: WorkerParts, name: string): Promise<void> {
  await pool.org
    .query(
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier = $1 and j.locked_at is null and j.attempts >= j.max_attempts`,
      [name],
    )
    .catch((error) => log.warn({ err: error, job: name }, 'failed runs of a scheduled job could not be removed'))
}

/**
 * The library stores the message of a job's error, and ends the process when PostgreSQL refuses the text. Messages can contain texts of
 * anybody.
 */
function storable_error(error: unknown): Error {
  const said = (error as Partial<Error> | null | undefined)?.message ?? error
  const known = error instanceof Error ? error : new Error(String(said), { cause: error })
  const message = storable_text(known.message)
  return message === known.message ? known : Object.defineProperty(known, 'message', { value: message })
}
