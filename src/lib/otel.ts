// OpenTelemetry's SDK behind its API; app.ts loads this file when a collector is named. The collector's address is the operator's own
// choice, so it is not reached through the guarded door for addresses that strangers can name.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { context, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import type { Log } from '#lib/log.ts'
import { type Root, root_of, spans_dropped } from '#lib/trace.ts'

/** Spans that wait for the collector; more are dropped. A span is about 2 KB. */
const QUEUE_MAX = 8_192
const BATCH_MAX = 512
const BATCH_EVERY_MS = 2_000
/** One delivery, with the exporter's own second tries. */
const DELIVERY_MS = 10_000
/** How long a stopping process waits for the last delivery. */
const FLUSH_MS = 3_000
/** ExportResultCode.SUCCESS, of a package that the others bring along. */
const DELIVERED = 0
/** Letters of one attribute; statements are the longest. */
const ATTRIBUTE_CHARS_MAX = 4_096

export interface TracingSettings {
  /** Base address of the collector; traces go to /v1/traces below it. */
  endpoint: string
  headers?: Record<string, string>
  service_name: string
  /** Share of the traces that begin here which are recorded, 0 to 1. */
  ratio: number
  /** Whether a trace that a caller began is recorded when, and only when, the caller's flag says so. */
  follows_caller: boolean
  role: string
  /** A span waits this long at most before it is sent. */
  batch_every_ms?: number
}

/** From here on the process is traced. The answer delivers what waits, as far as that can be done in time, and ends it. */
export function start_tracing(settings: TracingSettings, log: Log): () => Promise<void> {
  const { endpoint, headers, ratio, batch_every_ms = BATCH_EVERY_MS } = settings
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers, timeoutMillis: DELIVERY_MS })
  const share = new TraceIdRatioBasedSampler(ratio)
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': settings.service_name,
      'service.instance.id': randomUUID(),
      'tablero.role': settings.role,
    }),
    sampler: settings.follows_caller ? new ParentBasedSampler({ root: share }) : share,
    spanLimits: { attributeValueLengthLimit: ATTRIBUTE_CHARS_MAX },
    spanProcessors: [known_callers_first(bounded_queue(with_logged_failures(exporter, log), batch_every_ms), ratio)],
  })
  unregister()
  context.setGlobalContextManager(new AsyncLocalStorageContextManager())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return async () => {
    unregister()
    const over = new AbortController()
    // What could not be delivered has been told already.
    const flushed = provider.shutdown().catch(() => undefined)
    await Promise.race([flushed, sleep(FLUSH_MS, undefined, over).catch(() => undefined)])
    over.abort()
  }
}

function unregister(): void {
  for (const api of [trace, propagation, context]) api.disable()
}

/**
 * Whoever sends a traceparent decides by its flag whether a trace is recorded, and by its trace id what a sampler says. So the spans of
 * such a request wait until its caller is known, and of those that never are, a share is delivered by a chance of our own.
 */
function known_callers_first(next: SpanProcessor, ratio: number): SpanProcessor {
  const roots = new WeakMap<ReadableSpan, Root>()
  const waiting = new WeakMap<Root, ReadableSpan[]>()
  const begins_here = ({ parentSpanContext }: ReadableSpan) => !parentSpanContext || parentSpanContext.isRemote === true
  return {
    ...next,
    onStart(span, place) {
      roots.set(span, root_of(place)!)
    },
    onEnding(span) {
      const { details_left_out } = roots.get(span)!
      if (details_left_out > 0 && begins_here(span)) span.setAttribute('tablero.spans_left_out', details_left_out)
    },
    onEnd(span) {
      const root = roots.get(span)!
      const ended = [...(waiting.get(root) ?? []), span]
      if (begins_here(span) && Math.random() < ratio) root.is_caller_known = true
      waiting.set(root, root.is_caller_known ? [] : ended)
      if (root.is_caller_known) for (const each of ended) next.onEnd(each)
    },
  }
}

/** The library drops what is too much without a word; this counts it first. */
function bounded_queue(exporter: SpanExporter, batch_every_ms: number): SpanProcessor {
  let waiting = 0
  const batches = new BatchSpanProcessor(
    {
      export(spans, done) {
        waiting -= spans.length
        exporter.export(spans, done)
      },
      shutdown: () => exporter.shutdown(),
    },
    {
      maxQueueSize: QUEUE_MAX,
      maxExportBatchSize: BATCH_MAX,
      scheduledDelayMillis: batch_every_ms,
      exportTimeoutMillis: 2 * DELIVERY_MS, // the exporter gives up by itself before
    },
  )
  return {
    onStart: () => {},
    onEnd(span) {
      if (waiting >= QUEUE_MAX) {
        spans_dropped.queue_full += 1
        return
      }
      waiting += 1
      // The timer that this starts is no part of the work in hand.
      context.with(ROOT_CONTEXT, () => batches.onEnd(span))
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  }
}

/** One line when deliveries begin to fail and one when they work again, however many fail between. */
function with_logged_failures(exporter: SpanExporter, log: Log): SpanExporter {
  let is_failing = false
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        const has_failed = result.code !== DELIVERED
        if (has_failed) spans_dropped.not_delivered += spans.length
        if (has_failed && !is_failing)
          log.warn(
            { reason: (result.error as { code?: unknown } | undefined)?.code },
            'the collector of traces takes none; they are dropped until it does',
          )
        if (!has_failed && is_failing) log.info('the collector takes traces again')
        is_failing = has_failed
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}
