// One call of one tool, from credential to record: the only path of every caller of a tool, by REST, by MCP and from the dashboard. A command
// of an operator is no call (operate.ts).
// The order of the steps is the contract: 503, 401, 403, 404, 403, 429, 400, 409, 402, the tool, the record.
import type { Span } from '@opentelemetry/api'
import { begin_org, STATEMENT_TIMEOUT_MS, type Transaction } from '#db/org.ts'
import type { Redis } from '#db/redis.ts'
import type { Caller } from '#engine/access/caller.ts'
import type { Org } from '#engine/access/directory.ts'
import type { LastUses } from '#engine/access/last_uses.ts'
import type { Person } from '#engine/access/people.ts'
import { append_calls, type CallRecord, INSTALLATION, input_hash } from '#engine/audit/chain.ts'
import type { Recorder } from '#engine/audit/recorder.ts'
import {
  actor_of,
  admit_again,
  authenticate,
  type Claim,
  check_scopes,
  find_tool,
  type Identified,
  resolve_org,
} from '#engine/calls/admission.ts'
import { context_of } from '#engine/calls/context.ts'
import type { AdmittedCall, Done, Effect, Result } from '#engine/calls/effect.ts'
import { failure_of, success_of } from '#engine/calls/ending.ts'
import { check_key } from '#engine/calls/idempotency.ts'
import { read, write } from '#engine/calls/immediate.ts'
import { parse_input } from '#engine/calls/input.ts'
import type { Load } from '#engine/calls/load.ts'
import { look_before } from '#engine/calls/look.ts'
import { call_personal } from '#engine/calls/personal.ts'
import { begin_counted, check_rate_limit, type RateLimitState } from '#engine/calls/rate_limit.ts'
import { end_of_run, run_to_join } from '#engine/calls/runs/begin.ts'
import type { RunParts } from '#engine/calls/runs/parts.ts'
import { check_credits } from '#engine/calls/spend.ts'
import { type Outcome, outcomes, type Refusal } from '#engine/outcomes.ts'
import type { NamedPersonalTool, PersonalTools } from '#engine/personal.ts'
import type { ShownResult } from '#engine/texts.ts'
import { type Context, is_deferred, type NamedTool } from '#engine/tool.ts'
import { fail_span, in_span } from '#lib/trace.ts'

/** What calls need of the process. */
export interface CallParts extends RunParts {
  /** Counts calls for several processes. Without it, PostgreSQL counts them. */
  redis?: Redis
  recorder: Recorder
  last_uses: LastUses
  load: Load
  personal_tools: PersonalTools
  /** Notified of every call, with or without an organization. */
  observers: CallObserver[]
}

export type CallObserver = (call: Pick<CallRecord, 'tool' | 'outcome' | 'duration_ms' | 'transport'>) => void

export interface Call extends Claim {
  tool: string
  /** The parsed body, of any type. The engine validates it. */
  input: unknown
  /** Why the transport could not read the body. Only authenticated callers receive this error. */
  input_fault?: Refusal
  /** Writes with the same key have one effect. Reads ignore the key. */
  idempotency_key?: string
  transport: 'rest' | 'mcp' | 'cli'
  /** Which tools exist at the address of the request. All tools by default. */
  shows?: (tool: NamedTool) => boolean
  request_id: string
  /** Aborted when the caller disconnects. Then the running statement stops, and its transaction is rolled back. */
  signal?: AbortSignal
  /** Receives the progress of a long call. */
  progress?: Context['progress']
  /** The longest wait for work outside the call's transaction. */
  wait_ms?: number
}

export type Answer = { status: number; duration_ms: number; rate_limit?: RateLimitState; retry_after_s?: number } & (
  | ({ ok: true; outcome: 'ok'; run_id?: string } & ShownResult)
  | { ok: false; outcome: Exclude<Outcome, 'ok'>; error: string; wanted_scopes?: readonly string[] }
)

/** What the steps found before the call ended, for its record. */
interface Found {
  input_hash: Buffer
  caller?: Caller
  org?: Org
  /** Instead of caller and organization, for a personal tool. */
  person?: Person
  tool?: Pick<NamedTool, 'name' | 'shown' | 'result_schema'> & Partial<Pick<NamedTool, 'effect'>>
  rate_limit?: RateLimitState
  /** True when the call was recorded in its own transaction. */
  is_recorded?: boolean
  /** Work that continues after the call's transaction. */
  run_id?: string
}

export function call(parts: CallParts, request: Call): Promise<Answer> {
  const name = parts.catalog.has(request.tool) ? request.tool : 'unknown'
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'tablero.transport': request.transport,
    'tablero.request_id': request.request_id,
  }
  return in_span(`execute_tool ${name}`, attributes, (span) => answer(parts, request, span))
}

async function answer(parts: CallParts, request: Call, span: Span): Promise<Answer> {
  const started = performance.now()
  const found: Found = { input_hash: input_hash(request.input) }
  const ended = await run_steps(parts, request, found)
    // Stored answers and results of runs end here too.
    .then((result) => success_of(parts, found as Found & { tool: NamedTool }, result))
    .catch((thrown) => failure_of(parts, request, found, thrown))
  const duration_ms = Math.round((performance.now() - started) * 1000) / 1000
  const { status } = outcomes[ended.outcome]
  // An unknown name is text of an untrusted caller. It must not become a label.
  const { transport } = request
  for (const observe of parts.observers)
    observe({ tool: found.tool?.name ?? 'unknown', outcome: ended.outcome, duration_ms, transport })
  if (!found.is_recorded) {
    const record = record_of(parts, request, found, ended.outcome, duration_ms)
    if (record) parts.recorder.add(record)
  }
  span.setAttributes({ 'tablero.org_id': found.org?.org_id, 'tablero.outcome': ended.outcome })
  if (status >= 500) fail_span(span, ended.outcome)
  return { ...ended, status, duration_ms, rate_limit: found.rate_limit }
}

