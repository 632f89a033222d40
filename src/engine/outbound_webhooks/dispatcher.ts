// Sends what is due, in every worker process. The webhooks share the process fairly: each has a few requests at most, and those that
// do not answer in time have places of their own. PostgreSQL wakes the dispatcher when an event commits.
import { in_org, in_system } from '#db/org.ts'
import type { Pool } from '#db/pool.ts'
import { in_reachable } from '#db/reachable.ts'
import { type Attempt, type AttemptParts, attempt } from '#engine/outbound_webhooks/attempt.ts'
import { Batches } from '#engine/outbound_webhooks/batches.ts'
import { type Busy, claim, type Due } from '#engine/outbound_webhooks/claim.ts'
import { Listener } from '#engine/outbound_webhooks/listener.ts'
import { type Failed, record_attempts, release } from '#engine/outbound_webhooks/record.ts'
import { switch_off } from '#engine/outbound_webhooks/stop.ts'
import type { Clock } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'

/** Requests of a process, and those of them for webhooks that do not answer in time. */
const REQUESTS_MAX = 256
const SLOW_REQUESTS_MAX = 64
/** A webhook whose request waits longer counts as slow until the request has ended. */
const SLOW_AFTER_MS = 1_000
/** Retries become due without a notification. */
const POLL_MS = 1_000
export const TIMEOUT_MS = 15_000
/** The lease outlives the request, so that only a killed process leaves a delivery to another one. */
const LEASE_MARGIN_MS = 10_000
/** Time for running requests when the process stops. The others are repeated by another process. */
const STOP_MS = 3_000
const AFTER_ERROR_MS = 1_000

export interface DispatcherParts extends AttemptParts {
  pool: Pool
  clock: Clock
  log: Log
}

export interface DispatcherOptions {
  timeout_ms?: number
  lease_margin_ms?: number
}

interface Request {
  due: Due
  began: number
  done: Promise<void>
}

export class Dispatcher {
  readonly #parts: DispatcherParts
  readonly #timeout_ms: number
  readonly #lease_ms: number
  readonly #listener: Listener
  readonly #requests = new Set<Request>()
  readonly #interrupted = new AbortController()
  readonly #ended = new Batches<Attempt>((attempts) => this.#store(attempts))
  readonly #woken = new Set<string>()
  #is_all_woken = true
  #is_stopping = false
  #wake = Promise.withResolvers<void>()
  readonly #running: Promise<void>

  constructor(
    parts: DispatcherParts,
    { timeout_ms = TIMEOUT_MS, lease_margin_ms = LEASE_MARGIN_MS }: DispatcherOptions = {},
  ) {
    this.#parts = parts
    this.#timeout_ms = timeout_ms
    this.#lease_ms = timeout_ms + lease_margin_ms
    this.#listener = new Listener(parts, (webhook_id) => this.wake(webhook_id))
    this.#running = this.#run()
  }

  /** Looks for due deliveries of the webhook, or of all. */
  wake(webhook_id?: string): void {
    if (webhook_id === undefined) this.#is_all_woken = true
    else this.#woken.add(webhook_id)
    this.#wake.resolve()
  }

  /** Takes nothing more. Requests that do not end soon are interrupted, and another process repeats them. */
  async stop(): Promise<void> {
    this.#is_stopping = true
    this.wake()
    await this.#listener.stop()
    await this.#running
    const late = setTimeout(() => this.#interrupted.abort(), STOP_MS)
    await Promise.all([...this.#requests].map(({ done }) => done))
    clearTimeout(late)
  }

  async #run(): Promise<void> {
    while (!this.#is_stopping) {
      const is_idle = !this.#is_all_woken && this.#woken.size === 0
      if (is_idle) await this.#woken_or_polled()
      if (this.#is_stopping) return
      this.#wake = Promise.withResolvers()
      try {
        await this.#take()
      } catch (error) {
        this.#parts.log.warn({ err: error }, 'due deliveries of webhooks could not be read; trying again')
        await this.#paused(AFTER_ERROR_MS)
        this.#is_all_woken = true
      }
    }
  }

  async #woken_or_polled(): Promise<void> {
    const timer = setTimeout(() => this.wake(), POLL_MS)
    await this.#wake.promise
    clearTimeout(timer)
  }

  async #paused(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve, ms).unref()
    await promise
  }

  /** Takes and starts due deliveries, as many as there are places. */
  async #take(): Promise<void> {
    const places = this.#places()
    const only = this.#is_all_woken ? undefined : [...this.#woken]
    if (places.quick === 0) return this.#woken_or_polled()
    this.#is_all_woken = false
    this.#woken.clear()
    const now = this.#parts.clock.now()
    const wanted = { now, lease_until: new Date(now.getTime() + this.#lease_ms), only, busy: this.#busy(), places }
    const taken = await in_reachable(this.#parts.pool, (db) => claim(db, wanted))
    if (taken.length >= places.quick) this.#is_all_woken = true // more may be due than there were places
    for (const due of taken) this.#start(due)
  }

  #busy(): Busy[] {
    const requests = Map.groupBy(this.#requests, ({ due }) => due.webhook_id)
    return [...requests].map(([webhook_id, of]) => ({
      webhook_id,
      requests: of.length,
      is_slow: of.some(is_slow),
    }))
  }

  #places(): { quick: number; slow: number } {
    const slow_now = [...this.#requests].filter(is_slow).length
    const free = REQUESTS_MAX - this.#requests.size
    const quick_now = this.#requests.size - slow_now
    const quick = Math.max(0, Math.min(free, REQUESTS_MAX - SLOW_REQUESTS_MAX - quick_now))
    return { quick, slow: Math.max(0, Math.min(free - quick, SLOW_REQUESTS_MAX - slow_now)) }
  }

  #start(due: Due): void {
    const request: Request = { due, began: performance.now(), done: Promise.resolve() }
    this.#requests.add(request)
    const how = { timeout_ms: this.#timeout_ms, signal: this.#interrupted.signal }
    request.done = attempt(this.#parts, due, how)
      .then((ended) => (ended ? this.#ended.add(ended) : this.#release(due)))
      .catch((error) =>
        this.#parts.log.warn({ err: error }, 'the end of a delivery could not be stored; it is repeated'),
      )
      .finally(() => {
        this.#requests.delete(request)
        this.wake(due.webhook_id)
      })
  }

  async #release(due: Due): Promise<void> {
    await in_system(this.#parts.pool, (db) => release(db, [due], this.#parts.clock.now()))
  }

  async #store(attempts: Attempt[]): Promise<void> {
    const now = this.#parts.clock.now()
    const failed = await in_system(this.#parts.pool, (db) => record_attempts(db, attempts, now))
    for (const one of failed) await this.#switch_off(one)
  }

  async #switch_off(failed: Failed): Promise<void> {
    const { org_id, webhook_id, reason } = failed
    const is_new = await in_org(this.#parts.pool, { org_id }, (db) => switch_off(db, failed, this.#parts.clock.now()))
    if (is_new) this.#parts.log.info({ org_id, webhook_id, reason }, 'a webhook was switched off')
  }
}

const is_slow = ({ began }: Request) => performance.now() - began > SLOW_AFTER_MS
