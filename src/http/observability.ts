// Endpoints for operators: liveness, readiness and metrics. Their answers contain no secret and no organization's data.
import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fastify_plugin from 'fastify-plugin'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { days_until } from '#domain/access_ends.ts'
import type { Engine } from '#engine/engine.ts'
import { check_readiness, count_jobs } from '#engine/queue/readiness.ts'
import { type Failure, send_failure } from '#http/answers.ts'
import { spans_dropped } from '#lib/trace.ts'

/** Upper bounds in seconds: a cached key answers within milliseconds, a heavy report within seconds. */
const CALL_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

export interface ObservabilityOptions {
  engine: Engine
  /** Token that /metrics requires. Without it, /metrics answers this machine only. */
  metrics_token?: string
}

/** Days until what operators must renew in time ends. */
function show_ends(engine: Engine, registers: Registry[]): void {
  new Gauge({
    name: 'tablero_app_secret_days',
    help: 'Days until the secret of an app at a vendor ends, by platform. Only apps whose end is configured.',
    labelNames: ['platform'],
    registers,
    collect() {
      this.reset()
      for (const [platform, { secret_ends }] of Object.entries(engine.apps))
        if (secret_ends) this.set({ platform }, days_until(secret_ends, engine.clock.now()))
    },
  })
  new Gauge({
    name: 'tablero_version_days',
    help: 'Days until a vendor retires the version of its API that Tablero uses, by platform; below zero: retired. Only versions with a known end.',
    labelNames: ['platform', 'version'],
    registers,
    collect() {
      this.reset()
      for (const [platform, { platform: of }] of Object.entries(engine.connectors))
        if (of.version.ends_on)
          this.set({ platform, version: of.version.name }, days_until(of.version.ends_on, engine.clock.now()))
    },
  })
  new Gauge({
    name: 'tablero_version_without_end',
    help: '1 for each version in use whose vendor announces no end, by platform. All others are in tablero_version_days.',
    labelNames: ['platform', 'version'],
    registers,
    collect() {
      this.reset()
      for (const [platform, { platform: of }] of Object.entries(engine.connectors))
        if (of.version.ends_on === null) this.set({ platform, version: of.version.name }, 1)
    },
  })
}

function create_metrics(engine: Engine): Registry {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const calls = new Counter({
    name: 'tablero_calls_total',
    help: 'Calls of tools, by tool, outcome and transport (rest, mcp).',
    labelNames: ['tool', 'outcome', 'transport'],
    registers,
  })
  const seconds = new Histogram({
    name: 'tablero_call_seconds',
    help: 'Time a call took in the engine.',
    labelNames: ['tool'],
    buckets: CALL_SECONDS,
    registers,
  })
  const synced = new Counter({
    name: 'tablero_sync_rows_total',
    help: 'Rows that syncs of this process stored, by platform.',
    labelNames: ['platform'],
    registers,
  })
  const compared = new Counter({
    name: 'tablero_ledger_sums_total',
    help: "Sums of days that this process compared with the platform's own total, by platform and verdict (matches, rounding, drift, estimate).",
    labelNames: ['platform', 'verdict'],
    registers,
  })
  const received = new Counter({
    name: 'tablero_webhooks_total',
    help: 'Deliveries of platforms, by platform and reception (stored, ignored, unknown_address, forged, unreadable).',
    labelNames: ['platform', 'reception'],
    registers,
  })
  new Gauge({
    name: 'tablero_queue_depth',
    help: 'Jobs in the queue of all processes, by state (waiting, running, failed).',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset()
      // Without the database the other metrics still work. An unknown queue depth is absent, not 0.
      const jobs = await count_jobs(engine).catch(() => ({}))
      for (const [state, count] of Object.entries(jobs)) this.set({ state }, count)
    },
  })
  show_ends(engine, registers)
  new Counter({
    name: 'tablero_spans_dropped_total',
    help: 'Spans of traces that were made and not delivered, by reason (queue_full, not_delivered, too_many).',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const [reason, count] of Object.entries(spans_dropped)) this.inc({ reason }, count)
    },
  })
  engine.observers.push(({ tool, outcome, transport, duration_ms }) => {
    calls.inc({ tool, outcome, transport })
    seconds.observe({ tool }, duration_ms / 1000)
  })
  engine.webhook_observers.push(({ platform, reception }) => received.inc({ platform, reception }))
  engine.sync_observers.push(({ platform, rows, verdicts = {} }) => {
    synced.inc({ platform }, rows)
    for (const [verdict, sums] of Object.entries(verdicts)) compared.inc({ platform, verdict }, sums)
  })
  return registry
}

export const observability = fastify_plugin(
  async (app: FastifyInstance, { engine, metrics_token }: ObservabilityOptions) => {
    const registry = create_metrics(engine)
    const quiet = { logLevel: 'warn' } as const // monitoring sends these requests every few seconds

    app.get('/healthz', quiet, async () => ({ status: 'ok' }))

    app.get('/readyz', quiet, async (_request, reply) => {
      const verdict = engine.stopping.signal.aborted // the process still answers, but accepts no new callers
        ? { ready: false, reason: 'This process is stopping.' }
        : await check_readiness(engine)
      return reply.code(verdict.ready ? 200 : 503).send(verdict)
    })

    app.get('/metrics', quiet, async (request, reply) => {
      if (!may_read_metrics(request, metrics_token))
        return send_failure(reply, metrics_token ? WRONG_TOKEN : NOT_THIS_MACHINE)
      return reply.type(registry.contentType).send(await registry.metrics())
    })
  },
)

const WRONG_TOKEN: Failure = {
  status: 401,
  outcome: 'unauthorized',
  error: 'Send the header Authorization: Bearer with the value of METRICS_TOKEN.',
}
const NOT_THIS_MACHINE: Failure = {
  status: 403,
  outcome: 'denied',
  error: 'Metrics are for this machine only. Set METRICS_TOKEN to read them from another one.',
}

/** Through a proxy, each request comes from this machine. So a forwarded request needs the token. */
function may_read_metrics({ socket, headers }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return timingSafeEqual(digest_of(headers.authorization), digest_of(`Bearer ${token}`))
  const is_forwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip'].some((name) => headers[name] !== undefined)
  return !is_forwarded && LOOPBACK.test(socket.remoteAddress ?? '')
}

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/
const digest_of = (text = '') => hash('sha256', text, 'buffer')
