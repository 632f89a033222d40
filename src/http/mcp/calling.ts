// tools/call: from a message to the engine's call, and its answer as MCP says it.
import type { CallToolRequest, CallToolResult } from '@modelcontextprotocol/server'
import { type Answer, type Call, call } from '#engine/calls/call.ts'
import { is_followed } from '#engine/calls/followed.ts'
import type { Engine } from '#engine/engine.ts'
import type { Outcome } from '#engine/outcomes.ts'
import { failure, success, unknown_tool } from '#http/mcp/results.ts'
import type { CallContext, Session } from '#http/mcp/session.ts'
import { followed } from '#http/mcp/tasks.ts'
import { shows } from '#http/mcp/view.ts'

/** What helps an agent beyond the sentence, by outcome. */
const hints: Partial<Record<Outcome, string>> = {
  error: 'Mend the arguments as the sentence says and call again.',
  cost_cap: 'Calling again does not help until credits renew or are bought; tell the person.',
  denied_scope: 'Calling again does not help; a key with this scope is needed. Tell the person.',
  rate_limited: 'Wait, then call again; or ask for more in one call.',
  fault: 'This is not about the arguments. Try once more later; if it stays, report the request id.',
  overloaded: 'Wait a few seconds, then call again.',
}

export async function call_tool(
  engine: Engine,
  session: Session,
  params: CallToolRequest['params'],
  context: CallContext,
): Promise<CallToolResult> {
  const { credential, org_id, request_id, view } = session
  const { mcpReq } = context
  const tool = engine.catalog.get(params.name)
  const progress = progress_of(mcpReq, engine)
  const given = params._meta?.['idempotency-key'] ?? session.idempotency_key
  const answer = await call(engine, {
    tool: params.name,
    input: params.arguments ?? {},
    credential,
    org_id,
    idempotency_key: given === undefined ? undefined : String(given),
    transport: 'mcp',
    shows: (named) => shows(view, named, session),
    request_id,
    signal: mcpReq.signal,
    progress,
  })
  if (!answer.ok && answer.outcome === 'not_found') throw unknown_tool(params.name)
  if (!answer.ok) return failure(failure_content(answer))
  if (tool && is_followed(tool)) return followed(engine, session, tool, answer.result, context, progress)
  return success(answer.result)
}

/** Only whoever sent a token asked to be told; one message that is lost on the way is no reason to fail. */
function progress_of({ _meta, notify }: CallContext['mcpReq'], { log }: Engine): Call['progress'] {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return undefined
  return (progress, total, message) => {
    notify({ method: 'notifications/progress', params: { progressToken, progress, total, message } }).catch((error) =>
      log.debug({ err: error }, 'progress was not delivered'),
    )
  }
}

/** Clients show the model the text of a failure, so it carries everything. */
function failure_content({ error, outcome, retry_after_s }: Extract<Answer, { ok: false }>) {
  return { ok: false, error, outcome, hint: hints[outcome], retry_after_s }
}
