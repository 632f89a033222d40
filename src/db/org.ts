// Every statement of the product runs in one of these transactions: as a role that owns nothing and cannot bypass row
// security, with the organization set for this transaction only. No organization set means that no row is visible.
import type pg from 'pg'
import { type Database, kysely_on } from '#db/pool.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A call that computes longer than this is ended by PostgreSQL. */
export const STATEMENT_TIMEOUT_MS = 15_000

export interface OrgTransaction {
  org_id: string
  read_only?: boolean
  role?: 'tablero_app' | 'tablero_sql'
  statement_timeout_ms?: number
  /** False where a crash of PostgreSQL may undo the last moments: the commit then does not wait for the disk. */
  is_durable?: boolean
  /** Ends the transaction without an effect, and the statement that is under way with it. */
  signal?: AbortSignal
}

/** Runs `work` in one transaction of the organization; commits when it returns, rolls back when it throws. */
export function in_org<T>(
  pool: pg.Pool,
  options: OrgTransaction,
  work: (db: Database, client: pg.PoolClient) => Promise<T>,
) {
  const {
    org_id,
    read_only = false,
    role = 'tablero_app',
    statement_timeout_ms = STATEMENT_TIMEOUT_MS,
    is_durable = true,
    signal,
  } = options
  // The text goes to the server in one round trip, so its one value is checked rather than bound.
  if (!UUID.test(org_id)) throw new TypeError('org_id is not a UUID')
  return transaction(
    pool,
    `begin${read_only ? ' read only' : ''}; set local role ${role}; set local app.org_id = '${org_id}'; set local statement_timeout = ${statement_timeout_ms}${is_durable ? '' : '; set local synchronous_commit = off'}`,
    work,
    signal,
  )
}

/** Across organizations, for the few tables that allow it: keys, schedules, rates. */
export function in_system<T>(pool: pg.Pool, work: (db: Database, client: pg.PoolClient) => Promise<T>) {
  return transaction(pool, 'begin; set local role tablero_system', work)
}

async function transaction<T>(
  pool: pg.Pool,
  begin: string,
  work: (db: Database, client: pg.PoolClient) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted()
  const client = await pool.connect()
  let broken: Error | undefined
  let stop: Stop | undefined
  try {
    if (signal) stop = await begin_stoppable(pool, client, begin, signal)
    else await client.query(begin)
    const working = work(kysely_on(client), client)
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
    client.release(signal?.aborted || broken)
  }
}

interface Stop {
  rejects: Promise<never>
  forget: () => void
}

/** Closing a connection does not end what PostgreSQL is computing for it; cancelling its backend does. */
async function begin_stoppable(
  pool: pg.Pool,
  client: pg.PoolClient,
  begin: string,
  signal: AbortSignal,
): Promise<Stop> {
  // Asked of the server: behind a connection pooler, the driver's own number is not the backend's.
  const results = await client.query(`${begin}; select pg_backend_pid() as pid`)
  const { pid } = (results as unknown as pg.QueryResult<{ pid: number }>[]).at(-1)!.rows[0]!
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
