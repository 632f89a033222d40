// One call of one tool, from credential to record: the only path of REST, MCP, the dashboard, agents and tasks.
// The order of the steps is the contract: 401, 403 org, 404, 403 scope, 429, 400, 402, run, record. Nothing else checks anything.
import { in_org, type OrgTransaction } from '#db/org.ts'
import { type Database, longest_wait_ms } from '#db/pool.ts'
import { today_in } from '#domain/windows.ts'
import type { Caller, Org } from '#engine/access/directory.ts'
import { append_calls, type CallRecord, input_hash } from '#engine/calls/audit.ts'
import { busy, database_refusal } from '#engine/calls/database_refusals.ts'
import { check_key, claim_key, keep_answer } from '#engine/calls/idempotency.ts'
import { parse_input } from '#engine/calls/input.ts'
import { check_rate_limit, count_call, in_counted_call, type RateLimitState } from '#engine/calls/rate_limit.ts'
import { spend_credits } from '#engine/calls/spend.ts'
import type { Engine } from '#engine/engine.ts'
import { enqueue_on } from '#engine/job.ts'
import { type Outcome, outcomes, Refusal } from '#engine/outcomes.ts'
import type { Context, NamedTool } from '#engine/tool.ts'
import { in_span, is_tracing, mark_authenticated, type Span } from '#lib/trace.ts'

/** Calls a process works on at once; more are turned away at the door, so that those inside are answered in time. */
const CONCURRENT_CALLS_MAX = 500
/** While somebody waits for a connection longer than this, nobody is let in behind: the line is served, and stays short. */
const WAIT_MAX_MS = 500

export interface Call {
  tool: string
  /** Parsed body; anything, the engine checks it. */
  input: unknown
  /** Why the door could not read a body, when it could not; told only once the caller is known. */
  input_fault?: Refusal
  /** What came as bearer token, or undefined. */
  credential: string | undefined
  /** X-Svc-Org, or undefined. */
  org_id: string | undefined
  /** Writes with the same key have one effect; reads need none. */
  idempotency_key?: string
  transport: 'rest' | 'mcp'
  /** Which tools there are at the address that was called; all of them unless it says so. */
  shows?: (tool: NamedTool) => boolean
  request_id: string
  /** Nobody waits for the answer any more: what is under way in the database stops, and nothing of it stays. */
  signal?: AbortSignal
  /** Told how far a long call is. */
  progress?: Context['progress']
}

export type Answer = { status: number; duration_ms: number; rate_limit?: RateLimitState; retry_after_s?: number } & (
  | { ok: true; outcome: 'ok'; result: Record<string, unknown> }
  | { ok: false; outcome: Exclude<Outcome, 'ok'>; error: string }
)

/** What the steps found out before they ended, for the record. */
interface CallState {
  input_hash: Buffer
  caller?: Caller
  org?: Org
  tool?: NamedTool
  rate_limit?: RateLimitState
  /** A write that went through has recorded itself. */
  is_recorded?: boolean
}

export function call(engine: Engine, request: Call): Promise<Answer> {
  if (!is_tracing()) return answer(engine, request)
  const name = engine.catalog.has(request.tool) ? request.tool : 'unknown'
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'tablero.transport': request.transport,
    'tablero.request_id': request.request_id,
  }
  return in_span(`execute_tool ${name}`, attributes, (span) => answer(engine, request, span))
}

async function answer(engine: Engine, request: Call, span?: Span): Promise<Answer> {
  const started = performance.now()
  const state: CallState = { input_hash: input_hash(request.input) }
  engine.calls_in_progress += 1
  const ended = await run_steps(engine, request, state)
    .then(
      (result) => ({ ok: true as const, outcome: 'ok' as const, result }),
      (thrown) => failure(engine, request, thrown),
    )
    .finally(() => {
      engine.calls_in_progress -= 1
    })
  const duration_ms = Math.round((performance.now() - started) * 1000) / 1000
  record(engine, request, state, ended.outcome, duration_ms)
  const { status } = outcomes[ended.outcome]
  span?.set({ 'tablero.org_id': state.org?.org_id, 'tablero.outcome': ended.outcome })
  if (status >= 500) span?.fail(ended.outcome)
  return { ...ended, status, duration_ms, rate_limit: state.rate_limit }
}

