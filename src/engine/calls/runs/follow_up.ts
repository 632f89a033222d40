// Requests about a run after its call: its progress and its result, and cancellation. Any process can answer.
import { in_org, in_system } from '#db/org.ts'
import type { Database } from '#db/pool.ts'
import { append_calls, input_hash } from '#engine/audit/chain.ts'
import { admit_again, type Claim, type Identified, identify, missing_scopes } from '#engine/calls/admission.ts'
import type { CallParts } from '#engine/calls/call.ts'
import { note_public_text } from '#engine/calls/ending.ts'
import { check_rate_limit, count_call } from '#engine/calls/rate_limit.ts'
import { result_of } from '#engine/calls/runs/begin.ts'
import { deliver, OPEN, RUN_KEPT_MS, type Run, read_run, request_cancel } from '#engine/calls/runs/table.ts'
import type { WaitingFor } from '#engine/calls/runs/waiters.ts'
import { cancelled, end_and_record } from '#engine/calls/runs/work.ts'
import { Refusal } from '#engine/outcomes.ts'
import type { ShownResult } from '#engine/texts.ts'
import {
  type DeferredTool,
  type FollowedTool,
  is_deferred,
  is_followed,
  type NamedTool,
  type Progress,
} from '#engine/tool.ts'
import { visible_text } from '#lib/text.ts'

/** Interval at which clients should ask. */
export const POLL_INTERVAL_MS = 2_000
/** Rate limit of an organization for these requests, apart from calls. */
const REQUESTS_PER_MINUTE = 600

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The answer is the one that a call gets that waits for the end. */
export interface RunProgress extends Omit<Progress, 'answer'> {
  run_id: string
  created_at: string
  updated_at: string
  answer: ShownResult | Refusal
}

export interface FollowUp extends Claim {
  run_id: string
  request_id: string
  /** Whether the tool exists for the caller. A run of any other tool looks like an unknown run. */
  is_there: (tool: NamedTool | undefined, identified: Identified) => tool is NamedTool
}

type Shown<P> = Omit<P, 'answer'> & { answer: ShownResult }

/** Waits for the end of work that other jobs do, with progress, and reads the work once more. */
export async function wait_for_end(
  parts: CallParts,
  claim: Claim,
  tool: FollowedTool,
  { answer, ...run }: Omit<WaitingFor, 'followed'> & { answer: Record<string, unknown> },
): Promise<Shown<Progress>> {
  const admit = () => admit_again(parts, claim, tool)
  await parts.waiters.wait({ ...run, followed: { admit, look: (db) => look(tool, answer, db) } })
  await admit()
  return read_progress(parts, claim, tool, answer)
}

/** The progress of work that other jobs do, for a caller that still has access. */
async function read_progress(
  parts: CallParts,
  claim: Claim,
  tool: FollowedTool,
  answer: Record<string, unknown>,
): Promise<Shown<Progress>> {
  const { caller, org } = await identify(parts, claim)
  const progress = await in_org(parts.pool, { org_id: org.org_id, read_only: true }, (db) => look(tool, answer, db))
  await note_public_text(parts, caller, progress.answer)
  return progress
}

/** Looks at the work. Its answer passes the same check as the answer of the call. */
async function look(tool: FollowedTool, started: Record<string, unknown>, db: Database): Promise<Shown<Progress>> {
  const { answer, ...progress } = await tool.follow.look(started, { db })
  tool.result_schema.parse(answer)
  return { ...progress, answer: tool.shown(answer) }
}

/** Undefined for a run that is unknown, expired, of another organization, or of a tool that the caller may not call. */
export async function find_run(parts: CallParts, request: FollowUp): Promise<RunProgress | undefined> {
  const identified = await admit(parts, request)
  const run = await in_org(parts.pool, { org_id: identified.org.org_id }, async (db) => {
    const found = await find(parts, db, request, identified)
    return found && describe(parts, db, found, identified.caller.actor === found.run.actor)
  })
  if (!run) await record_unknown(parts, request, identified)
  else if (!(run.answer instanceof Refusal)) await note_public_text(parts, identified.caller, run.answer)
  return run
}

/** A run that a call of this process has just made or joined. */
export const describe_run = (parts: CallParts, org_id: string, run_id: string): Promise<RunProgress | undefined> =>
  in_org(parts.pool, { org_id }, async (db) => {
    const run = await read_run(db, run_id)
    return run && describe(parts, db, { run, tool: parts.catalog.get(run.tool) as Found['tool'] }, true)
  })

