// A collector of OpenTelemetry traces (OTLP over HTTP, JSON) that stores what it receives.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

export interface CollectedSpan {
  name: string
  trace_id: string
  span_id: string
  /** '' for the first span of a trace. */
  parent_id: string
  /** OTLP's number: 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number
  attributes: Record<string, unknown>
  is_error: boolean
  links: string[]
  start_ns: bigint
  end_ns: bigint
}

export interface Collector {
  url: string
  /** All bodies, unchanged. */
  bodies: string[]
  headers: NodeJS.Dict<string | string[]>[]
  spans(): CollectedSpan[]
  /** The spans of a trace, after `is_whole` returns true. */
  trace(trace_id: string, is_whole: (spans: CollectedSpan[]) => boolean): Promise<CollectedSpan[]>
  /** The status of further answers. Undefined: no answer. */
  answers(status: number | undefined): void
  close(): Promise<void>
}

const TIMEOUT_MS = 60_000

export async function start_collector(): Promise<Collector> {
  const bodies: string[] = []
  const headers: Collector['headers'] = []
  let status: number | undefined = 200
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (status === 200) {
      bodies.push(body)
      headers.push(request.headers)
    }
    if (status !== undefined) response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const spans = () => bodies.flatMap((body) => spans_of(JSON.parse(body)))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    headers,
    spans,
    async trace(trace_id, is_whole) {
      const deadline = performance.now() + TIMEOUT_MS
      for (;;) {
        const found = spans().filter((span) => span.trace_id === trace_id)
        if (is_whole(found)) return found
        if (performance.now() > deadline)
          throw new Error(`the trace is not whole: ${found.map(({ name }) => name).join(', ') || 'nothing came'}`)
        await sleep(50)
      }
    },
    answers(next) {
      status = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

interface Sent {
  resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[]
}

interface SentSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number }
  links?: { traceId: string }[]
  startTimeUnixNano: string
  endTimeUnixNano: string
}

const spans_of = ({ resourceSpans }: Sent): CollectedSpan[] =>
  resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        name: span.name,
        trace_id: span.traceId,
        span_id: span.spanId,
        parent_id: span.parentSpanId ?? '',
        kind: span.kind,
        attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
        is_error: span.status.code === 2,
        links: (span.links ?? []).map(({ traceId }) => traceId),
        start_ns: BigInt(span.startTimeUnixNano),
        end_ns: BigInt(span.endTimeUnixNano),
      })),
    ),
  )
