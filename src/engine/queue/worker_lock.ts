// The heartbeat of a worker pool: a session lock, which ends with the process, however the process ends.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { send } from '#db/pool.ts'
import type { JobParts } from '#engine/job.ts'

/** Each worker holds it together with others. */
export const WORKERS_LOCK = `hashtextextended('workers', 2)`

const REOPEN_MS = 500
/** After a failover, the session of the lost server looks open. So it is asked this often, and has this time for its answer. */
const ASKED_EVERY_MS = 1_000
const ANSWER_MS = 1_000

type LockParts = Pick<JobParts, 'pool' | 'clock' | 'log'>

/** A session that holds the lock of this process's worker pool. A lost session is replaced. */
export class WorkerLock {
  readonly pool_id: string
  readonly #closing = Promise.withResolvers<void>()
  readonly #held: Promise<void>
  #ended = false

  constructor(parts: LockParts, pool_id: string) {
    this.pool_id = pool_id
    this.#held = this.#hold(parts)
  }

  async end(): Promise<void> {
    this.#ended = true
    this.#closing.resolve()
    await this.#held
  }

  async #hold({ pool, clock, log }: LockParts): Promise<void> {
    while (!this.#ended) {
      const began = performance.now()
      let session: pg.PoolClient | undefined
      const over = new AbortController()
      try {
        session = await pool.org.connect()
        const holding = this.#lock(session).then(() => asked_until_lost(session!, over.signal))
        await Promise.race([holding, connection_lost(session), this.#closing.promise])
      } catch (error) {
        log.warn({ err: error }, 'the worker lost the session of its lock; opening another')
        // A session that lived for a while is replaced immediately. Without the lock, other workers release this worker's jobs.
        if (performance.now() - began < REOPEN_MS) await Promise.race([clock.sleep(REOPEN_MS), this.#closing.promise])
      } finally {
        over.abort()
        session?.release(true)
      }
    }
  }

  /** Shared, because the server may still hold the lock for a session of this process whose connection is broken. */
  #lock(session: pg.PoolClient) {
    const text = `select pg_advisory_lock_shared(hashtextextended($1, 1)), pg_advisory_lock_shared(${WORKERS_LOCK})`
    return send(session, { text, values: [this.pool_id] }, ANSWER_MS)
  }
}

async function asked_until_lost(session: pg.PoolClient, over: AbortSignal): Promise<never> {
  for (;;) {
    await sleep(ASKED_EVERY_MS, undefined, { signal: over })
    await send(session, { text: 'select 1' }, ANSWER_MS)
  }
}

function connection_lost(session: pg.PoolClient): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined)
  session.once('error', reject)
  session.once('end', () => reject(new Error('the session was closed')))
  return promise
}
