// Where the work in hand stands within a trace: what every layer asks, and nothing more. Without a collector there is no tracer,
// nothing of OpenTelemetry is loaded (only otel.ts knows it), and every question here ends at one missing reference.
import { AsyncLocalStorage } from 'node:async_hooks'
import { system_clock } from '#lib/clock.ts'

/** Statements and vendor requests of one request or job that are recorded: one long sync must not push out everybody else. */
const DETAILS_MAX = 2_000

export type Attributes = Record<string, string | number | boolean | undefined>
export type Kind = 'internal' | 'server' | 'client' | 'consumer'

/** A span somewhere else that ours continue. */
export interface Parent {
  trace_id: string
  span_id: string
  is_sampled: boolean
  /** What its makers wrote beside it, passed on as it is. */
  state?: string
}

export interface Span {
  readonly trace_id: string
  readonly span_id: string
  /** False where the sampler, or the caller's own flag, says that nobody will look. */
  readonly is_recorded: boolean
  set(attributes: Attributes): void
  /** `type` is a word of a small set; messages may carry what is nobody's business. */
  fail(type: string): void
  end(at_ms: number): void
}

export interface SpanOptions {
  name: string
  kind: Kind
  attributes?: Attributes
  parent?: Span | Parent
  link?: Parent
  at_ms: number
}

export interface Tracer {
  start(beginning: SpanOptions): Span
  /** Share of the traces that begin here which are recorded, 0 to 1. */
  ratio: number
}

let tracer: Tracer | undefined

/** For otel.ts: from here on, or no longer. */
export function trace_with(next: Tracer | undefined): void {
  tracer = next
}

export const is_tracing = () => tracer !== undefined

/** Spans that were made and not delivered, by reason. */
export const spans_dropped = { queue_full: 0, not_delivered: 0, too_many: 0 }

/** One request or one job of this process: the spans below it share a clock, a budget and a fate. */
class Root {
  readonly span: Span
  #is_known: boolean
  readonly #held: (() => void)[] = []
  readonly #epoch_ms: number
  #details = 0
  #left_out = 0
  #is_over = false

  constructor(
    started: Tracer,
    { is_known, elapsed_ms, ...beginning }: Omit<SpanOptions, 'at_ms'> & { is_known: boolean; elapsed_ms: number },
  ) {
    this.#is_known = is_known
    // Fractions of a millisecond, and never backwards: spans are shown in the order in which they happened.
    this.#epoch_ms = system_clock.now().getTime() - performance.now()
    this.span = started.start({ ...beginning, at_ms: this.now_ms() - elapsed_ms })
  }

  now_ms(): number {
    return this.#epoch_ms + performance.now()
  }

  has_room(): boolean {
    this.#details += 1
    if (this.#details <= DETAILS_MAX) return true
    this.#left_out += 1
    spans_dropped.too_many += 1
    return false
  }

  /** A span that is ended is delivered; what belongs to a stranger's trace waits until its caller is known. */
  end_span(span: Span): void {
    const at_ms = this.now_ms()
    if (this.#is_known) span.end(at_ms)
    else this.#held.push(() => span.end(at_ms))
  }

  mark_authenticated(): void {
    this.#is_known = true
    for (const end of this.#held.splice(0)) end()
  }

  end(ratio: number): void {
    if (this.#is_over) return
    this.#is_over = true
    if (this.#left_out > 0) this.span.set({ 'tablero.spans_left_out': this.#left_out })
    this.end_span(this.span)
    // A stranger's flag, and the trace id that a sampler would judge by, are the stranger's choice; the chance is ours.
    if (!this.#is_known && Math.random() < ratio) this.mark_authenticated()
  }
}

interface Place {
  span: Span
  root: Root
}

const places = new AsyncLocalStorage<Place>()

/** A part of the work in hand. Without a trace, or in one that is not recorded, just the work. */
export function in_span<T>(
  name: string,
  attributes: Attributes,
  work: (span?: Span) => Promise<T>,
  kind: Kind = 'internal',
): Promise<T> {
  const place = tracer && places.getStore()
  if (!tracer || !place?.span.is_recorded || (kind === 'client' && !place.root.has_room())) return work()
  const { root } = place
  const span = tracer.start({ name, kind, attributes, parent: place.span, at_ms: root.now_ms() })
  return places
    .run({ span, root }, () => work(span))
    .catch((error: unknown) => {
      span.fail(type_of(error))
      throw error
    })
    .finally(() => root.end_span(span))
}

function type_of(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'unknown')
}

export interface OpenRoot {
  span: Span
  run<T>(work: () => T): T
  /** The caller has proved to be somebody. */
  mark_authenticated(): void
  end(): void
}

/** What comes in from outside: a request, a job. `elapsed_ms` is how long ago it began. Undefined without a tracer. */
export function open_root({
  elapsed_ms = 0,
  is_known = true,
  ...beginning
}: Omit<SpanOptions, 'at_ms'> & { elapsed_ms?: number; is_known?: boolean }): OpenRoot | undefined {
  if (!tracer) return undefined
  const { ratio } = tracer
  const root = new Root(tracer, { ...beginning, elapsed_ms, is_known })
  return {
    span: root.span,
    run: (work) => places.run({ span: root.span, root }, work),
    mark_authenticated: () => root.mark_authenticated(),
    end: () => root.end(ratio),
  }
}

/** A job, as part of the trace of whoever enqueued it. */
export async function in_job(
  name: string,
  { traceparent, ...attributes }: Attributes & { traceparent?: string },
  work: () => Promise<void>,
): Promise<void> {
  const root = open_root({ name, kind: 'consumer', attributes, parent: parent_of(traceparent) })
  if (!root) return work()
  try {
    await root.run(work)
  } catch (error) {
    root.span.fail(type_of(error))
    throw error
  } finally {
    root.end()
  }
}

/** Told by the engine: the caller of the request in hand is known. */
export function mark_authenticated(): void {
  if (tracer) places.getStore()?.root.mark_authenticated()
}

/** More about the work in hand. */
export function annotate(attributes: Attributes): void {
  if (tracer) places.getStore()?.span.set(attributes)
}

/** Work that is nobody's in particular, such as the delivery of other people's spans. */
export const outside = <T>(work: () => T): T => places.exit(work)

/** For log lines. */
export function trace_ids(): { trace_id?: string; span_id?: string } {
  const span = tracer && places.getStore()?.span
  return span ? { trace_id: span.trace_id, span_id: span.span_id } : {}
}

/** The work in hand as whoever goes on with it later will name it (W3C Trace Context). */
export function traceparent(): string | undefined {
  const span = tracer && places.getStore()?.span
  return span && `00-${span.trace_id}-${span.span_id}-${span.is_recorded ? '01' : '00'}`
}

const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const STATE_CHARS_MAX = 512

/** W3C Trace Context, 3.2. What is malformed begins a new trace, and so does anything that is no text. */
export function parent_of(given: unknown, state?: unknown): Parent | undefined {
  const [, version, trace_id, span_id, flags, more] = (typeof given === 'string' && TRACEPARENT.exec(given)) || []
  if (!trace_id || !span_id || (version === '00' && more !== undefined)) return undefined
  const is_sampled = (Number.parseInt(flags!, 16) & 1) === 1
  const is_kept = typeof state === 'string' && state.length <= STATE_CHARS_MAX
  return { trace_id, span_id, is_sampled, ...(is_kept ? { state } : {}) }
}