async function run_steps(parts: CallParts, request: Call, found: Found): Promise<Result> {
  using place = parts.load.enter() // 503
  const authenticated = await authenticate(parts, request) // 401
  const personal = parts.personal_tools.get(request.tool)
  if (personal && authenticated.via === 'person' && request.org_id === undefined) {
    return run_personal(parts, request, found, { tool: personal, person: authenticated.person })
  }
  const may_be_ended = parts.catalog.get(request.tool)?.on_ended
  const { caller, org } = await resolve_org(parts, authenticated, { ...request, may_be_ended }) // 403
  found.caller = caller
  parts.last_uses.note(caller)
  found.org = org
  const tool = find_tool(parts, request, { caller, org }) // 404
  found.tool = tool
  check_scopes(tool, caller) // 403
  const done = await in_transaction(parts, request, found, { caller, org, tool })
  found.is_recorded = done.is_recorded
  found.run_id = done.run_id
  if (done.result) return done.result

  // A caller that waits for a run holds no connection, and is not among the calls in progress.
  place[Symbol.dispose]()
  return await end_of_run(parts, request, { org, tool }, done)
}

function run_personal(
  parts: CallParts,
  request: Call,
  found: Found,
  { tool, person }: { tool: NamedPersonalTool; person: Person },
): Promise<Result> {
  const started = performance.now()
  Object.assign(found, { person, tool })
  const counted = (state: RateLimitState) => {
    found.rate_limit = state
  }
  return call_personal(parts, request, {
    tool,
    person,
    counted,
    async record(db, org_id) {
      const record = record_of(parts, request, found, 'ok', performance.now() - started)!
      await append_calls(db, parts, [{ ...record, org_id }])
      found.is_recorded = true
    },
  })
}

/** The call's part in the database: it is counted, checked, and read or carried out. */
async function in_transaction(
  parts: CallParts,
  request: Call,
  found: Found,
  identified: Identified & { tool: NamedTool },
): Promise<Done> {
  const { org, tool } = identified
  const { idempotency_key: key, signal } = request
  const started = performance.now()
  const of_org = { org_id: org.org_id, signal }
  const reads = { read_only: true, all_statements_ms: STATEMENT_TIMEOUT_MS }
  using share = await parts.load.enter_share(identified.caller.org_id)
  await using counted = await begin_counted(parts, tool, { ...of_org, ...(tool.effect === 'read' && reads) })
  const { rate_limit, transaction } = counted
  found.rate_limit = rate_limit
  check_rate_limit(tool, rate_limit) // 429 before 400: an invalid call counts too
  const input = parse_input(tool, request) // 400
  if (key !== undefined) check_key(key)

  const concerned = new Set<string>()
  const asked = { ...request, concerns: (org_id: string) => void concerned.add(org_id) }
  const admitted: AdmittedCall = {
    ...identified,
    request,
    input,
    input_hash: found.input_hash,
    concerned,
    context_in: (within) => context_of(parts, asked, { ...identified, within }),
    record: () => record_of(parts, request, found, 'ok', performance.now() - started)!,
  }
  const held = { transaction, share }
  if (is_deferred(tool)) return await with_look(parts, held, { ...admitted, tool }, run_to_join)
  if (tool.effect === 'read') return await read(transaction, { ...admitted, tool })
  return await with_look(parts, held, { ...admitted, tool }, write) // 409, 402, the tool
}

/** A look holds no connection and no place of a share. What follows it has both of its own, and is admitted again. */
async function with_look<T extends NamedTool>(
  parts: CallParts,
  { transaction, share }: { transaction: Transaction; share: Disposable },
  call: AdmittedCall<T>,
  { before, carry_out }: Effect<T>,
): Promise<Done> {
  const { tool, org, request } = call
  if (!tool.look) return carry_out(parts, transaction, call)
  const done = await before(transaction, call)
  if (done) {
    await transaction.commit()
    return done
  }
  await check_credits(transaction.db, tool.spends ?? 0)
  await transaction[Symbol.asyncDispose]()
  share[Symbol.dispose]()
  const look_result = await look_before(parts, call)
  await admit_again(parts, request, tool)
  using _share = await parts.load.enter_share(call.caller.org_id)
  await using after_look = await begin_org(parts.pool, { org_id: org.org_id, signal: request.signal })
  return await carry_out(parts, after_look, call, look_result)
}

/** The record of the call. Undefined when nobody is known to have called. A personal call stands in the chain of the installation. */
function record_of(
  { clock }: CallParts,
  { request_id, caller_request_id, transport }: Call,
  { caller, org, person, tool, input_hash }: Found,
  outcome: Outcome,
  duration_ms: number,
): CallRecord | undefined {
  const acting = caller && org ? acting_on(caller, org) : person && { actor: actor_of(person), org_id: INSTALLATION }
  if (!acting) return undefined
  return {
    ...acting,
    request_id,
    caller_request_id,
    tool: tool?.name ?? 'unknown',
    transport,
    outcome,
    input_hash,
    duration_ms,
    called_at: clock.now().toISOString(),
  }
}

const acting_on = ({ actor, org_id: own }: Caller, { org_id }: Org) => ({
  actor,
  org_id,
  caller_org_id: own === org_id ? undefined : own,
})
