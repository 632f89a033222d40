// The worker's part of a run: starts the work, watches it, and ends the run. When a worker is killed, the queue releases the job, and the
// work continues after its last finished step.
import { z } from 'zod'
import { is_disk_full } from '#db/exhausted.ts'
import { in_org } from '#db/org.ts'
import type { Database } from '#db/pool.ts'
import { in_reachable } from '#db/reachable.ts'
import { is_unreachable } from '#db/unreachable.ts'
import { waiting_jobs } from '#db/waiting_jobs.ts'
import { append_calls } from '#engine/audit/chain.ts'
import { look_context } from '#engine/calls/look.ts'
import type { RunParts } from '#engine/calls/runs/parts.ts'
import { RunHasEnded, steps_of } from '#engine/calls/runs/steps.ts'
import { type End, end_run, OPEN, type Run, read_run } from '#engine/calls/runs/table.ts'
import { fault_sentence, Refusal } from '#engine/outcomes.ts'
import { type DeferredTool, is_deferred, type NamedTool, type WorkContext } from '#engine/tool.ts'
import { texts_in, without_texts } from '#lib/given_texts.ts'
import { in_language } from '#messages/render.ts'

/** A run ends as failed when its work has thrown this number of errors other than refusals. */
const FAULTS_MAX = 3
/** A run that is started more often ends as failed, because its work probably kills the worker. */
const STARTS_MAX = 10
/** The longest time of the work after a start, of a tool that names no other. Work that never ends would keep its place and its credits. */
export const WORK_MAX_MS = 600_000
/** Interval at which progress is written and a request to cancel is read. */
const WATCH_MS = 1_000
/** Time that cancelled work has to finish its current step. */
const LAST_STEP_MS = 5_000

export interface RunJob {
  org_id: string
  run_id: string
  /** Aborted when the process stops. The run then continues in another process. */
  signal: AbortSignal
}

export async function work_run(parts: RunParts, job: RunJob): Promise<void> {
  const run = await start(parts, job)
  if (!run) return
  const fault = { state: 'failed', outcome: 'fault', error: fault_sentence(run.request_id) } as const
  const tool = parts.catalog.get(run.tool)
  if (run.cancel_requested_at !== null) return end(parts, run, cancelled(tool))
  if (run.starts > STARTS_MAX || !is_deferred(tool)) {
    parts.log.error(
      { request_id: run.request_id, tool: run.tool, starts: run.starts },
      'a run was started too often, or its tool no longer exists',
    )
    return end(parts, run, fault)
  }
  const stop = new AbortController()
  const watch = watch_run(parts, run, stop)
  const late = new AbortController()
  const { work_max_ms = WORK_MAX_MS } = tool
  const timer = setTimeout(() => late.abort(too_long(run, work_max_ms)), work_max_ms)
  const signal = AbortSignal.any([stop.signal, job.signal, late.signal])
  try {
    const result = await within(signal, work(parts, tool, run, signal, watch.progress))
    clearTimeout(timer)
    await end(parts, run, { state: 'succeeded', outcome: 'ok', result })
  } catch (thrown) {
    const error = without_texts(thrown, texts_in(run.input))
    if (late.signal.aborted)
      parts.log.error({ err: error, run_id: run.run_id, tool: run.tool }, 'the work of a run took too long')
    await after_error(parts, job, run, late.signal.aborted ? late.signal.reason : error, stop.signal.aborted)
  } finally {
    clearTimeout(timer)
    watch.stop()
  }
}

export const cancelled = (tool: NamedTool | undefined): End => ({
  state: 'cancelled',
  outcome: 'cancelled',
  error:
    (is_deferred(tool) && tool.when_cancelled) ||
    'The work was cancelled before its end. Call again to start it again.',
})

const too_long = ({ tool, request_id }: Run, ms: number) =>
  new Refusal(
    'fault',
    `The work of ${tool} did not end within ${ms / 1000} s and was stopped. It has been logged as request ${request_id}.`,
  )

/** Undefined when the run has ended. */
function start({ pool, clock }: RunParts, { org_id, run_id }: RunJob): Promise<Run | undefined> {
  return in_org(pool, { org_id }, (db) =>
    db
      .updateTable('runs')
      .set(({ eb, fn }) => ({
        state: 'running',
        starts: eb('starts', '+', 1),
        started_at: fn.coalesce('started_at', eb.val(clock.now().toISOString())),
      }))
      .where('run_id', '=', run_id)
      .where('state', 'in', OPEN)
      .returningAll()
      .executeTakeFirst(),
  )
}

async function work(
  parts: RunParts,
  tool: DeferredTool,
  run: Run,
  signal: AbortSignal,
  progress: WorkContext['progress'],
): Promise<Record<string, unknown>> {
  const { org_id, run_id, actor, begin_result, created_at } = run
  const org = await parts.directory.org(org_id)
  if (!org) throw new Error('the organization of the run does not exist')
  const result = await tool.work(tool.input_schema.parse(run.input), {
    ...look_context(parts, org, { now: new Date(created_at), signal }),
    run_id,
    actor,
    begin_result,
    progress,
    ...(await steps_of({ parts, org_id, run_id, signal })),
  })
  return z.strictObject(tool.result).parse(in_language(result, org))
}

