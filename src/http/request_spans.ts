// A request as a span. It is made when the handler begins rather than at the first byte: a caller of MCP says in the body whose
// part the request is. Its time still counts from the first byte.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastify_plugin from 'fastify-plugin'
import { redact } from '#lib/log.ts'
import { type Attributes, is_tracing, type OpenRoot, open_root, parent_of } from '#lib/trace.ts'

const PATH_CHARS_MAX = 200
/** Others are whatever a stranger makes up (OpenTelemetry's conventions name them so). */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE'])

const roots = new WeakMap<FastifyRequest, OpenRoot>()

export interface RequestPart {
  /** What a message says of itself: `_meta` of MCP, whose traceparent is nearer to the caller than a header, which proxies set. */
  meta?: { traceparent?: unknown; tracestate?: unknown }
  attributes?: Attributes
  /** Whether the door has settled already who calls. */
  is_known?: boolean
}

/** Does the work of a request within its span. */
export function in_request<T>(request: FastifyRequest, reply: FastifyReply, work: () => T, part: RequestPart = {}): T {
  const root = is_tracing() ? root_of(request, reply, part) : undefined
  if (!root) return work()
  if (part.is_known) root.mark_authenticated()
  return root.run(work)
}

/** Gives requests that no handler took their span too, and ends all of them. */
export const request_spans = fastify_plugin(async (server: FastifyInstance) => {
  server.addHook('onResponse', async (request, reply) => {
    // What is asked every few seconds is kept out of the log, and for the same reason out of the traces.
    if (request.routeOptions.logLevel !== 'warn') end(root_of(request, reply, {}), reply)
  })
})

function root_of(
  request: FastifyRequest,
  reply: FastifyReply,
  { meta, attributes }: RequestPart,
): OpenRoot | undefined {
  const known = roots.get(request)
  if (known) return known
  const { method, routeOptions, headers, url, protocol } = request
  const in_header = parent_of(headers.traceparent, headers.tracestate)
  const in_body = parent_of(meta?.traceparent, meta?.tracestate)
  const parent = in_body ?? in_header
  const known_method = METHODS.has(method) ? method : '_OTHER'
  const root = open_root({
    name: routeOptions.url ? `${known_method} ${routeOptions.url}` : known_method,
    kind: 'server',
    parent,
    link: in_body && in_header?.trace_id !== in_body.trace_id ? in_header : undefined,
    is_known: parent === undefined,
    elapsed_ms: reply.elapsedTime,
    attributes: {
      'http.request.method': known_method,
      'http.route': routeOptions.url,
      'url.scheme': protocol,
      'url.path': redact(url.split('?', 1)[0]!).slice(0, PATH_CHARS_MAX),
      'tablero.request_id': request.id,
      ...attributes,
    },
  })
  if (!root) return undefined
  roots.set(request, root)
  const { trace_id, span_id } = root.span
  request.log = request.log.child({ trace_id, span_id })
  // Whoever leaves early is never answered, so that no hook runs.
  reply.raw.once('close', () => end(root, reply))
  return root
}

function end(root: OpenRoot | undefined, { statusCode, raw }: FastifyReply): void {
  if (!root) return
  root.span.set({ 'http.response.status_code': statusCode })
  if (statusCode >= 500) root.span.fail(String(statusCode))
  else if (raw.destroyed && !raw.writableFinished) root.span.fail('left')
  root.end()
}
