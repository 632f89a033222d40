// Every statement of the product runs in one of these transactions: as a role that owns nothing and cannot bypass row
// security, with the organization set for this transaction only. No organization set means that no row is visible.
import type pg from 'pg'
import { type Database, kysely_on, take_connection } from '#db/pool.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A call that computes longer than this is ended by PostgreSQL. */
export const STATEMENT_TIMEOUT_MS = 15_000

export interface OrgTransaction {
  org_id: string
  read_only?: boolean
  role?: 'tablero_app' | 'tablero_sql'
  statement_timeout_ms?: number
  /** Ends the transaction without an effect, and the statement that is under way with it. */
  signal?: AbortSignal
  /**
   * A query sent along and committed for itself before the transaction begins: it stays whatever becomes of `work` (unless
   * PostgreSQL crashes that moment) and costs no round trip. It goes out as it is: no text of a caller belongs into it.
   */
  ahead?: string
}

/** What is done inside of a transaction; `ahead` are the rows of the query sent ahead. */
type Work<T> = (db: Database, client: pg.PoolClient, ahead: unknown[]) => Promise<T>

/** Runs `work` in one transaction of the organization; commits when it returns, rolls back when it throws. */
export function in_org<T>(pool: pg.Pool, options: OrgTransaction, work: Work<T>) {
  const {
    org_id,
    read_only = false,
    role = 'tablero_app',
    statement_timeout_ms = STATEMENT_TIMEOUT_MS,
    signal,
    ahead,
  } = options
  // The text goes to the server in one round trip, so its one value is checked rather than bound.
  if (!UUID.test(org_id)) throw new TypeError('org_id is not a UUID')
  const as = (who: string) =>
    `set local role ${who}; set local app.org_id = '${org_id}'; set local statement_timeout = ${statement_timeout_ms}`
  const before = ahead ? `begin; ${as('tablero_app')}; set local synchronous_commit = off; ${ahead}; commit; ` : ''
  const begin = `begin${read_only ? ' read only' : ''}; ${as(role)}`
  return transaction(pool, before + begin, work, signal)
}

/** Across organizations, for the few tables that allow it: keys, schedules, rates. */
export function in_system<T>(
  pool: pg.Pool,
  work: Work<T>,
  limits_ms: Partial<Record<'lock_timeout' | 'statement_timeout', number>> = {},
) {
  const limits = Object.entries(limits_ms).map(([name, ms]) => `; set local ${name} = ${ms}`)
  return transaction(pool, `begin; set local role tablero_system${limits.join('')}`, work)
}

/** Transactions after which the connection is closed. */
const last_ones = new WeakSet<Database>()

/** Nobody else gets the session of this transaction: PostgreSQL keeps some of what it was asked for until a session ends. */
export function end_session_after(db: Database): void {
  last_ones.add(db)
}

async function transaction<T>(pool: pg.Pool, begin: string, work: Work<T>, signal?: AbortSignal): Promise<T> {
  signal?.throwIfAborted()
  const client = await take_connection(pool)
  if (signal?.aborted) {
    client.release() // nobody waited so long, and nothing has been asked of it
    throw signal.reason
  }
  const db = kysely_on(client)
  let broken: Error | undefined
  let stop: Stop | undefined
  try {
    // Asked of the server: behind a connection pooler, the driver's own number is not the backend's.
    const begun = await query_all(client, signal ? `${begin}; select pg_backend_pid() as pid` : begin)
    if (signal) stop = stop_with(signal, pool, begun.pop()!.rows[0].pid)
    const ahead = begun.find(({ command }) => command === 'SELECT')?.rows ?? []
    const working = work(db, client, ahead)
    const result = await (stop ? Promise.race([working, stop.rejects]) : working)
    await client.query('commit')
    return result
  } catch (error) {
    // Work that nobody waits for may still be at it: it must find its connection closed, never outside of the transaction.
    if (signal?.aborted) throw error
    await client.query('rollback').catch((failed: Error) => {
      broken = failed
    })
    throw error
  } finally {
    stop?.forget()
    client.release(signal?.aborted || broken || last_ones.has(db))
  }
}

interface Stop {
  rejects: Promise<never>
  forget: () => void
}

/** Several statements in one round trip. */
async function query_all(client: pg.PoolClient, statements: string): Promise<pg.QueryResult[]> {
  return (await client.query(statements)) as unknown as pg.QueryResult[]
}

/** Closing a connection does not end what PostgreSQL is computing for it; cancelling its backend does. */
function stop_with(signal: AbortSignal, pool: pg.Pool, pid: number): Stop {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined)
  const on_abort = () => {
    // A server that cannot be reached has nothing to cancel any more.
    pool.query('select pg_cancel_backend($1)', [pid]).catch(() => undefined)
    reject(signal.reason)
  }
  signal.addEventListener('abort', on_abort, { once: true })
  return { rejects: promise, forget: () => signal.removeEventListener('abort', on_abort) }
}
