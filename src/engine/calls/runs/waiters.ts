// Callers of this process that wait for the end of a run. They hold no connection. One statement reads the progress of all their runs,
// and only while callers wait.
import { sql } from 'kysely'
import { in_system } from '#db/org.ts'
import type { Pool } from '#db/pool.ts'
import { OPEN } from '#engine/calls/runs/table.ts'
import type { Context } from '#engine/tool.ts'
import type { Log } from '#lib/log.ts'

/** Callers of one process that can wait at the same time. Further callers immediately get `state: running`. */
export const WAITERS_MAX = 1_000
const POLL_MS = 200

export interface WaitingFor {
  org_id: string
  run_id: string
  /** The longest wait. */
  ms: number
  /** Aborted when the caller disconnects. */
  signal?: AbortSignal
  progress?: Context['progress']
}

interface Waiter extends WaitingFor {
  last_report: string
  end: (is_over: boolean) => void
}

interface RunState {
  run_id: string
  is_open: boolean
  progress: number
  message: string
}

export class RunWaiters {
  readonly #pool: Pool
  readonly #log: Log
  /** Aborted when the process stops. Then all callers are answered. */
  readonly #stopping: () => AbortSignal
  readonly #waiting = new Set<Waiter>()
  #timer: NodeJS.Timeout | undefined

  constructor(pool: Pool, log: Log, stopping: () => AbortSignal) {
    this.#pool = pool
    this.#log = log
    this.#stopping = stopping
  }

  /** Callers that wait now. */
  get size(): number {
    return this.#waiting.size
  }

  /**
   * True when the run has ended. False after the longest wait, when the process stops, or when too many callers wait. Rejects when the
   * caller disconnects.
   */
  async wait(run: WaitingFor): Promise<boolean> {
    run.signal?.throwIfAborted()
    const stopping = this.#stopping()
    if (run.ms <= 0 || stopping.aborted || this.#waiting.size >= WAITERS_MAX) return false
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiter = { ...run, last_report: '', end: resolve }
    const stop = () => resolve(false)
    const timer = setTimeout(stop, run.ms)
    for (const signal of [run.signal, stopping]) signal?.addEventListener('abort', stop, { once: true })
    this.#waiting.add(waiter)
    this.#timer ??= setTimeout(() => void this.#poll(), POLL_MS)
    const is_over = await promise
    this.#waiting.delete(waiter)
    clearTimeout(timer)
    for (const signal of [run.signal, stopping]) signal?.removeEventListener('abort', stop)
    run.signal?.throwIfAborted()
    return is_over
  }

  async #poll(): Promise<void> {
    // A caller that starts to wait during the query is answered after the next one.
    const waiting = [...this.#waiting]
    const by_org = Map.groupBy(waiting, ({ org_id }) => org_id)
    // A part of the database that is unreachable must not delay callers of other organizations.
    if (!(await this.#report(waiting)) && by_org.size > 1)
      for (const of_org of by_org.values()) await this.#report(of_org)
    this.#timer = this.#waiting.size > 0 ? setTimeout(() => void this.#poll(), POLL_MS) : undefined
  }

  /** False when the runs could not be read. */
  async #report(waiting: Waiter[]): Promise<boolean> {
    try {
      const states = new Map((await this.#read(waiting)).map((run) => [run.run_id, run]))
      for (const waiter of waiting) notify(waiter, states.get(waiter.run_id))
      return true
    } catch (error) {
      this.#log.warn({ err: error, waiting: waiting.length }, 'runs that callers wait for could not be read; retrying')
      return false
    }
  }

  #read(waiting: Waiter[]): Promise<RunState[]> {
    const of_waiting = (id: 'org_id' | 'run_id') => [...new Set(waiting.map((waiter) => waiter[id]))]
    return in_system(this.#pool, (db) =>
      db
        .selectFrom('runs')
        .select(['run_id', 'progress', 'message'])
        .select(({ eb }) => eb('state', 'in', OPEN).$castTo<boolean>().as('is_open'))
        .where('org_id', '=', sql<string>`any(${of_waiting('org_id')}::uuid[])`)
        .where('run_id', '=', sql<string>`any(${of_waiting('run_id')}::uuid[])`)
        .execute(),
    )
  }
}

/** A deleted run counts as ended. */
function notify(waiter: Waiter, run: RunState | undefined): void {
  if (!run?.is_open) {
    waiter.end(true)
    return
  }
  const news = `${run.progress} ${run.message}`
  if (news !== waiter.last_report && (run.progress > 0 || run.message !== ''))
    waiter.progress?.(run.progress, 1, run.message)
  waiter.last_report = news
}
