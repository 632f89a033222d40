// The call's part of a run: joins the run of the same call or makes one, waits for its end, and answers with the result.
import { in_org, type Transaction } from '#db/org.ts'
import type { Org } from '#engine/access/directory.ts'
import { append_calls, type CallRecord } from '#engine/audit/chain.ts'
import { admit_again } from '#engine/calls/admission.ts'
import { type Claim, claim_key, keep_answer } from '#engine/calls/idempotency.ts'
import { look_before } from '#engine/calls/look.ts'
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
import { check_credits, hold_credits } from '#engine/calls/spend.ts'
import { enqueue_on, type OrgJob } from '#engine/job.ts'
import { type Outcome, Refusal } from '#engine/outcomes.ts'
import { type Context, type DeferredTool, is_deferred, type NamedTool } from '#engine/tool.ts'

/** How long a caller waits for the end. Proxies time out after a minute. */
export const RUN_WAIT_MS = 55_000
/** A run can end in the moment between two statements of an attempt. The next attempt finds its outcome or makes a new run. */
const ATTEMPTS_MAX = 5
/** A run that found no place stores its sentence and no time. What other runs do meanwhile takes about a minute. */
const OVERLOADED_RETRY_S = 60

type Result = Record<string, unknown>

export interface RunCall {
  tool: DeferredTool
  input: never
  request: RunRequest
  input_hash: Buffer
  /** In the open transaction. */
  context: Context
  record: () => CallRecord
}

export interface JoinedRun {
  run_id: string
  /** True: this call made the run. The record of the call is part of the same transaction. */
  is_new: boolean
  /** The run, when it had ended before and its outcome is now delivered to this call. */
  ended?: Run
}

/** Works in the transaction of the call. A tool with `look` gets a second transaction after the look. */
export async function join_or_make_run(parts: RunParts, transaction: Transaction, call: RunCall): Promise<JoinedRun> {
  const { tool, request } = call
  if (!tool.look) {
    const joined = await transaction.until_aborted(join_or_make(parts, call, undefined))
    await transaction.commit()
    return joined
  }
  const joined = await join(call)
  if (joined) {
    await transaction.commit()
    return joined
  }
  const { org, db } = call.context
  await check_credits(db, tool.spends ?? 0)
  await transaction[Symbol.asyncDispose]()
  const look_result = await look_before(parts, { ...call, caller: call.context.caller }, org)
  await admit_again(parts, request, tool)
  return in_org(parts.pool, { org_id: org.org_id, signal: request.signal }, (again) => {
    const context = { ...call.context, db: again, enqueue: enqueue_on(again, parts.jobs) }
    return join_or_make(parts, { ...call, context }, look_result)
  })
}

async function join_or_make(parts: RunParts, call: RunCall, look_result: unknown): Promise<JoinedRun> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const joined = (await join(call)) ?? (await make(parts, call, look_result))
    if (joined) return joined
  }
  throw new Error('a run of the same call could be neither joined nor made')
}

/** Finds the run by the idempotency key where there is one, otherwise by the same call of the same caller. */
async function join({ tool, request, input, input_hash, context }: RunCall): Promise<JoinedRun | undefined> {
  const { db, caller, org, now } = context
  if (request.idempotency_key !== undefined) {
    const claim: Claim = { org_id: org.org_id, key: request.idempotency_key, tool: tool.name, input_hash }
    const before = await claim_key(db, claim)
    return before && { run_id: before.run_id!, is_new: false }
  }
  const hash = call_hash(caller.actor, tool.name, input)
  const ended = await take_undelivered(db, hash, now)
  if (ended) return { run_id: ended.run_id, is_new: false, ended }
  const run_id = await find_in_progress(db, hash)
  return run_id === undefined ? undefined : { run_id, is_new: false }
}

/** Holds the credits and stores the run, its job and the record of the call, all in one transaction. */
async function make(parts: RunParts, call: RunCall, look_result: unknown): Promise<JoinedRun | undefined> {
  const { tool, input, request, context } = call
  const { idempotency_key: key } = request
  const { db, caller } = context
  const hash = key === undefined ? call_hash(caller.actor, tool.name, input) : null
  const run_id = await make_run(db, new_run(call, hash, tool.spends))
  if (run_id === undefined) return undefined
  await hold_credits(db, tool.spends ?? 0)
  const begin_result = await tool.begin?.(input, { ...context, look_result })
  if (begin_result !== undefined)
    await db
      .updateTable('runs')
      .set({ begin_result: JSON.stringify(begin_result) })
      .where('run_id', '=', run_id)
      .execute()
  await enqueue_on(db, parts.jobs)(parts.jobs.work_run as OrgJob, { run_id })
  if (key !== undefined) await keep_answer(db, key, { run_id })
  await append_calls(db, parts, [call.record()])
  return { run_id, is_new: true }
}

type Calling = Pick<RunCall, 'request' | 'input_hash' | 'context'> & { tool: NamedTool }

/** A run whose work other jobs do. No call joins it, and it holds no credits. */
export const make_delegated_run = (call: Calling, result: Result): Promise<string> =>
  insert_delegated_run(call.context.db, { ...new_run(call, null), result })

const new_run = ({ tool, request, input_hash, context }: Calling, hash: Buffer | null, credits_held = 0): NewRun => ({
  org_id: context.org.org_id,
  tool: tool.name,
  actor: context.caller.actor,
  request_id: request.request_id,
  transport: request.transport,
  call_hash: hash,
  input_hash,
  input: request.input,
  credits_held,
  now: context.now,
})

/** Waits for the end of the run. Returns its result, or `state: running` after the wait. */
export async function end_of_run(
  parts: RunParts,
  request: RunRequest,
  { org: { org_id }, tool }: { org: Org; tool: NamedTool },
  { run_id, ended }: JoinedRun,
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
