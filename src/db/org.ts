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
  } = options
  // The text goes to the server in one round trip, so its one value is checked rather than bound.
  if (!UUID.test(org_id)) throw new TypeError('org_id is not a UUID')
  return transaction(
    pool,
    `begin${read_only ? ' read only' : ''}; set local role ${role}; set local app.org_id = '${org_id}'; set local statement_timeout = ${statement_timeout_ms}${is_durable ? '' : '; set local synchronous_commit = off'}`,
    work,
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
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(begin)
    const result = await work(kysely_on(client), client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failed: Error) => {
      broken = failed
    })
    throw error
  } finally {
    client.release(broken)
  }
}
