// The MCP transport: the same tools for AI agents, stateless, for clients of 2026-07-28 and of 2025-11-25 at one address.
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OAuth } from '#accounts/oauth_endpoints.ts'
import { identify } from '#engine/calls/admission.ts'
import type { Engine } from '#engine/engine.ts'
import { outcomes } from '#engine/outcomes.ts'
import { ask_for_scopes, type Failure, send_failure } from '#http/answers.ts'
import { BODY_MAX_BYTES, is_large, read_body } from '#http/body.ts'
import { caller_headers } from '#http/caller.ts'
import { next_cycle } from '#http/cycles.ts'
import { disconnect_signal } from '#http/disconnect.ts'
import { call_of, log_mcp_error, type MakeServer, mcp_server } from '#http/mcp/handlers.ts'
import { answer_plain, type PlainCall, plain_call_of } from '#http/mcp/plain_call.ts'
import type { CallContext, Session } from '#http/mcp/session.ts'
import { view_of } from '#http/mcp/view.ts'
import { in_request, type RequestPart } from '#http/request_spans.ts'
import { short_text, visible_text } from '#lib/text.ts'

export interface McpOptions {
  engine: Engine
  /** Issues tokens to apps. */
  oauth?: OAuth | undefined
  /** Makes the server that answers. The conformance tests add the suite's own fixtures. */
  make_server?: MakeServer
}

export async function mcp(
  server: FastifyInstance,
  { engine, oauth, make_server = mcp_server }: McpOptions,
): Promise<void> {
  server.decorate('oauth_challenge', oauth?.challenge)
  const handler = createMcpHandler(({ authInfo }) => make_server(engine, authInfo!.extra as unknown as Session), {
    onerror: (error) => log_mcp_error(engine.log, error),
    maxRequestBodySize: BODY_MAX_BYTES,
  })
  // `onClose` runs after the server has waited for running calls. An earlier close would end them.
  server.addHook('onClose', () => handler.close())

  // Authenticates the caller before the body is read, so that an unauthenticated caller learns nothing about the body.
  const sessions = new WeakMap<FastifyRequest, Session>()
  server.addHook('onRequest', async (request, reply) => {
    if (is_foreign(request.headers.origin, engine.base_url)) return send_failure(reply, FOREIGN_PAGE)
    const claim = { ...caller_headers(request), transport: 'mcp' as const }
    const identified = await identify(engine, claim)
    sessions.set(request, { ...claim, ...identified, denied: {}, view: view_of(engine, request.query) })
  })

  server.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    exposeHeadRoute: false, // Fastify's HEAD route cannot read a web Response
    handler: async (request, reply) => {
      if (is_large(request.body)) await next_cycle()
      const body = read_body(request.body, request.headers['content-type'])
      if (body.fault) return send_failure(reply, { status: 400, outcome: 'error', error: body.fault })
      if (Array.isArray(body.value)) return reply.code(400).send(NO_BATCHES)
      const signal = disconnect_signal(reply)
      const session = sessions.get(request)!
      const parsedBody = request.method === 'POST' ? body.value : undefined
      const answer = async () => {
        const plain = plain_call_of(engine, request.headers, parsedBody, session)
        if (plain) {
          const call = (params: PlainCall['params']) => call_of(session)(engine, session, params, alone(params, signal))
          return with_challenge(reply, session, await answer_plain(plain, call))
        }
        const authInfo: AuthInfo = { token: '', clientId: '', scopes: [], extra: { ...session } }
        const asked = web_request(request, engine.base_url, signal)
        await next_cycle()
        const answered = await in_one_piece(reply, await handler.fetch(asked, { authInfo, parsedBody }))
        return typeof answered === 'string' ? with_challenge(reply, session, answered) : answered
      }
      return in_request(request, reply, answer, part_of(parsedBody))
    },
  })
}

/** An app that lacks scopes learns from status and header that it can ask for them. The message is the same as for other callers. */
function with_challenge<Body>(reply: FastifyReply, { denied: { wanted_scopes } }: Session, body: Body): Body {
  if (!wanted_scopes) return body
  reply.code(outcomes.denied_scope.status)
  ask_for_scopes(reply, wanted_scopes)
  return body
}

/**
 * The answer to a batch. The revisions that Tablero is made for have none. A request without a revision counts as one of 2025-03-26, which
 * has batches, but a request has one place in the queue, and each message of a batch could be a call.
 */
const NO_BATCHES = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_600, message: 'Batches are not accepted. Send one message in each request.' },
}

/** The context of a call without notifications. */
const alone = ({ _meta }: PlainCall['params'], signal: AbortSignal): CallContext => ({
  mcpReq: { _meta, signal, notify: async () => {} },
})

/** Sends everything except event streams in one write, with a Content-Length. */
async function in_one_piece(reply: FastifyReply, answer: Response): Promise<Response | string> {
  if (answer.body === null || answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer
  const { 'content-length': _, ...headers } = Object.fromEntries(answer.headers)
  reply.code(answer.status).headers(headers)
  const text = await answer.text()
  return answer.ok ? text : shown_refusal(text)
}

const REPEATED_CHARS_MAX = 500

/** The SDK's refusals repeat what the caller sent. The id stays, because the caller finds its request by it. */
function shown_refusal(text: string): string {
  const { id, ...refusal } = JSON.parse(text)
  const shown = (_: string, value: unknown) =>
    typeof value === 'string' ? short_text(visible_text(value), REPEATED_CHARS_MAX) : value
  return JSON.stringify({ ...JSON.parse(JSON.stringify(refusal, shown)), id })
}

const MCP_METHOD = /^[a-z]+(\/[a-z_]+){0,3}$/

/** What a trace takes from a message. The message is not validated yet, so any field can have any type. */
function part_of(message: unknown): RequestPart {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { _meta?: RequestPart['meta'] } }
  const name = typeof method === 'string' && MCP_METHOD.test(method) ? method : undefined
  return { is_known: true, meta: params?._meta, attributes: { 'mcp.method.name': name } }
}

const FOREIGN_PAGE: Failure = {
  status: 403,
  outcome: 'denied_origin',
  error: 'Web pages of other sites may not call /mcp.',
}

/** The request without its body, which is already parsed, and without the credential, which no later code needs. */
function web_request({ method, url, headers }: FastifyRequest, base_url: string, signal: AbortSignal): Request {
  const { authorization, ...others } = headers
  return new Request(new URL(url, base_url), { method, headers: others as Record<string, string>, signal })
}

/** Browsers send the origin of the page. Only pages of this address may call, which prevents DNS rebinding. */
function is_foreign(origin: string | undefined, base_url: string): boolean {
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  return site(new URL(origin)) !== site(new URL(base_url))
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/
const site = ({ protocol, hostname, port }: URL) => `${protocol}//${hostname.replace(LOOPBACK, 'loopback')}:${port}`