async function run_steps(engine: Engine, request: Call, state: CallState): Promise<Record<string, unknown>> {
  if (engine.calls_in_progress > CONCURRENT_CALLS_MAX || longest_wait_ms(engine.pool) > WAIT_MAX_MS) throw busy()
  const caller = await authenticate(engine, request.credential)
  state.caller = caller
  const org = await resolve_org(engine, caller, request.org_id)
  state.org = org
  const tool = find_tool(engine, request, org)
  state.tool = tool
  check_scopes(tool, caller)
  const ready = { tool, caller, org }
  return tool.effect === 'read' ? read(engine, request, ready, state) : write(engine, request, ready, state)
}

/** Who calls. Missing, malformed, unknown, expired and revoked credentials are told apart by nobody. */
export async function authenticate(engine: Engine, credential: string | undefined): Promise<Caller> {
  const caller = credential === undefined ? undefined : await engine.directory.caller(credential)
  if (!caller)
    throw new Refusal(
      'unauthorized',
      'A valid API key is needed: send the header Authorization: Bearer svc_…. Keys can expire and be revoked.',
    )
  mark_authenticated()
  return caller
}

/** The caller's own organization, or the client an agency asked for. A stranger's organization and none look the same. */
export async function resolve_org(engine: Engine, caller: Caller, wanted: string | undefined): Promise<Org> {
  const own = await engine.directory.org(caller.org_id)
  if (own && (wanted === undefined || wanted === own.org_id)) return own
  const client = own && wanted && own.client_org_ids.has(wanted) ? await engine.directory.org(wanted) : undefined
  if (client) return client
  throw new Refusal('denied_org', 'This key may not act on the organization named in X-Svc-Org.')
}

/** Whether the organization has the tool at all; both doors list with the same rule. */
export function has_tool(tool: NamedTool | undefined, org: Org): tool is NamedTool {
  return tool !== undefined && !tool.internal && !(tool.module && org.modules_off.has(tool.module))
}

function find_tool(engine: Engine, { tool: name, shows = () => true }: Call, org: Org): NamedTool {
  const tool = engine.catalog.get(name)
  if (has_tool(tool, org) && shows(tool)) return tool
  throw new Refusal(
    'not_found',
    `There is no tool called '${name.slice(0, 100)}' for this organization. GET /api/v1/tools lists them.`,
  )
}

export const missing_scopes = ({ scopes }: NamedTool, caller: Caller) =>
  scopes.filter((scope) => !caller.scopes.has(scope))

function check_scopes(tool: NamedTool, caller: Caller): void {
  const missing = missing_scopes(tool, caller)
  if (missing.length === 0) return
  throw new Refusal(
    'denied_scope',
    `${tool.name} needs the scope${missing.length > 1 ? 's' : ''} ${missing.join(', ')}, which this key does not have.`,
  )
}

interface Ready {
  tool: NamedTool
  caller: Caller
  org: Org
}

/** 429 before 400: whoever sends nonsense is counted too. */
const admission =
  (request: Call, { tool }: Ready, state: CallState) =>
  (rate_limit: RateLimitState) => {
    state.rate_limit = rate_limit
    check_rate_limit(tool, rate_limit)
    const input = parse_input(tool, request)
    if (request.idempotency_key !== undefined) check_key(request.idempotency_key)
    return input
  }

async function read(engine: Engine, request: Call, ready: Ready, state: CallState): Promise<Record<string, unknown>> {
  const { tool, caller, org } = ready
  const admit = admission(request, ready, state)
  const place = { org_id: org.org_id, read_only: true, signal: request.signal } satisfies OrgTransaction
  const flight = [org.org_id, caller.actor, tool.name, state.input_hash.toString('base64')].join(' ')
  if (!engine.flights.is_under_way(flight))
    return engine.flights.lead(flight, () =>
      in_counted_call(engine, { ...place, tool }, admit, (db, input) => run(engine, request, { ...ready, input, db })),
    )
  const input = admit(await count_call(engine, tool, org.org_id))
  return engine.flights.join(flight, request.signal, (signal) =>
    in_org(engine.pool, { ...place, signal }, (db) => run(engine, request, { ...ready, input, db })),
  )
}

