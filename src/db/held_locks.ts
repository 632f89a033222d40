// Locks that last longer than a transaction. All that a process holds are in one session, so a holder that waits for a platform keeps no
// session from others. The locks end with the process, however it ends.
import type pg from 'pg'

interface Session {
  client: pg.PoolClient
  held: Set<string>
  is_lost: boolean
  lose: () => void
}

class HeldLocks {
  readonly #pool: pg.Pool
  #session: Session | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async during<T>(name: string, work: () => Promise<T>): Promise<T | 'busy'> {
    const session = await this.#in_turn(() => this.#take(name))
    if (!session) return 'busy'
    try {
      return await work()
    } finally {
      await this.#in_turn(() => this.#give_back(session, name))
    }
  }

  /** A session answers one query at a time. */
  #in_turn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => {})
    return result
  }

  async #take(name: string): Promise<Session | undefined> {
    const session = this.#session ?? (await this.#open())
    // PostgreSQL would give a lock to its own session a second time.
    if (session.held.has(name)) return undefined
    try {
      const { rows } = await session.client.query<{ locked: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
        [name],
      )
      if (rows[0]!.locked) session.held.add(name)
      return rows[0]!.locked ? session : undefined
    } catch (error) {
      session.lose()
      throw error
    } finally {
      this.#close_unused(session)
    }
  }

  async #give_back(session: Session, name: string): Promise<void> {
    if (session.is_lost) return
    session.held.delete(name)
    const unlock = 'select pg_advisory_unlock(hashtextextended($1, 0))'
    await session.client.query(unlock, [name]).catch(session.lose)
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
