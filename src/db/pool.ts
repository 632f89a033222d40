// The one place that knows the driver: types on the way out of PostgreSQL, and the pool.
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from '#db/schema.ts'

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
    // Our statements are short; compiling them takes longer than running them.
    options: '-c jit=off',
  })
  // A connection that the server closes is replaced by the pool, and fails the query it is in, if any; without listeners it
  // would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Kysely over one connection that is already in a transaction. */
export function kysely_on(client: pg.ClientBase): Database {
  return new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: { connect: async () => ({ query: client.query.bind(client), release() {} }) as never, end: async () => {} },
    }),
  })
}
