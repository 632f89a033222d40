// OpenTelemetry's SDK behind its API. app.ts loads this file only when a collector is configured. The operator chooses the collector's
// address, so it does not need the checks for untrusted addresses (engine/vendors/outbound.ts).
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

/** Most spans that wait for the collector. Further spans are dropped. A span takes about 2 KB. */
const QUEUE_MAX = 8_192
const BATCH_MAX = 512
const BATCH_EVERY_MS = 2_000
/** Time limit of one delivery, including the exporter's own retries. */
const DELIVERY_MS = 10_000
/** A stopping process waits this long for the last delivery. */
export const FLUSH_MS = 3_000
/** The value of ExportResultCode.SUCCESS, which is in a package that Tablero does not import. */
const DELIVERED = 0
/** Most characters of one attribute. Statements are the longest. */
const ATTRIBUTE_CHARS_MAX = 4_096

export interface TracingSettings {
  /** Base address of the collector. Traces are sent to /v1/traces below it. */
  endpoint: string
  headers?: Record<string, string>
  service_name: string
  /** Share of recorded traces, 0 to 1, among traces that start in Tablero. */
  ratio: number
  /** True: the flag of a caller's trace decides whether Tablero records it. */
  follows_caller: boolean
  role: string
  /** Longest wait of a span before it is sent. */
  batch_every_ms?: number
}

/** Starts tracing. The returned function delivers the waiting spans, within a time limit, and stops tracing. */
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
    // Failed deliveries have already been logged.
    const flushed = provider.shutdown().catch(() => undefined)
    await Promise.race([flushed, sleep(FLUSH_MS, undefined, over).catch(() => undefined)])
    over.abort()
  }
}

function unregister(): void {
  for (const api of [trace, propagation, context]) api.disable()
}

/**
 * The flag and the trace id of a traceparent decide what a sampler records, and anybody can send one. So the spans of such a request
 * wait until its caller is authenticated. Of requests that are never authenticated, a random share is delivered.
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

/** Counts dropped spans. The library would drop them without a report. */
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
      exportTimeoutMillis: 2 * DELIVERY_MS, // the exporter stops earlier by itself
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
      // The timer that this call starts is not part of the current request or job.
      context.with(ROOT_CONTEXT, () => batches.onEnd(span))
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  }
}

/** Logs once when deliveries start to fail, and once when they succeed again. */
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
            'the collector of traces does not accept spans; spans are dropped until it does',
          )
        if (!has_failed && is_failing) log.info('the collector of traces accepts spans again')
        is_failing = has_failed
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}
