// A trace span for each request. The handler creates the span, because an MCP client names the parent span in the body.
// The duration of the span still counts from the first byte of the request.
import { type Attributes, type Context, context, SpanKind, trace } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastify_plugin from 'fastify-plugin'
import { clean_request_id } from '#http/caller.ts'
import { system_clock } from '#lib/clock.ts'
import { redact } from '#lib/redact.ts'
import { continued, fail_span, mark_authenticated, open_root, trace_ids } from '#lib/trace.ts'

const PATH_CHARS_MAX = 200
/** Known HTTP methods. An untrusted client can send any other text, so OpenTelemetry's conventions call all others `_OTHER`. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE'])

const roots = new WeakMap<FastifyRequest, Context>()

export interface RequestPart {
  /** The `_meta` of an MCP message. Its traceparent comes from the caller itself. Proxies can change the header. */
  meta?: { traceparent?: unknown; tracestate?: unknown }
  attributes?: Attributes
  /** True when the transport has already authenticated the caller. */
  is_known?: boolean
}

/** Runs the work of a request within its span. */
export function in_request<T>(request: FastifyRequest, reply: FastifyReply, work: () => T, part: RequestPart = {}): T {
  const root = root_of(request, reply, part)
  if (part.is_known) mark_authenticated(root)
  return context.with(root, work)
}

/** Creates the span of requests without a handler, and ends the spans of all requests. */
export const request_spans = fastify_plugin(async (server: FastifyInstance) => {
  server.addHook('onResponse', async (request, reply) => {
    // Requests of monitoring come every few seconds, so neither the log nor the traces contain them.
    if (request.routeOptions.logLevel !== 'warn') end(root_of(request, reply, {}), reply)
  })
})

function root_of(request: FastifyRequest, reply: FastifyReply, { meta, attributes }: RequestPart): Context {
  const known = roots.get(request)
  if (known) return known
  const { method, routeOptions, headers, url, protocol } = request
  const [by_header, by_body] = [continued(headers), continued(meta)]
  const [in_header, in_body] = [trace.getSpanContext(by_header), trace.getSpanContext(by_body)]
  const known_method = METHODS.has(method) ? method : '_OTHER'
  const options = {
    kind: SpanKind.SERVER,
    links: in_body && in_header && in_header.traceId !== in_body.traceId ? [{ context: in_header }] : [],
    startTime: system_clock.now().getTime() - reply.elapsedTime,
  }
  const name = routeOptions.url ? `${known_method} ${routeOptions.url}` : known_method
  const root = open_root(name, options, in_body ? by_body : by_header, !in_body && !in_header)
  roots.set(request, root)
  const span = trace.getSpan(root)!
  const ids = trace_ids(span)
  if (ids.trace_id) request.log = request.log.child(ids)
  if (!span.isRecording()) return root
  span.setAttributes({
    'http.request.method': known_method,
    'http.route': routeOptions.url,
    'url.scheme': protocol,
    'url.path': redact(url.split('?', 1)[0]!).slice(0, PATH_CHARS_MAX),
    'tablero.request_id': request.id,
    'tablero.caller_request_id': clean_request_id(headers['x-request-id']),
    ...attributes,
  })
  // A client that disconnects early gets no answer, so Fastify runs no onResponse hook.
  reply.raw.once('close', () => end(root, reply))
  return root
}

function end(root: Context, { statusCode, raw }: FastifyReply): void {
  const span = trace.getSpan(root)
  if (!span?.isRecording()) return
  span.setAttribute('http.response.status_code', statusCode)
  if (statusCode >= 500) fail_span(span, String(statusCode))
  else if (raw.destroyed && !raw.writableFinished) fail_span(span, 'left')
  span.end()
}