/** Cancels work that is in progress. False for an unknown run. */
export async function cancel_run(parts: CallParts, request: FollowUp): Promise<boolean> {
  const identified = await admit(parts, request)
  const { caller, org } = identified
  const is_known = await in_org(parts.pool, { org_id: org.org_id }, async (db) => {
    const found = await find(parts, db, request, identified)
    if (!found) return false
    const now = parts.clock.now()
    const { run, tool } = found
    if (is_followed(tool)) await tool.follow.stop(run.result as Record<string, unknown>, { db, now })
    else await request_cancel(db, run.run_id, now)
    if (run.state === 'queued') await end_and_record(db, parts, run.run_id, cancelled(tool))
    const stopped = {
      org_id: org.org_id,
      request_id: request.request_id,
      caller_request_id: request.caller_request_id,
      actor: caller.actor,
      caller_org_id: caller.org_id === org.org_id ? undefined : caller.org_id,
      tool: `${tool.name} stopped`,
      transport: 'mcp',
      outcome: 'ok' as const,
      input_hash: input_hash({ run_id: run.run_id }),
      duration_ms: 0,
      called_at: now.toISOString(),
    }
    await append_calls(db, parts, [stopped])
    return true
  })
  if (!is_known) await record_unknown(parts, request, identified)
  return is_known
}

/** A run that the caller cannot see can belong to another organization, whose chain shows the attempt too. */
async function record_unknown({ pool, refused }: CallParts, request: FollowUp, { caller, org }: Identified) {
  const { run_id } = request
  const run = UUID.test(run_id)
    ? await in_system(pool, (db) =>
        db.selectFrom('runs').select('org_id').where('run_id', '=', run_id).executeTakeFirst(),
      )
    : undefined
  const owner = run?.org_id === org.org_id ? undefined : run?.org_id
  refused.run({ actor: caller.actor, org_id: org.org_id }, owner, request)
}

async function admit(parts: CallParts, request: FollowUp): Promise<Identified> {
  const identified = await identify(parts, request)
  const limited = { name: 'runs', rate: REQUESTS_PER_MINUTE }
  check_rate_limit(limited, await count_call(parts, limited, identified.org.org_id))
  return identified
}

interface Found {
  run: Run
  tool: FollowedTool | DeferredTool
}

async function find(
  { catalog, clock }: CallParts,
  db: Database,
  { run_id, is_there }: FollowUp,
  identified: Identified,
): Promise<Found | undefined> {
  const run = UUID.test(run_id) ? await read_run(db, run_id) : undefined
  const tool = catalog.get(run?.tool ?? '')
  if (!run || !is_there(tool, identified) || missing_scopes(tool, identified.caller).length > 0) return undefined
  const is_kept = OPEN.includes(run.state) || kept_from(run) > clock.now().getTime() - RUN_KEPT_MS
  return is_kept && (is_followed(tool) || is_deferred(tool)) ? { run, tool } : undefined
}

const kept_from = ({ ended_at, created_at }: Run) => Date.parse(ended_at ?? created_at)

/** Only the caller whose call it was takes the answer: what another key reads is still owed to that caller. */
async function describe(parts: CallParts, db: Database, { run, tool }: Found, is_own: boolean): Promise<RunProgress> {
  const { run_id, created_at } = run
  const now = parts.clock.now()
  const place = { run_id, created_at }
  if (!is_followed(tool)) {
    const current = (is_own ? await deliver(db, run_id, now) : undefined) ?? run
    return { ...place, ...progress_of(current, tool), updated_at: current.ended_at ?? now.toISOString() }
  }
  const progress = await look(tool, run.result as Record<string, unknown>, db)
  return { ...place, ...progress, updated_at: progress.ended_at ?? now.toISOString() }
}

function progress_of(run: Run, of: NamedTool): Omit<RunProgress, 'run_id' | 'created_at' | 'updated_at'> {
  const { state, progress, tool, ended_at } = run
  const message = visible_text(run.message)
  const answer = answer_of(run, of)
  if (ended_at === null) return { state: 'working', done: progress, message: message || `${tool} is running.`, answer }
  const ended = { done: 1, ended_at, answer, is_error: answer instanceof Refusal }
  if (state === 'cancelled') {
    const left = is_deferred(of) && of.when_cancelled
    return { ...ended, state, message: left || `${tool} was cancelled.` }
  }
  return { ...ended, state: 'ended', message: message || `${tool} has ended.` }
}

function answer_of(run: Run, tool: NamedTool): RunProgress['answer'] {
  try {
    return tool.shown(result_of(tool, run))
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
