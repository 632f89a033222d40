// Spans of requests and jobs, created with OpenTelemetry's own API. The API does nothing until otel.ts registers an SDK.
import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  INVALID_SPAN_CONTEXT,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type TextMapGetter,
  trace,
} from '@opentelemetry/api'

/** Most statements and vendor requests that are recorded of one request or job. One long sync must not displace other traces. */
const DETAILS_MAX = 2_000

/** Spans that were created and not delivered, by reason. */
export const spans_dropped = { queue_full: 0, not_delivered: 0, too_many: 0 }

/** State that all spans of one request or job share. */
export interface Root {
  readonly is_recorded: boolean
  /** Until the caller is authenticated, otel.ts delays the spans. */
  is_caller_known: boolean
  details: number
  details_left_out: number
}

const ROOT = createContextKey('the current request or job')
const NO_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT)

export const root_of = (place: Context) => place.getValue(ROOT) as Root | undefined

/** Whether the current request or job is recorded. */
export const is_recorded = () => root_of(context.active())?.is_recorded === true

/** Opens the span of a request or job as a child of `from`. Returns the context in which the work runs. */
export function open_root(name: string, options: SpanOptions, from = ROOT_CONTEXT, is_caller_known = true): Context {
  const root = { is_recorded: false, is_caller_known, details: 0, details_left_out: 0 }
  const place = from.setValue(ROOT, root)
  const span = trace.getTracer('tablero').startSpan(name, options, place)
  root.is_recorded = span.isRecording()
  return trace.setSpan(place, span)
}

/** Runs work in a span of the current request or job. Without a recorded request or job, the work has no span. */
export function in_span<T>(
  name: string,
  attributes: Attributes,
  work: (span: Span) => Promise<T>,
  kind = SpanKind.INTERNAL,
): Promise<T> {
  const root = root_of(context.active())
  if (!root?.is_recorded || (kind === SpanKind.CLIENT && !has_room(root))) return work(NO_SPAN)
  const run = (span: Span) => ended_with(span, work(span))
  return trace.getTracer('tablero').startActiveSpan(name, { kind, attributes }, run)
}

/** Runs a job as part of the trace that enqueued it. */
export function in_job(
  name: string,
  { traceparent, ...attributes }: Attributes & { traceparent?: string },
  work: () => Promise<void>,
): Promise<void> {
  const place = open_root(name, { kind: SpanKind.CONSUMER, attributes }, continued({ traceparent }))
  return ended_with(trace.getSpan(place)!, context.with(place, work))
}

function has_room(root: Root): boolean {
  root.details += 1
  if (root.details <= DETAILS_MAX) return true
  root.details_left_out += 1
  spans_dropped.too_many += 1
  return false
}

function ended_with<T>(span: Span, work: Promise<T>): Promise<T> {
  return work
    .catch((error: unknown) => {
      const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
      fail_span(span, String(code ?? name ?? 'unknown'))
      throw error
    })
    .finally(() => span.end())
}

/** Marks the span as failed. `type` comes from a small set of words, because error messages may contain private data. */
export function fail_span(span: Span, type: string): void {
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR })
}

/** Records that the caller of the current request is authenticated. */
export function mark_authenticated(place = context.active()): void {
  const root = root_of(place)
  if (root) root.is_caller_known = true
}

/** The ids of the current trace, for log lines. */
export function trace_ids(span = trace.getActiveSpan()): { trace_id?: string; span_id?: string } {
  const ids = span?.spanContext()
  return ids && isSpanContextValid(ids) ? { trace_id: ids.traceId, span_id: ids.spanId } : {}
}

/** Reads carriers from outside, whose values can have any type. Only text is read. */
const text_alone: TextMapGetter = {
  get(carrier, name) {
    const value: unknown = carrier?.[name]
    return typeof value === 'string' ? value : undefined
  },
  keys: (carrier) => Object.keys(carrier ?? {}),
}

/** The context of a carrier's `traceparent` and `tracestate` (W3C Trace Context). Empty without them. */
export const continued = (carrier: unknown): Context => propagation.extract(ROOT_CONTEXT, carrier, text_alone)

/** The traceparent of the current work, for work that continues it later. */
export function traceparent(): string | undefined {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent
}
