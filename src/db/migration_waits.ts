// What migrations wait for, with limits: the lock that one process holds while it migrates, and the statements of the queue's library.
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { with_connection } from '#db/connection.ts'
import { limit_statements, send } from '#db/pool.ts'
import { Mistake } from '#lib/mistakes.ts'

const ADVISORY_LOCK = 7_261_850_014 // any number that only Tablero uses: two processes may start at the same time

export interface MigrationLimits {
  /** Wait for another process that migrates. A new index on much data takes minutes. */
  lock_ms?: number
  /** One statement of the queue's migrations. Its tables are small, so a statement that takes longer waits for a lock. */
  queue_statement_ms?: number
}

const MIGRATION_LOCK_MS = 600_000
const QUEUE_STATEMENT_MS = 300_000

/** Somebody else holds what migrations need. The message says what an operator can do. */
export class MigrationHeld extends Mistake {
  override name = 'MigrationHeld'
}

/** SQLSTATE (PostgreSQL, appendix A): lock_not_available, after `lock_timeout`. */
const LOCK_LATE = '55P03'
/** query_canceled, after `statement_timeout`. */
const STATEMENT_LATE = '57014'
const code_of = (error: unknown) => (error as { code?: unknown }).code

/** Takes the lock of migrations, which the end of the connection releases. */
export async function lock_migrations(db: pg.Client, limit_ms = MIGRATION_LOCK_MS): Promise<void> {
  const text = `set lock_timeout = ${limit_ms}; select pg_advisory_lock(${ADVISORY_LOCK}); reset lock_timeout`
  try {
    await send(db, { text }, limit_ms)
  } catch (error) {
    if (code_of(error) !== LOCK_LATE) throw error
    throw new MigrationHeld(await sentence_of_lock(db, limit_ms), { cause: error })
  }
}

/** PostgreSQL shows a lock of 64 bits as two numbers. */
const HOLDER = `
  select a.pid, a.application_name as name
  from pg_locks l join pg_stat_activity a using (pid)
  where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and (l.classid::bigint << 32) + l.objid::bigint = $1
    and l.database = (select oid from pg_database where datname = current_database())`

async function sentence_of_lock(db: pg.Client, limit_ms: number): Promise<string> {
  const { rows } = await db.query<{ pid: number; name: string | null }>(HOLDER, [ADVISORY_LOCK])
  const [holder] = rows
  const who = holder ? `, in session ${holder.pid} of PostgreSQL (${holder.name || 'without a name'})` : ''
  const end = holder ? `select pg_terminate_backend(${holder.pid})` : 'pg_terminate_backend'
  return `Another process has migrated this database for more than ${seconds(limit_ms)}${who}. If it still works, wait and start again. If it is stuck, end its session with ${end}, and start again.`
}

const seconds = (ms: number): string => `${ms / 1_000} seconds`

/** The queue has its own tables, in its own schema, which its library migrates. */
export function migrate_queue(url: string, limit_ms = QUEUE_STATEMENT_MS): Promise<void> {
  return with_connection(url, 'tablero migrate queue', async (db) => {
    limit_statements(db, limit_ms)
    try {
      await db.query(`set statement_timeout = ${limit_ms}`)
      await runMigrations({ pgPool: pool_of(db) })
    } catch (error) {
      if (code_of(error) !== STATEMENT_LATE) throw error
      throw new MigrationHeld(
        `The tables of the queue were not migrated, because a statement took more than ${seconds(limit_ms)}. Another session probably holds a lock in the schema graphile_worker. Stop older processes of Tablero, or end that session, and start again.`,
        { cause: error },
      )
    }
  })
}

/** The library takes a pool only, and would leave the connection of its own pool open when the server is silent. */
const pool_of = (db: pg.Client) =>
  ({
    connect: async () => Object.assign(db, { release() {} }),
    listeners: () => [() => {}], // a connection outside of the pools has its own listener for errors
    options: { max: 1 },
  }) as unknown as pg.Pool
