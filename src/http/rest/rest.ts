// The REST transport: POST /api/v1/{tool} and the list of tools.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OAuth } from '#accounts/oauth_endpoints.ts'
import { has_tool, identify } from '#engine/calls/admission.ts'
import { type Call, call } from '#engine/calls/call.ts'
import { count_list } from '#engine/calls/rate_limit.ts'
import type { Engine } from '#engine/engine.ts'
import { Refusal } from '#engine/outcomes.ts'
import type { NamedTool } from '#engine/tool.ts'
import { send_answer, send_failure } from '#http/answers.ts'
import { BODY_MAX_BYTES, is_large, read_body } from '#http/body.ts'
import { caller_headers, session_of } from '#http/caller.ts'
import { next_cycle } from '#http/cycles.ts'
import { disconnect_signal } from '#http/disconnect.ts'
import { in_request } from '#http/request_spans.ts'

interface ToolRoute {
  Params: { tool: string }
}

/** A tool in the answer of GET /api/v1/tools. */
const listed = ({ name, about, scopes, rate, area, module, effect }: NamedTool) => ({
  name,
  description: about,
  scopes,
  rate_limit_per_minute: rate,
  area,
  module,
  effect,
})

interface RestOptions {
  engine: Engine
  /** Issues tokens to apps. */
  oauth: OAuth | undefined
}

export async function rest(server: FastifyInstance, { engine, oauth }: RestOptions): Promise<void> {
  server.decorate('oauth_challenge', oauth?.challenge)
  // Authentication comes first. Only then does the caller learn that the body could not be received.
  server.setErrorHandler<FastifyError>((error, request, reply) => {
    const fault = body_fault(error)
    if (!fault || !(request.params as { tool?: string }).tool) throw error
    return answer(engine, request as FastifyRequest<ToolRoute>, reply, { input: undefined, input_fault: fault })
  })

  server.get('/tools', async (request, reply) => {
    const identified = await in_request(request, reply, () => identify(engine, caller_of(engine, request)))
    await count_list(engine, identified.org.org_id)
    await next_cycle()
    // A person can call internal tools, but only the dashboard's own pages do. The list is of published tools for every caller.
    const is_shown = (tool: NamedTool) => !tool.internal && has_tool(tool, identified)
    const tools = [...engine.catalog.values()].filter(is_shown).map(listed)
    return { count: tools.length, tools }
  })

  server.post<ToolRoute>('/:tool', async (request, reply) => {
    if (is_large(request.body)) await next_cycle()
    const { value, fault } = read_body(request.body, request.headers['content-type'])
    const input_fault = fault === undefined ? undefined : new Refusal('error', fault)
    return answer(engine, request, reply, { input: value, input_fault })
  })

  server.route<ToolRoute>({
    method: ['GET', 'PUT', 'PATCH', 'DELETE'],
    url: '/:tool',
    handler: (_request, reply) =>
      send_failure(reply.header('allow', 'POST'), {
        status: 405,
        outcome: 'method_not_allowed',
        error: 'Tools are called with POST and a JSON object as body. GET /api/v1/tools lists them.',
      }),
  })
}

/** A key or a token, else the session of a browser. */
function caller_of(engine: Engine, request: FastifyRequest) {
  const headers = caller_headers(request)
  return { ...headers, credential: headers.credential ?? session_of(engine, request) }
}

async function answer(
  engine: Engine,
  request: FastifyRequest<ToolRoute>,
  reply: FastifyReply,
  body: { input: unknown; input_fault?: Refusal },
) {
  const { tool } = request.params
  const signal = disconnect_signal(reply)
  const asked: Call = { tool, ...body, ...caller_of(engine, request), transport: 'rest', signal }
  const answered = await in_request(request, reply, () => call(engine, asked))
  return send_answer(reply, tool, answered)
}

function body_fault({ code, statusCode = 500 }: FastifyError): Refusal | undefined {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal('too_large', `The body may have ${BODY_MAX_BYTES} bytes at most.`)
  if (code?.startsWith('FST_ERR_CTP_') && statusCode < 500)
    return new Refusal(
      'error',
      'Send the body as JSON, with the headers Content-Type: application/json and Content-Length.',
    )
  return undefined
}
