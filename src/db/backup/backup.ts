// Backup over the wire protocol only, because the embedded PostgreSQL has no pg_dump. The file fits every server from version 15 on.
// It has one snapshot of every table, the exact text of every value, and a last line with a hash of all lines before it.
//
// The file, gzipped and then encrypted if there are recipients: a header (JSON); for each table a line of JSON and its rows as COPY text
// ended by '\.'; sequences; the end.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { constants, createWriteStream, rmSync } from 'node:fs'
import { access, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copy_to } from 'pg-copy-streams'
import { encrypting } from '#db/backup/encryption.ts'
import { with_connection } from '#db/connection.ts'
import { system_clock } from '#lib/clock.ts'
import { Mistake } from '#lib/mistakes.ts'

export const FORMAT = 'tablero-backup-2'
/** The format before it, without a hash. Restores still take it. */
export const EARLIER_FORMAT = 'tablero-backup-1'
const LINE_FEED = 0x0a
const SCHEMAS = ['public', 'auth', 'graphile_worker']
/**
 * Not copied: what says which schema the rows fit, which is compared, and what verifies the logins of this database. Not copied of
 * accounts: what opens them without a password, which is sessions, links, emails with links, and what apps may do. People sign in again
 * after a restore, and connect their apps again.
 */
export const NOT_COPIED = [
  'public.schema_migrations',
  'graphile_worker.migrations',
  'public.org_seals',
  'auth.sessions',
  'auth.verifications',
  'auth.outbox',
  'auth.attempts',
  'auth.oauth_grants',
  'auth.oauth_refresh_tokens',
  'auth.oauth_access_tokens',
  'auth.oauth_assertions',
]

export interface Header {
  format: string
  made_at: string
  migrations: string[]
  queue_version: number
  master_key_print: string
}

interface Table {
  name: string
  columns: string[]
  /** Targets of the table's foreign keys, which must be filled first. */
  after: string[]
}

export interface Copied {
  tables: number
  rows: number
}

export const quote = (name: string) => name.split('.').map(pg.escapeIdentifier).join('.')

/** A fingerprint that shows whether two master keys are equal, and reveals nothing else about them. */
export function print_of_key(master_key: Buffer): string {
  return createHash('sha256').update('tablero backup').update(master_key).digest('hex').slice(0, 16)
}

/** All tables with data, parents before children. */
export async function tables_of(db: pg.Client): Promise<Table[]> {
  const { rows } = await db.query<Table>(
    `select n.nspname || '.' || c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       array(select distinct fn.nspname || '.' || f.relname from pg_constraint k
         join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
         where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as after
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'r' and n.nspname || '.' || c.relname <> all($2)
     order by name`,
    [SCHEMAS, NOT_COPIED],
  )
  const sorted: Table[] = []
  const waiting = new Map(rows.map((table) => [table.name, table]))
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ after }) => !after.some((name) => waiting.has(name)))
    if (free.length === 0) throw new Error(`Foreign keys run in a circle: ${[...waiting.keys()].join(', ')}.`)
    for (const table of free) waiting.delete(table.name)
    sorted.push(...free)
  }
  return sorted
}

export async function history_of(db: pg.Client): Promise<Pick<Header, 'migrations' | 'queue_version'>> {
  const { rows } = await db.query('select name from schema_migrations order by name')
  const { rows: queue } = await db.query('select max(id)::int as version from graphile_worker.migrations')
  return { migrations: rows.map(({ name }) => name), queue_version: queue[0].version }
}

