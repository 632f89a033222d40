// The MCP door: the same tools for AI agents, stateless, for clients of 2026-07-28 and of 2025-11-25 at one address.
import {
  type AuthInfo,
  type CallToolRequest,
  type CallToolResult,
  createMcpHandler,
  type ListToolsResult,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool,
} from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Answer, call, has_tool } from '#engine/call.ts'
import type { Org } from '#engine/directory.ts'
import type { Engine } from '#engine/engine.ts'
import type { Outcome } from '#engine/outcomes.ts'
import type { NamedTool } from '#engine/tool.ts'
import { type Failure, send_failure } from '#http/answers.ts'
import { BODY_MAX_BYTES, read_body } from '#http/body.ts'
import { type Claim, claim_of, org_of } from '#http/caller.ts'
import { input_json_schema, result_json_schema } from '#http/schemas.ts'

/** Tools of one page of tools/list. */
const PAGE_TOOLS = 100
/** A client may keep its list this long; modules are switched seldom. */
const LIST_KEPT_MS = 60_000

const INSTRUCTIONS = `Tablero holds the marketing data of one organization: ads, web analytics, organic search, store, e-mail.
Start with get_kpi_summary or list_connections. Every answer with figures names its currency, its window and its sources: a null is
data that is missing, not a zero, and the health of its source says why. A failure is one sentence that says how to mend the call.`

/** What helps an agent beyond the sentence, by outcome. */
const hints: Partial<Record<Outcome, string>> = {
  error: 'Mend the arguments as the sentence says and call again.',
  cost_cap: 'Calling again does not help until credits renew or are bought; tell the person.',
  denied_scope: 'Calling again does not help; a key with this scope is needed. Tell the person.',
  rate_limited: 'Wait, then call again; or ask for more in one call.',
  fault: 'This is not about the arguments. Try once more later; if it stays, report the request id.',
  overloaded: 'Wait a few seconds, then call again.',
}

interface Session extends Claim {
  org: Org
  request_id: string
}

const listings = new WeakMap<NamedTool, Tool>()

/** A tool as MCP describes it; made once, because schemas are large and never change. */
function listing(tool: NamedTool): Tool {
  const kept = listings.get(tool)
  if (kept) return kept
  const { name, about, effect, destructive = false, idempotent = false, open_world = false } = tool
  const reads = effect === 'read'
  const words = name.replaceAll('_', ' ')
  const title = words[0]!.toUpperCase() + words.slice(1)
  const made = {
    name,
    title,
    description: about,
    inputSchema: input_json_schema(tool),
    outputSchema: result_json_schema(tool),
    annotations: {
      title,
      readOnlyHint: reads,
      destructiveHint: !reads && destructive,
      idempotentHint: reads || idempotent,
      openWorldHint: open_world,
    },
  } as Tool
  listings.set(tool, made)
  return made
}

/** Pages follow the catalog's name order; the cursor is the last name of the page before. */
function list_tools(engine: Engine, { org }: Session, cursor: string | undefined): ListToolsResult {
  const tools = [...engine.catalog.values()].filter((tool) => has_tool(tool, org))
  const start = cursor === undefined ? 0 : tools.findIndex(({ name }) => name > cursor)
  const page = start < 0 ? [] : tools.slice(start, start + PAGE_TOOLS)
  const last = page.at(-1)
  return { tools: page.map(listing), ...(last && last !== tools.at(-1) ? { nextCursor: last.name } : {}) }
}

async function call_tool(engine: Engine, session: Session, params: CallToolRequest['params']): Promise<CallToolResult> {
  const { credential, org_id, request_id } = session
  const given = params._meta?.['idempotency-key'] ?? session.idempotency_key
  const answer = await call(engine, {
    tool: params.name,
    input: params.arguments ?? {},
    credential,
    org_id,
    idempotency_key: given === undefined ? undefined : String(given),
    door: 'mcp',
    request_id,
  })
  if (!answer.ok && answer.outcome === 'not_found')
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, answer.error)
  return answer.ok
    ? { content: [text_of(answer.result)], structuredContent: answer.result }
    : { content: [text_of(told(answer))], isError: true }
}

/** Clients show the model the text of a failure, so it carries everything. */
function told({ error, outcome, retry_after_s }: Extract<Answer, { ok: false }>) {
  return { ok: false, error, outcome, hint: hints[outcome], retry_after_s }
}

const text_of = (value: object) => ({ type: 'text' as const, text: JSON.stringify(value) })

function mcp_server(engine: Engine, session: Session): Server {
  const server = new Server(
    { name: 'tablero', title: 'Tablero', version: '1.0.0' },
    {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      cacheHints: { 'tools/list': { ttlMs: LIST_KEPT_MS, cacheScope: 'private' } },
    },
  )
  server.setRequestHandler('tools/list', ({ params }) => list_tools(engine, session, params?.cursor))
  server.setRequestHandler('tools/call', ({ params }) => call_tool(engine, session, params))
  return server
}

export async function mcp(server: FastifyInstance, { engine }: { engine: Engine }): Promise<void> {
  const handler = createMcpHandler(
    ({ authInfo }: McpRequestContext) => mcp_server(engine, authInfo!.extra as unknown as Session),
    {
      onerror: (error) => engine.log.warn({ err: error }, 'mcp'),
      maxRequestBodySize: BODY_MAX_BYTES,
    },
  )
  // Before the server waits for its connections: an open subscription would never end by itself.
  server.addHook('preClose', () => handler.close())

  // Who calls is settled before the body is read, so that a stranger learns nothing about it.
  const sessions = new WeakMap<FastifyRequest, Session>()
  server.addHook('onRequest', async (request, reply) => {
    if (is_foreign(request.headers.origin, engine.base_url)) return send_failure(reply, FOREIGN_PAGE)
    const claim = claim_of(request)
    sessions.set(request, { ...claim, org: await org_of(engine, claim), request_id: request.id })
  })

  server.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    handler: async (request, reply) => {
      const body = read_body(request.body, request.headers['content-type'])
      if (body.fault) return send_failure(reply, { status: 400, outcome: 'error', error: body.fault })
      const closed = new AbortController()
      reply.raw.once('close', () => closed.abort())
      return handler.fetch(web_request(request, engine.base_url, closed.signal), {
        authInfo: { token: '', clientId: '', scopes: [], extra: { ...sessions.get(request) } } satisfies AuthInfo,
        parsedBody: request.method === 'POST' ? body.value : undefined,
      })
    },
  })
}

const FOREIGN_PAGE: Failure = {
  status: 403,
  outcome: 'denied_origin',
  error: 'Web pages of other sites may not call /mcp.',
}

/** The request without its body, which is parsed already, and without the credential, which nobody behind this line needs. */
function web_request({ method, url, headers }: FastifyRequest, base_url: string, signal: AbortSignal): Request {
  const { authorization, ...others } = headers
  return new Request(new URL(url, base_url), { method, headers: others as Record<string, string>, signal })
}

/** Browsers name the site a request comes from; only pages of this very address may call (DNS rebinding). */
function is_foreign(origin: string | undefined, base_url: string): boolean {
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  return site(new URL(origin)) !== site(new URL(base_url))
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/
const site = ({ protocol, hostname, port }: URL) => `${protocol}//${hostname.replace(LOOPBACK, 'loopback')}:${port}`
