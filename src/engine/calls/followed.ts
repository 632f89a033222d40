// Work that goes on after a call was answered. The answer is kept under an id, and the tool says by it how far the work is; so any
// process can tell, and a process that ends forgets nothing.
import { createHash } from 'node:crypto'
import { in_org } from '#db/org.ts'
import type { Database } from '#db/pool.ts'
import { type Identified, identify, missing_scopes } from '#engine/calls/admission.ts'
import { append_calls, input_hash } from '#engine/calls/audit.ts'
import { check_rate_limit, count_call } from '#engine/calls/rate_limit.ts'
import type { Engine } from '#engine/engine.ts'
import type { FollowedTool, NamedTool, Progress } from '#engine/tool.ts'

export const FOLLOWED_KEPT_MS = 24 * 3_600_000
/** How often it is worth asking. */
export const LOOK_AGAIN_MS = 2_000
/** Looks and stops of an organization, whatever the number of its calls. */
const LOOKS_PER_MINUTE = 600

export interface FollowedCall extends Progress {
  call_id: string
  created_at: string
  updated_at: string
}

export interface FollowRequest {
  call_id: string
  credential: string | undefined
  /** X-Svc-Org, or undefined. */
  org_id: string | undefined
  request_id: string
  /** Whether the tool is there for who asks; work of one that is not looks like none. */
  is_there: (tool: NamedTool | undefined, caller: Identified) => tool is NamedTool
}

export const is_followed = (tool: NamedTool | undefined): tool is FollowedTool => tool?.follow !== undefined

/** Keeps what the work is found by. The same answer has the same id; ids of the work in it are random, so nobody guesses one. */
export async function keep_followed(
  engine: Engine,
  { org_id, tool, answer }: { org_id: string; tool: FollowedTool; answer: Record<string, unknown> },
): Promise<FollowedCall> {
  const text = JSON.stringify(answer)
  const call_id = createHash('sha256').update(`${org_id} ${tool.name} ${text}`).digest('base64url')
  const created_at = engine.clock.now().toISOString()
  return in_org(engine.pool, { org_id }, async (db) => {
    const values = { org_id, call_id, tool: tool.name, answer: text, created_at }
    await db
      .insertInto('followed_calls')
      .values(values)
      .onConflict((conflict) => conflict.columns(['org_id', 'call_id']).doUpdateSet({ created_at }))
      .execute()
    return look(engine, db, { call_id, tool, answer, created_at })
  })
}

/** How far the work of an answer is, for who waits for it. */
export const look_at = (engine: Engine, org_id: string, tool: FollowedTool, answer: Record<string, unknown>) =>
  in_org(engine.pool, { org_id, read_only: true }, (db) => tool.follow.look(answer, { db }))

/** Undefined where there is no such call: never was, no longer kept, somebody else's, or of a tool this caller may not call. */
export async function find_followed(engine: Engine, request: FollowRequest): Promise<FollowedCall | undefined> {
  const identified = await admit(engine, request)
  return in_org(engine.pool, { org_id: identified.org.org_id, read_only: true }, async (db) => {
    const kept = await read_kept(engine, db, request, identified)
    return kept && look(engine, db, kept)
  })
}

/** Asks the work to end; what has ended stays as it is. False where there is no such call. */
export async function stop_followed(engine: Engine, request: FollowRequest): Promise<boolean> {
  const identified = await admit(engine, request)
  const { caller, org } = identified
  return in_org(engine.pool, { org_id: org.org_id }, async (db) => {
    const kept = await read_kept(engine, db, request, identified)
    if (!kept) return false
    const now = engine.clock.now()
    await kept.tool.follow.stop(kept.answer, { db, now })
    const stopped = {
      org_id: org.org_id,
      request_id: request.request_id,
      actor: caller.actor,
      tool: `${kept.tool.name} stopped`,
      transport: 'mcp',
      outcome: 'ok' as const,
      input_hash: input_hash({ call_id: kept.call_id }),
      duration_ms: 0,
      called_at: now.toISOString(),
    }
    await append_calls(db, engine, [stopped])
    return true
  })
}

async function admit(engine: Engine, { credential, org_id }: FollowRequest): Promise<Identified> {
  const { caller, org } = await identify(engine, { credential, org_id })
  const looks = { name: 'followed_calls', rate: LOOKS_PER_MINUTE }
  check_rate_limit(looks, await count_call(engine, looks, org.org_id))
  return { caller, org }
}

interface Kept {
  call_id: string
  tool: FollowedTool
  answer: Record<string, unknown>
  created_at: string
}

async function read_kept(
  engine: Engine,
  db: Database,
  { call_id, is_there }: FollowRequest,
  identified: Identified,
): Promise<Kept | undefined> {
  const oldest = new Date(engine.clock.now().getTime() - FOLLOWED_KEPT_MS).toISOString()
  const row = await db
    .selectFrom('followed_calls')
    .select(['call_id', 'tool', 'answer', 'created_at'])
    .where('call_id', '=', call_id)
    .where('created_at', '>', oldest)
    .executeTakeFirst()
  const tool = engine.catalog.get(row?.tool ?? '')
  if (!row || !is_there(tool, identified) || !is_followed(tool) || missing_scopes(tool, identified.caller).length > 0)
    return undefined
  return { ...row, tool, answer: row.answer as Record<string, unknown> }
}

async function look(engine: Engine, db: Database, { tool, answer, call_id, created_at }: Kept): Promise<FollowedCall> {
  const progress = await tool.follow.look(answer, { db })
  // held to the schema like the answer it takes the place of
  tool.result_schema.parse(progress.answer)
  return { ...progress, call_id, created_at, updated_at: progress.ended_at ?? engine.clock.now().toISOString() }
}