async function sequences_of(db: pg.Client): Promise<Record<string, string>> {
  const { rows } = await db.query(
    `select schemaname || '.' || sequencename as name, last_value::text as value from pg_sequences
     where schemaname = any($1) and last_value is not null order by name`,
    [SCHEMAS],
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** Refuses a role that cannot bypass row security. Row security applies to owners too, so such a role would miss most rows. */
export async function refuse_narrow_view(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ name: string; sees_all: boolean }>(
    'select rolname as name, rolsuper or rolbypassrls as sees_all from pg_roles where rolname = current_user',
  )
  if (rows[0]!.sees_all) return
  throw new Mistake(
    `A backup and a restore need every organization's rows, which row security keeps from the database user ${rows[0]!.name}: use a superuser, or let one run: alter role ${pg.escapeIdentifier(rows[0]!.name)} bypassrls.`,
  )
}

type Write = (chunk: string | Buffer) => Promise<void>

/**
 * Writes a backup. The file gets its name only when it is complete. Secrets of connections stay encrypted in it. With recipients (public
 * keys of age), all of it is encrypted.
 */
export async function back_up(
  url: string,
  file: string,
  master_key: Buffer,
  recipients: readonly string[] = [],
): Promise<Copied> {
  await access(dirname(file), constants.W_OK) // an error of the draft would name a file that nobody has asked for
  const draft = `${file}.${process.pid}.part`
  const encrypted = recipients.length > 0 ? await encrypting(recipients) : undefined
  // A process that ends early, as after Ctrl-C, does not come to the end of this function. Part of a backup can be readable.
  const remove = () => rmSync(draft, { force: true })
  process.once('exit', remove)
  try {
    const copied = await with_connection(url, 'tablero backup', async (db) => {
      const gzip = createGzip()
      const disk = createWriteStream(draft, { mode: 0o600, flush: true })
      const stored = encrypted ? pipeline(gzip, encrypted, disk) : pipeline(gzip, disk)
      const failed = stored.then(() => undefined) // a full disk ends the copies too
      failed.catch(() => undefined)
      const counted = await write_all(db, master_key, async (chunk) => {
        if (!gzip.write(chunk)) await Promise.race([once(gzip, 'drain'), failed])
      })
      gzip.end()
      await stored
      return counted
    })
    await rename(draft, file)
    return copied
  } finally {
    await rm(draft, { force: true })
    process.off('exit', remove)
  }
}

async function write_all(db: pg.Client, master_key: Buffer, store: Write): Promise<Copied> {
  const hash = createHash('sha256')
  const write: Write = (chunk) => {
    hash.update(chunk)
    return store(chunk)
  }
  const say = (value: unknown) => write(`${JSON.stringify(value)}\n`)
  await refuse_narrow_view(db)
  await begin_at_one_moment(db)
  const header: Header = {
    format: FORMAT,
    made_at: system_clock.now().toISOString(),
    ...(await history_of(db)),
    master_key_print: print_of_key(master_key),
  }
  await say(header)
  const tables = await tables_of(db)
  let rows = 0
  for (const { name, columns } of tables) {
    await say({ table: name, columns })
    rows += await copy_out(db, name, columns, write)
    await write('\\.\n')
  }
  await say({ sequences: await sequences_of(db) })
  await say({ end: true, tables: tables.length, rows, sha256: hash.copy().digest('hex') })
  return { tables: tables.length, rows }
}

/**
 * Begins a transaction that sees the rows of one moment. On a cluster of Citus, each node has a snapshot of its own. They are taken while
 * no organization is made or deleted, so every row has its organization. Each worker has one session, or it would have several snapshots.
 */
async function begin_at_one_moment(db: pg.Client): Promise<void> {
  const spread = await spread_table(db)
  await db.query('begin isolation level repeatable read read only')
  await db.query('set local row_security = off')
  if (spread === undefined) return
  await db.query('set local citus.max_adaptive_executor_pool_size = 1')
  await db.query('savepoint snapshots')
  await db.query('lock table orgs in share mode')
  await db.query('select count(*) from orgs')
  await db.query(`select count(*) from ${spread}`)
  await db.query('rollback to savepoint snapshots') // releases the lock, and keeps the snapshots
}

/** A table with rows on every worker. Undefined without a cluster. */
async function spread_table(db: pg.Client): Promise<string | undefined> {
  const { rowCount } = await db.query(`select from pg_extension where extname = 'citus'`)
  if (rowCount === 0) return undefined
  const { rows } = await db.query<{ name: string }>(
    `select logicalrelid::text as name from pg_dist_partition where partmethod = 'h' order by 1 limit 1`,
  )
  return rows[0]?.name
}

/** Returns the number of rows. The stream can end before the server says it, so line ends are counted. COPY escapes those in values. */
async function copy_out(db: pg.Client, name: string, columns: string[], write: Write): Promise<number> {
  let rows = 0
  for await (const chunk of db.query(copy_to(`copy ${quote(name)} (${columns.map(quote).join(', ')}) to stdout`))) {
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) rows++
    await write(chunk)
  }
  return rows
}
