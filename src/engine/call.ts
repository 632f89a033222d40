// One call of one tool, from credential to record: the only path of REST, MCP, the dashboard, agents and tasks.
// The order of the steps is the contract: 401, 403 org, 404, 403 scope, 429, 400, 402, run, record. Nothing else checks anything.
import { in_org } from '#db/org.ts'
import type { Database } from '#db/pool.ts'
import { today_in } from '#domain/windows.ts'
import { append_calls, type CallRecord, input_hash } from '#engine/audit.ts'
import type { Caller, Org } from '#engine/directory.ts'
import type { Engine } from '#engine/engine.ts'
import { check_key, claim_key, keep_answer } from '#engine/idempotency.ts'
import { parse_input } from '#engine/input.ts'
import { enqueue_on } from '#engine/job.ts'
import { type Outcome, outcomes, Refusal } from '#engine/outcomes.ts'
import { check_turn, type Turn, take_turn } from '#engine/rate.ts'
import { spend_credits } from '#engine/spend.ts'
import type { Context, NamedTool } from '#engine/tool.ts'
import { busy, trouble_of } from '#engine/trouble.ts'

/** Calls a process works on at once; more are turned away at the door, so that those inside are answered in time. */
const CALLS_AT_ONCE_MAX = 500

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
  door: 'rest' | 'mcp'
  request_id: string
  /** Nobody waits for the answer any more: what is under way in the database stops, and nothing of it stays. */
  signal?: AbortSignal
  /** Told how far a long call is. */
  progress?: Context['progress']
}

export type Answer = { status: number; duration_ms: number; turn?: Turn; retry_after_s?: number } & (
  | { ok: true; outcome: 'ok'; result: Record<string, unknown> }
  | { ok: false; outcome: Exclude<Outcome, 'ok'>; error: string }
)

/** What the steps found out before they ended, for the record. */
interface Seen {
  caller?: Caller
  org?: Org
  tool?: NamedTool
  turn?: Turn
  /** A write that went through has recorded itself. */
  is_recorded?: boolean
}

export async function call(engine: Engine, request: Call): Promise<Answer> {
  const started = performance.now()
  const seen: Seen = {}
  engine.calls_under_way += 1
  const answer = await run_steps(engine, request, seen)
    .then(
      (result) => ({ ok: true as const, outcome: 'ok' as const, result }),
      (thrown) => failure(engine, request, thrown),
    )
    .finally(() => {
      engine.calls_under_way -= 1
    })
  const duration_ms = Math.round((performance.now() - started) * 1000) / 1000
  record(engine, request, seen, answer.outcome, duration_ms)
  return { ...answer, status: outcomes[answer.outcome].status, duration_ms, turn: seen.turn }
}

async function run_steps(engine: Engine, request: Call, seen: Seen): Promise<Record<string, unknown>> {
  if (engine.calls_under_way > CALLS_AT_ONCE_MAX) throw busy()
  const caller = await authenticate(engine, request.credential)
  seen.caller = caller
  const org = await resolve_org(engine, caller, request.org_id)
  seen.org = org
  const tool = find_tool(engine, request.tool, org)
  seen.tool = tool
  check_scopes(tool, caller)
  seen.turn = await take_turn(engine, tool, org.org_id)
  check_turn(tool, seen.turn)
  const input = parse_input(tool, request)
  if (request.idempotency_key !== undefined) check_key(request.idempotency_key)
  return tool.effect === 'read'
    ? in_org(engine.pool, { org_id: org.org_id, read_only: true, signal: request.signal }, (db) =>
        run(engine, request, { tool, input, caller, org, db }),
      )
    : run_once(engine, request, { tool, input, caller, org }, seen)
}

/** Who calls. Missing, malformed, unknown, expired and revoked credentials are told apart by nobody. */
export async function authenticate(engine: Engine, credential: string | undefined): Promise<Caller> {
  const caller = credential === undefined ? undefined : await engine.directory.caller(credential)
  if (caller) return caller
  throw new Refusal(
    'unauthorized',
    'A valid API key is needed: send the header Authorization: Bearer svc_…. Keys can expire and be revoked.',
  )
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

function find_tool(engine: Engine, name: string, org: Org): NamedTool {
  const tool = engine.catalog.get(name)
  if (has_tool(tool, org)) return tool
  throw new Refusal(
    'not_found',
    `There is no tool called '${name.slice(0, 100)}' for this organization. GET /api/v1/tools lists them.`,
  )
}

function check_scopes(tool: NamedTool, caller: Caller): void {
  const missing = tool.scopes.filter((scope) => !caller.scopes.has(scope))
  if (missing.length === 0) return
  throw new Refusal(
    'denied_scope',
    `${tool.name} needs the scope${missing.length > 1 ? 's' : ''} ${missing.join(', ')}, which this key does not have.`,
  )
}

interface Ready {
  tool: NamedTool
  input: never
  caller: Caller
  org: Org
}

/** A write: its effect, its cost, its remembered answer and its record are one transaction. */
async function run_once(engine: Engine, request: Call, ready: Ready, seen: Seen): Promise<Record<string, unknown>> {
  const { tool, org } = ready
  const { idempotency_key: key } = request
  const started_at = engine.clock.now()
  const result = await in_org(engine.pool, { org_id: org.org_id, signal: request.signal }, async (db) => {
    const hash = input_hash(request.input)
    const before = key && (await claim_key(db, { org_id: org.org_id, key, tool: tool.name, input_hash: hash }))
    if (before) return before
    await spend_credits(db, tool.spends ?? 0)
    const fresh = await run(engine, request, { ...ready, db })
    if (key) await keep_answer(db, key, fresh)
    const duration_ms = engine.clock.now().getTime() - started_at.getTime()
    await append_calls(db, engine, org.org_id, [record_of(engine, request, ready, 'ok', duration_ms)])
    seen.is_recorded = true
    return fresh
  }).catch((error) => {
    seen.is_recorded = false
    throw error
  })
  return result
}

async function run(
  engine: Engine,
  { progress = () => {} }: Call,
  { tool, input, db, ...who }: Ready & { db: Database },
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
  const thrown = trouble_of(error) ?? error
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

function record(
  engine: Engine,
  request: Call,
  { caller, org, tool, is_recorded }: Seen,
  outcome: Outcome,
  duration_ms: number,
): void {
  // An unknown name is a stranger's text: it must not become a label.
  const name = tool?.name ?? 'unknown'
  for (const observe of engine.observers) observe({ tool: name, outcome, duration_ms, door: request.door })
  if (!caller || !org || is_recorded) return
  engine.recorder.add(record_of(engine, request, { caller, org, tool }, outcome, duration_ms))
}

function record_of(
  engine: Engine,
  { request_id, door, input }: Call,
  { caller, org, tool }: { caller: Caller; org: Org; tool?: NamedTool },
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
    door,
    outcome,
    input_hash: input_hash(input),
    duration_ms,
    called_at,
  }
}
