// The HTTP server: limits, request ids, one form of failure for everything, and the transports.
import { randomUUIDv7 } from 'node:crypto'
import type { Socket } from 'node:net'
import {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import type { Accounts } from '#accounts/accounts.ts'
import { database_refusal } from '#engine/calls/database_refusals.ts'
import type { Engine } from '#engine/engine.ts'
import { fault_sentence, Refusal } from '#engine/outcomes.ts'
import { oauth_routes } from '#http/accounts/oauth_routes.ts'
import { account_routes } from '#http/accounts/routes.ts'
import { type Failure, failure_of, send_failure } from '#http/answers.ts'
import { BODY_MAX_BYTES } from '#http/body.ts'
import { clean_request_id } from '#http/caller.ts'
import { connect } from '#http/connect/routes.ts'
import { dashboard, page_shower } from '#http/dashboard/routes.ts'
import { events } from '#http/events/routes.ts'
import { type McpOptions, mcp } from '#http/mcp/endpoint.ts'
import { observability } from '#http/observability.ts'
import { request_spans } from '#http/request_spans.ts'
import { type DocsExamples, docs } from '#http/rest/docs.ts'
import { front } from '#http/rest/front.ts'
import { openapi } from '#http/rest/openapi_endpoint.ts'
import { rest } from '#http/rest/rest.ts'
import { end_socket, release_silent_sockets } from '#http/sockets.ts'
import { hooks } from '#http/webhooks/hooks.ts'
import { webhooks } from '#http/webhooks/routes.ts'
import { texts_in, without_texts } from '#lib/given_texts.ts'

/** Time within which a request must arrive completely, and its headers, which are small. */
const REQUEST_TIMEOUT_MS = 30_000
const HEADERS_TIMEOUT_MS = 10_000
/** Time without a packet after which the system asks a client whether it still exists. */
const PROBE_AFTER_MS = 30_000
/** How often the server checks for requests that exceed their timeout. */
const LATE_CHECK_MS = 1_000
const KEEP_ALIVE_MS = 65_000
const HEADERS_MAX_BYTES = 16 * 1024
const PATH_PART_MAX = 200

export interface ServerOptions {
  /** False for a process that answers no calls and serves only its monitoring endpoints. */
  serve_api?: boolean
  /** Time within which a request must arrive completely. */
  request_timeout_ms?: number
  silent_socket_ms?: number
  /** Time between two heartbeats of a stream of events. */
  heartbeat_ms?: number
  /** Proxies whose X-Forwarded-For counts: addresses and networks. */
  trusted_proxies?: readonly string[]
  /** Token that /metrics requires. Without it, /metrics answers this machine only. */
  metrics_token?: string
  /** What /docs shows in addition, for a demo. */
  docs_examples?: DocsExamples
  /** Accounts of people. Without them, nobody can sign in. */
  accounts?: Accounts
  make_mcp_server?: McpOptions['make_server']
}

export async function create_server(engine: Engine, options: ServerOptions = {}): Promise<FastifyInstance> {
  const { serve_api = true, request_timeout_ms = REQUEST_TIMEOUT_MS, trusted_proxies = [] } = options
  const server = fastify({
    loggerInstance: engine.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    requestIdHeader: false,
    genReqId: () => randomUUIDv7(),
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: request_timeout_ms,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      maxHeaderSize: HEADERS_MAX_BYTES,
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, request_timeout_ms),
      connectionsCheckingInterval: LATE_CHECK_MS,
      keepAlive: true,
      keepAliveInitialDelay: PROBE_AFTER_MS,
    },
    trustProxy: trusted_proxies.length > 0 ? [...trusted_proxies] : false,
    routerOptions: { maxParamLength: PATH_PART_MAX },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      fail(error, request, reply)
    },
    clientErrorHandler: answer_broken_request,
  })

  release_silent_sockets(server.server, options.silent_socket_ms)

  // The transports parse bodies after authentication, so the parser here only collects bytes of any type.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  server.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
  })
  // While the process stops, each answer closes its connection. An open connection would delay the end of the process.
  server.addHook('onSend', async (_request, reply) => {
    if (engine.stopping.signal.aborted) reply.header('connection', 'close')
  })
  // Registered before the onResponse hook below, so that its log line contains the trace id.
  await server.register(request_spans)
  server.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const caller_request_id = clean_request_id(request.headers['x-request-id'])
    const answered = { method, route: routeOptions.url, status: reply.statusCode, ms: reply.elapsedTime }
    request.log.info({ ...answered, caller_request_id }, 'answered')
  })
  server.setErrorHandler(fail)
  const show_page = serve_api ? page_shower() : undefined
  // A browser that opens an unknown address gets a page that says so. Programs get JSON, as in any other failure.
  server.setNotFoundHandler((request, reply) => show_page?.(request, reply, 404) ?? send_failure(reply, NOT_FOUND))

  await server.register(observability, { engine, metrics_token: options.metrics_token })
  if (!serve_api) return server
  const { accounts } = options
  await server.register(rest, { engine, oauth: accounts?.oauth, prefix: '/api/v1' })
  await server.register(events, { engine, heartbeat_ms: options.heartbeat_ms, prefix: '/api/v1' })
  if (accounts) {
    await server.register(account_routes, { engine, accounts })
    await server.register(oauth_routes, { engine, oauth: accounts.oauth })
  }
  await server.register(front, { engine, show_page })
  await server.register(dashboard)
  await server.register(connect, { engine })
  await server.register(webhooks, { engine })
  await server.register(hooks, { engine })
  await server.register(openapi, { engine, examples: options.docs_examples })
  await server.register(docs, { examples: options.docs_examples })
  await server.register(mcp, { engine, oauth: accounts?.oauth, make_server: options.make_mcp_server })
  return server
}

