// The call's part of a run: joins the run of the same call or makes one, waits for its end, and answers with the result.
import { in_org, type Transaction } from '#db/org.ts'
import type { Org } from '#engine/access/directory.ts'
import { append_calls } from '#engine/audit/chain.ts'
import { admit_again } from '#engine/calls/admission.ts'
import type { AdmittedCall, Done, Effect, Result } from '#engine/calls/effect.ts'
import { claim_key, keep_answer } from '#engine/calls/idempotency.ts'
import type { RunParts, RunRequest } from '#engine/calls/runs/parts.ts'
import {
  call_hash,
  deliver,
  find_in_progress,
  insert_delegated_run,
  make_run,
  type NewRun,
  OPEN,
  type Run,
  take_undelivered,
} from '#engine/calls/runs/table.ts'
import { hold_credits } from '#engine/calls/spend.ts'
import type { OrgJob } from '#engine/job.ts'
import { type Outcome, Refusal } from '#engine/outcomes.ts'
import { type Context, type DeferredTool, is_deferred, type NamedTool } from '#engine/tool.ts'

/** How long a caller waits for the end. Proxies time out after a minute. */
export const RUN_WAIT_MS = 55_000
/** A run can end in the moment between two statements of an attempt. The next attempt finds its outcome or makes a new run. */
const ATTEMPTS_MAX = 5
/** A run that found no place stores its sentence and no time. What other runs do meanwhile takes about a minute. */
const OVERLOADED_RETRY_S = 60

type RunCall = AdmittedCall<DeferredTool>

/** Joins the run of the same call, or makes one. */
export const run_to_join: Effect<DeferredTool> = {
  before: join,
  async carry_out(parts, within, call, look_result) {
    const joined = await within.until_aborted(join_or_make(parts, within, call, look_result))
    await within.commit()
    return joined
  },
}

async function join_or_make(parts: RunParts, within: Transaction, call: RunCall, look_result: unknown): Promise<Done> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const joined = (await join(within, call)) ?? (await make(parts, within, call, look_result))
    if (joined) return joined
  }
  throw new Error('a run of the same call could be neither joined nor made')
}

/** Finds the run by the idempotency key where there is one, otherwise by the same call of the same caller. */
async function join(within: Transaction, call: RunCall): Promise<Done | undefined> {
  const { tool, request, input, input_hash, org } = call
  const { db, caller, now } = call.context_in(within)
  const { idempotency_key: key } = request
  if (key !== undefined) {
    const before = await claim_key(db, { org_id: org.org_id, key, tool: tool.name, input_hash })
    return before && joined_run({ run_id: before.run_id! })
  }
  const hash = call_hash(caller.actor, tool.name, input)
  const ended = await take_undelivered(db, hash, now)
  if (ended) return joined_run({ run_id: ended.run_id, ended })
  const run_id = await find_in_progress(db, hash)
  return run_id === undefined ? undefined : joined_run({ run_id })
}

const joined_run = (run: { run_id: string; ended?: Run }): Done => ({ ...run, is_recorded: false })

/** Holds the credits and stores the run, its job and the record of the call. Undefined when the same call has just made a run. */
async function make(
  parts: RunParts,
  within: Transaction,
  call: RunCall,
  look_result: unknown,
): Promise<Done | undefined> {
  const { tool, input, request } = call
  const { idempotency_key: key } = request
  const context = call.context_in(within)
  const { db, caller } = context
  const hash = key === undefined ? call_hash(caller.actor, tool.name, input) : null
  const run_id = await make_run(db, new_run(call, context, hash, tool.spends))
  if (run_id === undefined) return undefined
  await hold_credits(db, tool.spends ?? 0)
  const begin_result = await tool.begin?.(input, { ...context, look_result })
  if (begin_result !== undefined)
    await db
      .updateTable('runs')
      .set({ begin_result: JSON.stringify(begin_result) })
      .where('run_id', '=', run_id)
      .execute()
  await context.enqueue(parts.jobs.work_run as OrgJob, { run_id })
  if (key !== undefined) await keep_answer(db, key, { run_id })
  await append_calls(db, parts, [call.record()])
  return { run_id, is_recorded: true }
}

/** A run whose work other jobs do. No call joins it, and it holds no credits. */
export function make_delegated_run(within: Transaction, call: AdmittedCall, result: Result): Promise<string> {
  const context = call.context_in(within)
  return insert_delegated_run(context.db, { ...new_run(call, context, null), result })
}

const new_run = (
  { tool, request, input_hash, org, caller }: AdmittedCall,
  { now }: Context,
  hash: Buffer | null,
  credits_held = 0,
): NewRun => ({
  org_id: org.org_id,
  tool: tool.name,
  actor: caller.actor,
  request_id: request.request_id,
  transport: request.transport,
  call_hash: hash,
  input_hash,
  input: request.input,
  credits_held,
  now,
})

/** Waits for the end of the run. Returns its result, or `state: running` after the wait. */
export async function end_of_run(
  parts: RunParts,
  request: RunRequest,
  { org: { org_id }, tool }: { org: Org; tool: NamedTool },
  { run_id, ended }: Pick<Run, 'run_id'> & { ended?: Run },
): Promise<Result> {
  if (ended) return result_of(parts.catalog.get(ended.tool), ended)
  const { signal, progress, wait_ms: ms = RUN_WAIT_MS } = request
  await parts.waiters.wait({ org_id, run_id, ms, signal, progress })
  await admit_again(parts, request, tool)
  const run = await in_org(parts.pool, { org_id, signal }, (db) => deliver(db, run_id, parts.clock.now()))
  if (!run) throw new Refusal('not_found', 'The work of this call is no longer stored. Call again to start it again.')
  return result_of(parts.catalog.get(run.tool), run)
}

export function result_of(
  tool: NamedTool | undefined,
  { run_id, state, begin_result, result, outcome, error }: Run,
): Result {
  if (OPEN.includes(state))
    return { ...(is_deferred(tool) && tool.meanwhile?.(begin_result)), run_id, state: 'running' }
  if (state === 'succeeded') return { ...(result as Result), run_id, state }
  const retry_after_s = outcome === 'overloaded' ? OVERLOADED_RETRY_S : undefined
  throw new Refusal(outcome === 'cancelled' ? 'conflict' : (outcome as Exclude<Outcome, 'ok'>), error!, retry_after_s)
}
