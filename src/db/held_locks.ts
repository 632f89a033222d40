// Locks that last longer than a transaction. All that a process holds are in one session, so a holder that waits for a platform keeps no
// session from others. The locks end with the process, however it ends.
import type pg from 'pg'
import { send } from '#db/pool.ts'

/** A database that does not answer in this time has lost the session. Otherwise all changes of the process would wait for it. */
const ANSWER_MS = 5_000

interface Session {
  client: pg.PoolClient
  held: Set<string>
  is_lost: boolean
  lose: () => void
}

class HeldLocks {
  readonly #pool: pg.Pool
  #session: Session | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async during<T>(name: string, work: () => Promise<T>): Promise<T | 'busy'> {
    const session = await this.#one_by_one(() => this.#take(name))
    if (!session) return 'busy'
    try {
      return await work()
    } finally {
      await this.#one_by_one(() => this.#release(session, name))
    }
  }

  /** A session answers one query at a time. */
  #one_by_one<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => {})
    return result
  }

  async #take(name: string): Promise<Session | undefined> {
    const session = this.#session ?? (await this.#open())
    // PostgreSQL would give a lock to its own session a second time.
    if (session.held.has(name)) return undefined
    try {
      const text = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked'
      const { rows } = await send(session.client, { text, values: [name] }, ANSWER_MS)
      if (rows[0].locked) session.held.add(name)
      return rows[0].locked ? session : undefined
    } catch (error) {
      session.lose()
      throw error
    } finally {
      this.#close_unused(session)
    }
  }

  async #release(session: Session, name: string): Promise<void> {
    if (session.is_lost) return
    session.held.delete(name)
    const text = 'select pg_advisory_unlock(hashtextextended($1, 0))'
    await send(session.client, { text, values: [name] }, ANSWER_MS).catch(session.lose)
    this.#close_unused(session)
  }

  async #open(): Promise<Session> {
    const client = await this.#pool.connect()
    const lose = () => {
      if (session.is_lost) return
      session.is_lost = true
      this.#close(session, true)
    }
    const session: Session = { client, held: new Set(), is_lost: false, lose }
    client.on('error', lose).on('end', lose)
    this.#session = session
    return session
  }

  #close_unused(session: Session): void {
    if (!session.is_lost && session.held.size === 0) this.#close(session, false)
  }

  #close(session: Session, is_broken: boolean): void {
    if (this.#session === session) this.#session = undefined
    session.client.off('error', session.lose).off('end', session.lose)
    session.client.release(is_broken)
  }
}

const by_pool = new WeakMap<pg.Pool, HeldLocks>()

/**
 * Runs `work` while this process holds the lock. 'busy': another process, or other work of this one, holds it. A process can lose the
 * session and not know it, so the work must itself notice that another holder has done it.
 */
export function during_lock<T>(pool: pg.Pool, name: string, work: () => Promise<T>): Promise<T | 'busy'> {
  const locks = by_pool.get(pool) ?? new HeldLocks(pool)
  by_pool.set(pool, locks)
  return locks.during(name, work)
}