const NOT_FOUND: Failure = {
  status: 404,
  outcome: 'not_found',
  error: 'There is nothing at this address. Tools are at POST /api/v1/{tool}, their list at GET /api/v1/tools.',
}

/** Replacements for Fastify's own messages, which repeat input of any length. */
const faults_of_http: Record<string, string> = {
  FST_ERR_BAD_URL: 'The address is not well-formed: every % in it must begin two hexadecimal digits.',
  FST_ERR_MAX_PARAM_LENGTH: `A part of the address is longer than ${PATH_PART_MAX} characters.`,
  FST_ERR_CTP_BODY_TOO_LARGE: `The body may have ${BODY_MAX_BYTES} bytes at most.`,
}

function fail(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const thrown = database_refusal(error) ?? error
  if (thrown instanceof Refusal) return send_failure(reply, failure_of(thrown))
  const { statusCode, code } = thrown as FastifyError
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return send_failure(reply, {
      status: statusCode,
      outcome: statusCode === 413 ? 'too_large' : 'error',
      error: faults_of_http[code] ?? 'The request cannot be read: its headers or its body are not well-formed.',
    })
  request.log.error({ err: without_texts(thrown, texts_of(request)) }, 'a request failed')
  return send_failure(reply, {
    status: 500,
    outcome: 'fault',
    error: fault_sentence(request.id),
  })
}

/** What the client sent, except the address of this server. */
function texts_of({ url, params, query, body, headers: { host: _, ...headers } }: FastifyRequest): string[] {
  const content = Buffer.isBuffer(body) ? body.toString() : body
  return [url, ...texts_in([params, query, content, ...Object.values(headers)])]
}

const broken: Record<string, { status: string; error: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    error: `All headers together may have ${HEADERS_MAX_BYTES} bytes.`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    error: 'The request did not arrive whole in time.',
  },
}

/** Answers input that is not valid HTTP, and so never reaches Fastify's handlers, with the same form of body. */
function answer_broken_request(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const { status, error: sentence } = broken[error.code ?? ''] ?? {
    status: '400 Bad Request',
    error: 'This is not a well-formed HTTP request.',
  }
  const body = JSON.stringify({ ok: false, error: sentence, outcome: 'error', duration_ms: 0 })
  end_socket(
    socket,
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
