// Migrates a database to the newest schema: plain SQL files, forward only, in the order of names, each in its own transaction.
// An applied file must never change. Its checksum detects a change.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { distribute } from '#db/citus/distribute.ts'
import { refuse_unfit_cluster } from '#db/citus/workers.ts'
import { with_connection } from '#db/connection.ts'
import { refuse_without_roles } from '#db/logins.ts'
import { BRIEF_LOCKS, in_attempts, lock_migrations, type MigrationLimits, migrate_queue } from '#db/migration_waits.ts'
import { Mistake } from '#lib/mistakes.ts'

const MIGRATIONS = join(import.meta.dirname, '../../migrations')
export const OLDEST_POSTGRES = 150_000
/** Tables are distributed from this migration on. A restore of an older backup distributes them when it has all migrations. */
const DISTRIBUTES_FROM = '0080'

interface Migration {
  name: string
  sql: string
  checksum: string
}

async function read_migrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function lacks_migrations(db: pg.Client, migrations: readonly Migration[]): Promise<boolean> {
  const { rows } = await db.query<{ exists: boolean }>(`select to_regclass('schema_migrations') is not null as exists`)
  if (!rows[0]!.exists) return true
  const applied = await applied_checksums(db)
  return migrations.some(({ name }) => !applied.has(name))
}

async function applied_checksums(db: pg.Client): Promise<Map<string, string>> {
  await db.query(`create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  const { rows } = await db.query('select name, checksum from schema_migrations')
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

async function apply(db: pg.Client, { name, sql, checksum }: Migration) {
  await db.query('begin')
  try {
    await db.query(BRIEF_LOCKS)
    await db.query(sql)
    await db.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await db.query('commit')
  } catch (error) {
    await db.query('rollback').catch(() => {}) // a closed connection has nothing to roll back
    refuse_without_roles(db, error as pg.DatabaseError)
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/**
 * Applies missing migrations and returns their names. Throws without a change when the applied migrations do not match the files.
 * `only` stops at the schema of an older Tablero, for restore.
 */
export async function migrate(
  url: string,
  { folder = MIGRATIONS, only, limits = {} }: { folder?: string; only?: string[]; limits?: MigrationLimits } = {},
): Promise<string[]> {
  const all = await read_migrations(folder)
  const unknown = only?.find((name) => !all.some((migration) => migration.name === name))
  if (unknown) throw new Mistake(`Migration ${unknown} is not known here: the backup was made by a newer Tablero.`)
  const migrations = only ? all.filter(({ name }) => only.includes(name)) : all
  return with_connection(url, 'tablero migrate', async (db) => {
    const { rows } = await db.query<{ version: number; text: string }>(
      `select current_setting('server_version_num')::int as version, current_setting('server_version') as text`,
    )
    if (rows[0]!.version < OLDEST_POSTGRES)
      throw new Mistake(
        `Tablero needs PostgreSQL ${OLDEST_POSTGRES / 10_000} or newer; this server is ${rows[0]!.text}.`,
      )
    await lock_migrations(db, limits.lock_ms)
    if (await lacks_migrations(db, migrations)) await refuse_unfit_cluster(db)
    const applied = await applied_checksums(db)
    refuse_changed_history(all, applied)
    const missing = migrations.filter(({ name }) => !applied.has(name))
    for (const migration of missing) await in_attempts(db, migration.name, () => apply(db, migration), limits.tables_ms)
    if (!only || only.some((name) => name >= DISTRIBUTES_FROM)) await distribute(db)
    await migrate_queue(url, limits.queue_statement_ms)
    await open_queue(db)
    return missing.map(({ name }) => name)
  })
}

/** The rights of jobs in the queue's schema. Its tables have row security without policies, for roles that are not their owner. */
const QUEUE_RIGHTS = `
  grant usage on schema graphile_worker to tablero_work, tablero_system;
  grant select on graphile_worker.jobs to tablero_system;
  grant select, insert, update, delete on all tables in schema graphile_worker to tablero_work;
  revoke insert, update, delete on graphile_worker.migrations from tablero_work;
  grant usage on all sequences in schema graphile_worker to tablero_work;
  revoke execute on all functions in schema graphile_worker from public;
  grant execute on all functions in schema graphile_worker to tablero_work;
  do $$
  declare
    place record;
  begin
    for place in select relname from pg_class c where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'work')
    loop
      execute format('create policy work on graphile_worker.%I to tablero_work using (true) with check (true)', place.relname);
    end loop;
  end $$`

/** Runs while migrations are locked, because two processes cannot grant the same right at the same time. */
async function open_queue(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ is_open: boolean }>(
    // The role does not exist yet while an older backup is restored.
    `select not exists (select from pg_class c join pg_roles r on r.rolname = 'tablero_work'
       where relnamespace = 'graphile_worker'::regnamespace and relkind = 'r' and not has_table_privilege(r.oid, c.oid, 'select')) as is_open`,
  )
  if (!rows[0]!.is_open) await db.query(QUEUE_RIGHTS)
}

const older_than_its_data = (name: string): string =>
  `The database has migration ${name}, which this Tablero does not know: it is older than its data. Start the Tablero that wrote the database, or a newer one. To return to this one, restore a backup from before the upgrade into an empty database (npx tablero restore).`

function refuse_changed_history(migrations: Migration[], applied: Map<string, string>) {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  for (const [name, checksum] of applied) {
    if (!known.has(name)) throw new Mistake(older_than_its_data(name))
    if (known.get(name) !== checksum)
      throw new Mistake(
        `Migration ${name} was changed after it was applied to this database. Take the Tablero that wrote the database, make a backup with it (npx tablero backup), and restore the backup with this one into an empty database (npx tablero restore).`,
      )
  }
  const newest = [...applied.keys()].sort().at(-1) ?? ''
  const late = migrations.find(({ name }) => !applied.has(name) && name < newest)
  if (late)
    throw new Mistake(`Migration ${late.name} sorts before ${newest}, which is applied already; give it a later name.`)
}

/** For a process that cannot migrate: it starts on exactly the schema that it knows. */
export async function refuse_other_schema(db: Pick<pg.Pool, 'query'>, folder = MIGRATIONS): Promise<void> {
  const difference = await difference_of_schema(db, folder).catch((error) => {
    // The login, its rights or the table do not exist yet.
    if (/^(28P01|28000|42501|42P01)$/.test(error.code)) return undefined
    throw error
  })
  if (!difference)
    throw new Mistake(
      'DATABASE_URL names no role, and the logins of this master key do not exist in the database. Run npx tablero migrate once with the address of the role that owns the database.',
    )
  const { missing, unknown } = difference
  if (unknown.length > 0) throw new Mistake(older_than_its_data(unknown[0]!))
  if (missing.length > 0)
    throw new Mistake(
      `The database lacks ${missing.length} migrations, and DATABASE_URL names no role that could apply them. Run npx tablero migrate with the address of the role that owns the database.`,
    )
}

/** The number of migrations that are not applied, for `/readyz`. A process that runs during an upgrade does not know the newest ones. */
export const count_missing_migrations = async (
  db: Pick<pg.ClientBase, 'query'>,
  folder = MIGRATIONS,
): Promise<number> => (await difference_of_schema(db, folder)).missing.length

async function difference_of_schema(db: Pick<pg.ClientBase, 'query'>, folder: string) {
  const known = new Set((await readdir(folder)).filter((name) => name.endsWith('.sql')))
  const { rows } = await db.query<{ name: string }>('select name from schema_migrations order by name')
  const applied = new Set(rows.map(({ name }) => name))
  return { missing: [...known.difference(applied)], unknown: [...applied.difference(known)] }
}
