// One call of one tool, from credential to record: the only path of REST, MCP, people, agents and operators.
// The order of the steps is the contract: 503, 401, 403, 404, 403, 429, 400, 409, 402, the tool, the record.
import type { Span } from '@opentelemetry/api'
import type pg from 'pg'
import type { Redis } from '#db/redis.ts'
import type { Caller } from '#engine/access/caller.ts'
import type { Directory, Org } from '#engine/access/directory.ts'
import { authenticate, type Claim, check_scopes, find_tool, resolve_org } from '#engine/calls/admission.ts'
import { append_calls, type CallRecord, input_hash, type Recorder } from '#engine/calls/audit.ts'
import { context_of } from '#engine/calls/context.ts'
import { ending_of } from '#engine/calls/ending.ts'
import { check_key, claim_key, keep_answer } from '#engine/calls/idempotency.ts'
import { parse_input } from '#engine/calls/input.ts'
import type { Load } from '#engine/calls/load.ts'
import { begin_counted, check_rate_limit, type RateLimitState } from '#engine/calls/rate_limit.ts'
import { spend_credits } from '#engine/calls/spend.ts'
import type { Connector } from '#engine/connector.ts'
import type { Jobs } from '#engine/job.ts'
import { type Outcome, outcomes, type Refusal } from '#engine/outcomes.ts'
import type { Catalog, Context, NamedTool } from '#engine/tool.ts'
import type { Keyring } from '#engine/vendors/secrets.ts'
import type { Clock } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'
import { fail_span, in_span } from '#lib/trace.ts'

/** What calls need of the process. */
export interface CallParts extends Keyring {
  pool: pg.Pool
  /** Counts calls for many processes; PostgreSQL does when absent. */
  redis?: Redis
  catalog: Catalog
  directory: Directory
  recorder: Recorder
  load: Load
  clock: Clock
  log: Log
  jobs: Jobs
  connectors: Record<string, Connector>
  base_url: string
  /** Told of every call, with or without an organization. */
  observers: CallObserver[]
}

export type CallObserver = (call: Pick<CallRecord, 'tool' | 'outcome' | 'duration_ms' | 'transport'>) => void

export interface Call extends Claim {
  tool: string
  /** Parsed body; anything, the engine checks it. */
  input: unknown
  /** Why the transport could not read a body, when it could not; only callers who are known get to read it. */
  input_fault?: Refusal
  /** Writes with the same key have one effect; reads need none. */
  idempotency_key?: string
  transport: 'rest' | 'mcp' | 'cli'
  /** Which tools there are at the address that was called; all of them unless it says so. */
  shows?: (tool: NamedTool) => boolean
  request_id: string
  /** Nobody waits for the answer any more: what is running in the database stops, and nothing of it stays. */
  signal?: AbortSignal
  /** Hears how far a long call is. */
  progress?: Context['progress']
}

export type Result = Record<string, unknown>

export type Answer = { status: number; duration_ms: number; rate_limit?: RateLimitState; retry_after_s?: number } & (
  | { ok: true; outcome: 'ok'; result: Result }
  | { ok: false; outcome: Exclude<Outcome, 'ok'>; error: string }
)

/** What the steps found out before they ended, for the record. */
interface Found {
  input_hash: Buffer
  caller?: Caller
  org?: Org
  tool?: NamedTool
  rate_limit?: RateLimitState
  /** The call has recorded itself in its own transaction. */
  is_recorded?: boolean
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
  const ended = await run_steps(parts, request, found).then(
    (result) => ({ ok: true as const, outcome: 'ok' as const, result }),
    (thrown) => ending_of(parts, request, thrown),
  )
  const duration_ms = Math.round((performance.now() - started) * 1000) / 1000
  const { status } = outcomes[ended.outcome]
  // An unknown name is a stranger's text: it must not become a label.
  const { transport } = request
  for (const observe of parts.observers)
    observe({ tool: found.tool?.name ?? 'unknown', outcome: ended.outcome, duration_ms, transport })
  if (!(ended.ok && found.is_recorded)) {
    const record = record_of(parts, request, found, ended.outcome, duration_ms)
    if (record) parts.recorder.add(record)
  }
  span.setAttributes({ 'tablero.org_id': found.org?.org_id, 'tablero.outcome': ended.outcome })
  if (status >= 500) fail_span(span, ended.outcome)
  return { ...ended, status, duration_ms, rate_limit: found.rate_limit }
}

async function run_steps(parts: CallParts, request: Call, found: Found): Promise<Result> {
  using _place = parts.load.enter() // 503
  const caller = await authenticate(parts, request.credential) // 401
  found.caller = caller
  const org = await resolve_org(parts, caller, request.org_id) // 403
  found.org = org
  const tool = find_tool(parts, request, { caller, org }) // 404
  found.tool = tool
  check_scopes(tool, caller) // 403

  const { idempotency_key: key, signal } = request
  const reads = tool.effect === 'read'
  const started = performance.now()
  await using counted = await begin_counted(parts, tool, { org_id: org.org_id, read_only: reads, signal })
  const { rate_limit, transaction } = counted
  found.rate_limit = rate_limit
  check_rate_limit(tool, rate_limit) // 429, before 400: whoever sends nonsense is counted too
  const input = parse_input(tool, request) // 400
  if (key !== undefined) check_key(key)

  const { db } = transaction
  const context = context_of(parts, request, { caller, org, db })
  // What breaks the published result is our fault, never the caller's to sort out.
  const run = async () => tool.result_schema.parse(await transaction.until_aborted(tool.run(input, context)))
  if (reads) {
    const result = await run()
    await transaction.commit()
    return result
  }
  // The effect of a write, its cost, its remembered answer, its jobs and its record are one transaction.
  const claim = { org_id: org.org_id, tool: tool.name, input_hash: found.input_hash }
  const given_before = key && (await claim_key(db, { ...claim, key })) // 409
  if (given_before) return given_before
  await spend_credits(db, tool.spends ?? 0) // 402
  const result = await run()
  if (key) await keep_answer(db, key, result)
  await append_calls(db, parts, [record_of(parts, request, found, 'ok', performance.now() - started)!])
  await transaction.commit()
  found.is_recorded = true
  return result
}

/** Nothing is recorded of a call that no organization is known for. */
function record_of(
  { clock }: CallParts,
  { request_id, transport }: Call,
  { caller, org, tool, input_hash }: Found,
  outcome: Outcome,
  duration_ms: number,
): CallRecord | undefined {
  if (!caller || !org) return undefined
  return {
    org_id: org.org_id,
    request_id,
    actor: caller.actor,
    tool: tool?.name ?? 'unknown',
    transport,
    outcome,
    input_hash,
    duration_ms,
    called_at: clock.now().toISOString(),
  }
}