/** A write: its effect, its cost, its remembered answer and its record are one transaction. */
async function write(engine: Engine, request: Call, ready: Ready, state: CallState): Promise<Record<string, unknown>> {
  const { tool, org } = ready
  const { idempotency_key: key, signal } = request
  const started_at = engine.clock.now()
  const place = { org_id: org.org_id, signal, tool }
  return in_counted_call(engine, place, admission(request, ready, state), async (db, input) => {
    const claim = { org_id: org.org_id, tool: tool.name, input_hash: state.input_hash }
    const before = key && (await claim_key(db, { ...claim, key }))
    if (before) return before
    await spend_credits(db, tool.spends ?? 0)
    const fresh = await run(engine, request, { ...ready, input, db })
    if (key) await keep_answer(db, key, fresh)
    const duration_ms = engine.clock.now().getTime() - started_at.getTime()
    await append_calls(db, engine, [record_of(engine, request, { ...state, ...ready }, 'ok', duration_ms)])
    state.is_recorded = true
    return fresh
  }).catch((error) => {
    state.is_recorded = false
    throw error
  })
}

async function run(
  engine: Engine,
  { progress = () => {} }: Call,
  { tool, input, db, ...who }: Ready & { input: never; db: Database },
): Promise<Record<string, unknown>> {
  const now = engine.clock.now()
  const result = await tool.run(input, {
    ...who,
    db,
    now,
    today: today_in(who.org.time_zone, now),
    enqueue: enqueue_on(db, engine.jobs),
    connectors: engine.connectors,
    base_url: engine.base_url,
    progress,
  })
  // A result that breaks its published schema is a fault of ours, never the caller's to sort out.
  return tool.result_schema.parse(result)
}

function failure(engine: Engine, request: Call, error: unknown) {
  const thrown = database_refusal(error) ?? error
  if (thrown !== error)
    engine.log.warn({ err: error, request_id: request.request_id, tool: request.tool }, 'a call could not be answered')
  if (thrown instanceof Refusal) {
    return { ok: false as const, outcome: thrown.outcome, error: thrown.message, retry_after_s: thrown.retry_after_s }
  }
  if (request.signal?.aborted)
    return { ok: false as const, outcome: 'cancelled' as const, error: 'The call was ended by whoever made it.' }
  engine.log.error({ err: thrown, request_id: request.request_id, tool: request.tool }, 'a call failed')
  return {
    ok: false as const,
    outcome: 'fault' as const,
    error: `Something went wrong on our side. It has been logged as request ${request.request_id}.`,
  }
}

function record(engine: Engine, request: Call, state: CallState, outcome: Outcome, duration_ms: number): void {
  const { caller, org, tool, is_recorded } = state
  // An unknown name is a stranger's text: it must not become a label.
  const name = tool?.name ?? 'unknown'
  for (const observe of engine.observers) observe({ tool: name, outcome, duration_ms, transport: request.transport })
  if (!caller || !org || is_recorded) return
  engine.recorder.add(record_of(engine, request, { ...state, caller, org }, outcome, duration_ms))
}

function record_of(
  engine: Engine,
  { request_id, transport }: Call,
  { caller, org, tool, input_hash }: CallState & { caller: Caller; org: Org },
  outcome: Outcome,
  duration_ms: number,
): CallRecord {
  const called_at = engine.clock.now().toISOString()
  const name = tool?.name ?? 'unknown'
  return {
    org_id: org.org_id,
    request_id,
    actor: caller.actor,
    tool: name,
    transport,
    outcome,
    input_hash,
    duration_ms,
    called_at,
  }
}