/** Abandons work that does not stop in time after its signal. Later steps of this work are not stored. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: abandoned, reject } = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  const on_abort = () => {
    timer = setTimeout(() => reject(signal.reason), LAST_STEP_MS)
  }
  if (signal.aborted) on_abort()
  signal.addEventListener('abort', on_abort, { once: true })
  return Promise.race([work, abandoned]).finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', on_abort)
  })
}

/** Writes progress, and aborts `stop` when the run is cancelled or has ended. */
function watch_run({ pool, log }: RunParts, { org_id, run_id, message: before }: Run, stop: AbortController) {
  let news: { progress: number; message: string } | undefined
  let message = before
  const look = async (db: Database) => {
    const written = news
    news = undefined
    if (written)
      await db.updateTable('runs').set(written).where('run_id', '=', run_id).where('state', 'in', OPEN).execute()
    const run = await read_run(db, run_id)
    if (!run || run.ended_at !== null) stop.abort(new RunHasEnded(`the run ${run_id} has ended`))
    else if (run.cancel_requested_at !== null) stop.abort(new Error('the run was cancelled'))
  }
  const timer = setInterval(() => {
    in_org(pool, { org_id }, look).catch((error) => log.warn({ err: error, run_id }, 'watching a run failed; retrying'))
  }, WATCH_MS)
  const progress: WorkContext['progress'] = (done, total, said = message) => {
    message = said
    news = { progress: total > 0 ? Math.min(1, Math.max(0, done / total)) : 0, message }
  }
  return { progress, stop: () => clearInterval(timer) }
}

async function after_error(parts: RunParts, job: RunJob, run: Run, error: unknown, is_stopped: boolean): Promise<void> {
  const { pool, log } = parts
  const { org_id, run_id, request_id, tool, faults } = run
  if (error instanceof RunHasEnded) return
  if (is_stopped) return end(parts, run, cancelled(parts.catalog.get(tool)))
  const retry = async (changes: Partial<Pick<Run, 'state' | 'starts' | 'faults'>>) => {
    await in_org(pool, { org_id }, (db) =>
      db.updateTable('runs').set(changes).where('run_id', '=', run_id).where('state', 'in', OPEN).execute(),
    )
    throw error
  }
  // A stopping process is no failure of the work: another process continues the run.
  if (job.signal.aborted) return retry({ state: 'queued', starts: run.starts - 1 })
  if (error instanceof Refusal)
    return end(parts, run, { state: 'failed', outcome: error.outcome, error: error.message })
  // The start was none of the work's own failures. A disk can be full for more starts than a run has.
  if (is_disk_full(error)) return retry({ state: 'queued', starts: run.starts - 1 })
  if (is_unreachable(error)) throw error
  log.error({ err: error, request_id, tool, run_id, faults: faults + 1 }, 'the work of a run failed')
  if (faults + 1 >= FAULTS_MAX)
    return end(parts, run, { state: 'failed', outcome: 'fault', error: fault_sentence(request_id) })
  return retry({ state: 'queued', faults: faults + 1 })
}

/** A job that was enqueued this long ago and is not in the queue any more has used up its attempts. */
const ABANDONED_AFTER_MS = 60_000

/** Ends runs whose job the queue gave up. Such a run would hold its credits, and every same call would join it. */
export async function end_abandoned_runs(parts: RunParts): Promise<number> {
  const { pool, clock, log } = parts
  const created_before = new Date(clock.now().getTime() - ABANDONED_AFTER_MS).toISOString()
  const open = await in_reachable(pool, (db) =>
    db
      .selectFrom('runs')
      .select(['org_id', 'run_id', 'tool', 'request_id'])
      .where('state', 'in', OPEN)
      .where('created_at', '<', created_before)
      .execute(),
  )
  if (open.length === 0) return 0
  const waiting = await waiting_jobs(pool, open.map(job_key))
  const abandoned = open.filter((run) => !waiting.has(job_key(run)))
  for (const run of abandoned) {
    log.error({ request_id: run.request_id, tool: run.tool, run_id: run.run_id }, 'a run has no job any more')
    await end(parts, run, { state: 'failed', outcome: 'fault', error: fault_sentence(run.request_id) })
  }
  return abandoned.length
}

const job_key = ({ org_id, run_id }: { org_id: string; run_id: string }) => `${org_id}:work_run:${run_id}`

const end = ({ pool, ...parts }: RunParts, { org_id, run_id }: Pick<Run, 'org_id' | 'run_id'>, how: End) =>
  in_org(pool, { org_id }, (db) => end_and_record(db, parts, run_id, how))

/** Ends an open run and records the outcome, in the open transaction. */
export async function end_and_record(
  db: Database,
  parts: Pick<RunParts, 'clock' | 'master_key' | 'old_master_keys'>,
  run_id: string,
  how: End,
): Promise<void> {
  const now = parts.clock.now()
  const run = await end_run(db, run_id, how, now)
  if (!run) return
  // As after any call that failed, the same idempotency key may start the work again.
  if (how.state !== 'succeeded') await db.deleteFrom('idempotency_keys').where('run_id', '=', run_id).execute()
  const { org_id, request_id, actor, tool, transport, input_hash } = run
  const duration_ms = now.getTime() - Date.parse(run.created_at)
  const place = { org_id, request_id, actor, tool: `${tool} ended`, transport, input_hash }
  await append_calls(db, parts, [{ ...place, outcome: how.outcome, duration_ms, called_at: now.toISOString() }])
}
