// tools/call: makes the engine's call from a message, and the MCP result from the answer.
import type { CallToolRequest, CallToolResult } from '@modelcontextprotocol/server'
import { type Call, call } from '#engine/calls/call.ts'
import type { Engine } from '#engine/engine.ts'
import { clean_request_id } from '#http/caller.ts'
import { failed, success, unknown_tool } from '#http/mcp/results.ts'
import type { CallContext, Session } from '#http/mcp/session.ts'
import { followed, wait_ms_of } from '#http/mcp/tasks.ts'
import { shows } from '#http/mcp/view.ts'
import { visible_text } from '#lib/text.ts'

export async function call_tool(
  engine: Engine,
  session: Session,
  params: CallToolRequest['params'],
  context: CallContext,
): Promise<CallToolResult> {
  const { credential, org_id, address, request_id, transport, view } = session
  const { mcpReq } = context
  const progress = progress_of(mcpReq, engine)
  const given = params._meta?.['idempotency-key'] ?? session.idempotency_key
  const answer = await call(engine, {
    tool: params.name,
    input: params.arguments ?? {},
    credential,
    org_id,
    address,
    idempotency_key: given === undefined ? undefined : String(given),
    transport,
    shows: (named) => shows(view, named, session),
    request_id,
    caller_request_id: clean_request_id(params._meta?.['request-id']) ?? session.caller_request_id,
    signal: mcpReq.signal,
    progress,
    wait_ms: wait_ms_of(context),
  })
  if (!answer.ok && answer.outcome === 'not_found') throw unknown_tool(params.name, view)
  if (!answer.ok) {
    session.denied.wanted_scopes = answer.wanted_scopes
    return failed(answer)
  }
  const { run_id } = answer
  if (run_id === undefined) return success(answer)
  return followed(engine, session, { tool: params.name, run_id, answer }, context, progress)
}

/** Sends progress only to clients that sent a progress token. A lost notification must not fail the call. */
function progress_of({ _meta, notify }: CallContext['mcpReq'], { log }: Engine): Call['progress'] {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return undefined
  return (progress, total, text) => {
    const message = text === undefined ? undefined : visible_text(text)
    notify({ method: 'notifications/progress', params: { progressToken, progress, total, message } }).catch((error) =>
      log.debug({ err: error }, 'progress was not delivered'),
    )
  }
}
