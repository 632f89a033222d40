// Callers of this process that wait for the end of a run. They hold no connection. One statement reads the progress of all their runs,
// and only while callers wait. Work of other jobs is looked at with few connections.
import { sql } from 'kysely'
import { in_org, in_system } from '#db/org.ts'
import type { Database, Pool } from '#db/pool.ts'
import { OPEN } from '#engine/calls/runs/table.ts'
import type { Context, Progress } from '#engine/tool.ts'
import type { Log } from '#lib/log.ts'

/** Callers of one process that can wait at the same time. Further callers immediately get `state: running`. */
export const WAITERS_MAX = 1_000
const POLL_MS = 200
/** Interval of the looks at work that other jobs do. */
const FOLLOW_MS = 1_000
/** Clients end a request that brings nothing for 60 s by default. A sign of life comes well before. */
export const SIGN_OF_LIFE_MS = 15_000
/** Progress of MCP must grow with each report, also where the work has not grown. No client shows this much. */
const UNCHANGED = 1e-6
/** The longest statement of a look, because callers of other organizations wait for it. */
const FOLLOW_MS_MAX = 2_000
/** Organizations whose work is looked at at the same time, each with a connection. */
export const FOLLOWED_ORGS_MAX = 4

export interface WaitingFor {
  org_id: string
  run_id: string
  /** The longest wait. */
  ms: number
  /** Aborted when the caller disconnects. */
  signal?: AbortSignal
  progress?: Context['progress']
  /** For a delegated run, whose row does not show its progress. */
  followed?: {
    /** Refuses when the caller may not receive the progress any more. Holds no connection of this transaction. */
    admit: () => Promise<void>
    look: (db: Database) => Promise<Pick<Progress, 'state' | 'done' | 'message'>>
  }
}

/** What a caller got last. */
export interface Reported extends Pick<WaitingFor, 'progress'> {
  last_message: string
  last_done: number
  reported_at: number
}

interface Waiter extends WaitingFor, Reported {
  end: (is_over: boolean) => void
  fail: (error: unknown) => void
}

type Follower = Waiter & Required<Pick<Waiter, 'followed'>>
const is_follower = (waiter: Waiter): waiter is Follower => waiter.followed !== undefined

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
  #follow_timer: NodeJS.Timeout | undefined

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
   * caller disconnects, and when work of other jobs cannot be followed.
   */
  async wait(run: WaitingFor): Promise<boolean> {
    run.signal?.throwIfAborted()
    const stopping = this.#stopping()
    if (run.ms <= 0 || stopping.aborted || this.#waiting.size >= WAITERS_MAX) return false
    const { promise, resolve, reject } = Promise.withResolvers<boolean>()
    const waiter = { ...run, last_message: '', last_done: -1, reported_at: 0, end: resolve, fail: reject }
    const stop = () => resolve(false)
    const timer = setTimeout(stop, run.ms)
    for (const signal of [run.signal, stopping]) signal?.addEventListener('abort', stop, { once: true })
    this.#waiting.add(waiter)
    if (is_follower(waiter)) this.#follow_timer ??= setTimeout(() => void this.#follow(), POLL_MS)
    else this.#timer ??= setTimeout(() => void this.#poll(), POLL_MS)
    try {
      const is_over = await promise
      run.signal?.throwIfAborted()
      return is_over
    } finally {
      this.#waiting.delete(waiter)
      clearTimeout(timer)
      for (const signal of [run.signal, stopping]) signal?.removeEventListener('abort', stop)
    }
  }

  async #poll(): Promise<void> {
    // A caller that starts to wait during the query is answered after the next one.
    const waiting = [...this.#waiting].filter((waiter) => !is_follower(waiter))
    const by_org = Map.groupBy(waiting, ({ org_id }) => org_id)
    // A part of the database that is unreachable must not delay callers of other organizations.
    if (!(await this.#report(waiting)) && by_org.size > 1)
      for (const of_org of by_org.values()) await this.#report(of_org)
    const is_needed = [...this.#waiting].some((waiter) => !is_follower(waiter))
    this.#timer = is_needed ? setTimeout(() => void this.#poll(), POLL_MS) : undefined
  }

  /** Some organizations at a time, so that a slow one delays few others, and looks take few connections of the process. */
  async #follow(): Promise<void> {
    const by_org = Map.groupBy([...this.#waiting].filter(is_follower), ({ org_id }) => org_id).entries()
    const look_at_next = async () => {
      for (const [org_id, waiting] of by_org) await this.#look_at(org_id, waiting)
    }
    await Promise.all(Array.from({ length: FOLLOWED_ORGS_MAX }, look_at_next))
    const is_needed = [...this.#waiting].some(is_follower)
    this.#follow_timer = is_needed ? setTimeout(() => void this.#follow(), FOLLOW_MS) : undefined
  }

  async #look_at(org_id: string, waiting: readonly Follower[]): Promise<void> {
    const admitted: Follower[] = []
    for (const waiter of waiting) await waiter.followed.admit().then(() => admitted.push(waiter), waiter.fail)
    try {
      const limits = { read_only: true, statement_timeout_ms: FOLLOW_MS_MAX }
      await in_org(this.#pool, { org_id, ...limits }, async (db) => {
        for (const waiter of admitted) notify_of(waiter, await waiter.followed.look(db))
      })
    } catch (error) {
      for (const waiter of admitted) waiter.fail(error)
    }
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
  report(waiter, run.progress, run.message)
}

function notify_of(waiter: Follower, { state, done, message }: Pick<Progress, 'state' | 'done' | 'message'>): void {
  report(waiter, done, message)
  if (state !== 'working') waiter.end(true)
}

/** Reports what is new, and otherwise now and then that the work is still in progress. */
export function report(waiter: Reported, done: number, message: string): void {
  const now = performance.now()
  const is_new = done > waiter.last_done || message !== waiter.last_message
  if (!is_new && now - waiter.reported_at < SIGN_OF_LIFE_MS) return
  const shown = done > waiter.last_done ? done : waiter.last_done + UNCHANGED
  Object.assign(waiter, { last_message: message, last_done: shown, reported_at: now })
  waiter.progress?.(shown, 1, message || undefined)
}
