// The one place that knows the driver: types on the way out of PostgreSQL, and the pool.
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { OrganizationCompiler } from '#db/organization.ts'
import { statement_name } from '#db/prepared.ts'
import type { DB } from '#db/schema.ts'
import { trace_statements } from '#db/statement_spans.ts'

const { builtins } = pg.types
// int8 may hold micros beyond 2^53, so it is a bigint; numeric stays exact text; a date is a calendar day, not an instant.
pg.types.setTypeParser(builtins.INT8, (text) => BigInt(text))
pg.types.setTypeParser(builtins.DATE, (text) => text)
pg.types.setTypeParser(builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

/** Connections of one process; the pool waits this long for a free one before it gives up. */
const POOL_MAX = 20
const POOL_WAIT_MS = 10_000

export type Database = Kysely<DB>

export function open_pool(url: string, { max = POOL_MAX, name = 'tablero' } = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: name,
    connectionTimeoutMillis: POOL_WAIT_MS,
    keepAlive: true,
    // Compiling our statements takes longer than running them. Groups are taken for more than they are, and hashed all the same:
    // the figures of a million-row organization are then summed in a third of the time that sorting its rows takes.
    options: '-c jit=off -c work_mem=16MB -c hash_mem_multiplier=8',
  })
  // A connection that the server closes is replaced by the pool, and fails the query it is in, if any; without listeners it
  // would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    opened.set(pool, (opened.get(pool) ?? 0) + 1)
  })
  pool.on('remove', () => opened.set(pool, (opened.get(pool) ?? 1) - 1))
  trace_statements(pool)
  return pool
}

/** When those who wait for a connection began to, longest first. */
const waiting = new WeakMap<pg.Pool, Set<{ since: number }>>()
/** Connections that are open, by pool; pg counts those that are still being opened too. */
const opened = new WeakMap<pg.Pool, number>()

export async function take_connection(pool: pg.Pool): Promise<pg.PoolClient> {
  const line = waiting.get(pool) ?? new Set()
  waiting.set(pool, line)
  const place = { since: performance.now() }
  line.add(place)
  try {
    return await pool.connect()
  } finally {
    line.delete(place)
  }
}

/** How long the first in line has waited for a connection by now; 0 while the pool can still grow: opening one may be slow. */
export function longest_wait_ms(pool: pg.Pool): number {
  if ((opened.get(pool) ?? 0) < pool.options.max) return 0
  const [first] = waiting.get(pool) ?? []
  return first ? performance.now() - first.since : 0
}

/** Kysely over one connection that is already in a transaction: of the organization, or across organizations without one. */
export function kysely_on(client: pg.ClientBase, org_id?: string): Database {
  // A statement without values may be several, and a caller's; such are never prepared.
  const query = (text: string, values: unknown[]) =>
    client.query({ name: values.length > 0 ? statement_name(text) : undefined, text, values })
  const pool = { connect: async () => ({ query, release() {} }) as never, end: async () => {}, options: {} }
  const createQueryCompiler = () => new OrganizationCompiler(org_id)
  return new Kysely<DB>({ dialect: Object.assign(new PostgresDialect({ pool }), { createQueryCompiler }) })
}
