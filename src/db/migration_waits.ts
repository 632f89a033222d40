// What migrations wait for, with limits: the lock that one process holds while it migrates, tables that others use, and the statements of the
// queue's library.
import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { with_connection } from '#db/connection.ts'
import { limit_statements, send } from '#db/pool.ts'
import { Mistake } from '#lib/mistakes.ts'

const ADVISORY_LOCK = 7_261_850_014 // any number that only Tablero uses: two processes may start at the same time

export interface MigrationLimits {
  /** Wait for another process that migrates. A new index on much data takes minutes. */
  lock_ms?: number
  /** Wait of one migration for tables that others use. A statement of a sync takes ten minutes at most. */
  tables_ms?: number
  /** One statement of the queue's migrations. Its tables are small, so a statement that takes longer waits for a lock. */
  queue_statement_ms?: number
}

export const MIGRATION_LOCK_MS = 600_000
export const TABLES_MS = 1_200_000
/** Calls wait behind a migration that waits for their table, and a process with many of them refuses further ones. */
const TABLE_LOCK_MS = 500
/** Between two attempts, in which the calls behind the first one end. */
const PAUSE_MS = 1_000
export const QUEUE_STATEMENT_MS = 300_000

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

/** For a transaction that takes locks of tables, as its first statement. */
export const BRIEF_LOCKS = `set local lock_timeout = ${TABLE_LOCK_MS}`

/**
 * Runs an attempt, a transaction that begins with `BRIEF_LOCKS`, until it gets its locks. A transaction of a sync or of a backup can use a
 * table for minutes, and everybody else would wait behind a migration that waits for it.
 */
export async function in_attempts(
  db: pg.Client,
  migration: string,
  attempt: () => Promise<void>,
  limit_ms = TABLES_MS,
): Promise<void> {
  const deadline = performance.now() + limit_ms
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (code_of((error as Error).cause) !== LOCK_LATE) throw error
      if (performance.now() >= deadline)
        throw new MigrationHeld(await sentence_of_tables(db, migration, limit_ms), { cause: error })
    }
    await sleep(PAUSE_MS)
  }
}

/** Of the sessions that use tables, the one with the oldest transaction. */
const USER = `
  select a.pid, a.application_name as name
  from pg_locks l join pg_stat_activity a using (pid)
  where l.locktype = 'relation' and l.granted and l.pid <> pg_backend_pid()
    and l.database = (select oid from pg_database where datname = current_database())
  order by a.xact_start nulls last limit 1`

async function sentence_of_tables(db: pg.Client, migration: string, limit_ms: number): Promise<string> {
  const { rows } = await db.query<{ pid: number; name: string | null }>(USER)
  const [user] = rows
  const who = user ? `, the longest session ${user.pid} of PostgreSQL (${user.name || 'without a name'})` : ''
  return `Migration ${migration} was not applied, because others used its tables for more than ${seconds(limit_ms)}${who}. Wait until that work has ended, or stop the processes that do it, and start again.`
}

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
