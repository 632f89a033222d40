// Fills an empty Tablero from a backup, completely or not at all. Then it migrates a backup of an older Tablero to the newest schema.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copy_from } from 'pg-copy-streams'
import {
  type Copied,
  type Header,
  history_of,
  print_of_key,
  quote,
  refuse_narrow_view,
  tables_of,
} from '#db/backup/backup.ts'
import { type BackupFile, check_backup, damaged, type Lines, lines_of } from '#db/backup/read.ts'
import { with_connection } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { system_clock } from '#lib/clock.ts'
import { Mistake } from '#lib/mistakes.ts'

/** Rows are sent to PostgreSQL in pieces of about this size. */
const PIECE_BYTES = 65_536

export interface Restored extends Copied {
  made_at: string
  /** False: the secrets of connections were encrypted with another master key and cannot be read. */
  same_master_key: boolean
}

/** `identity` is the text of an identity file of age, for an encrypted backup. */
export async function restore(url: string, file: string, master_key: Buffer, identity?: string): Promise<Restored> {
  const backup: BackupFile = { file, identity }
  const header = await check_backup(backup)
  await refuse_occupied(url)
  const lines = lines_of(backup)
  try {
    await next_line(lines, file) // the header
    await migrate(url, { only: header.migrations })
    const copied = await with_connection(url, 'tablero restore', (db) => fill(db, header, lines, file))
    await migrate(url)
    const same_master_key = header.master_key_print === print_of_key(master_key)
    return { ...copied, made_at: header.made_at, same_master_key }
  } finally {
    await lines.return()
  }
}

async function next_line(lines: Lines, file: string): Promise<Buffer> {
  const { value } = await lines.next()
  if (value === undefined) throw damaged(file)
  return value
}

async function refuse_occupied(url: string) {
  const occupied = await with_connection(url, 'tablero restore', async (db) => {
    await refuse_narrow_view(db)
    const { rows } = await db.query(`select to_regclass('public.orgs') is not null as migrated`)
    return rows[0].migrated && ((await db.query('select from orgs limit 1')).rowCount ?? 0) > 0
  })
  if (occupied)
    throw new Mistake('This Tablero has organizations already. Restore into an empty one: another DATA_DIR.')
}

async function fill(db: pg.Client, header: Header, lines: Lines, file: string): Promise<Copied> {
  const { queue_version } = await history_of(db)
  if (queue_version !== header.queue_version)
    throw new Mistake(`The jobs in ${file} are of version ${header.queue_version}, those here of ${queue_version}.`)
  await db.query('begin; set local row_security = off')
  const tables = (await tables_of(db)).map(({ name }) => quote(name))
  // Cascade: sessions belong to accounts, and are in no backup.
  await db.query(`truncate ${tables.join(', ')} cascade`)
  const copied = await copy_all(db, lines, file)
  // Runs that were in progress at the time of the backup are not running here.
  await db.query(
    'update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null',
  )
  await db.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null')
  await hold_changes(db, system_clock.now())
  await db.query('commit')
  // A backup has no planner statistics. Without them, some questions about much data take longer than a call may.
  // One table after the other, because Citus refuses a reference table after a distributed one in the same statement.
  for (const table of tables) await db.query(`analyze ${table}`)
  return copied
}

/** Longer than any platform takes to show what it was sent. */
export const HELD_S = 600

/**
 * A change that waited at the time of the backup can have been sent since, even a moment ago. So it waits until its platform must show it,
 * and is then found there.
 */
export async function hold_changes(db: Pick<pg.Client, 'query'>, restored_at: Date): Promise<void> {
  const { rows } = await db.query(`select to_regclass('public.action_executions') is not null as has_changes`)
  if (!rows[0].has_changes) return
  const until = new Date(restored_at.getTime() + HELD_S * 1000).toISOString()
  await db.query('update action_executions set again_at = greatest(again_at, $1) where ended_at is null', [until])
}

async function copy_all(db: pg.Client, lines: Lines, file: string): Promise<Copied> {
  const copied: Copied = { tables: 0, rows: 0 }
  for (;;) {
    const part = JSON.parse(String(await next_line(lines, file)))
    if (part.table) {
      copied.rows += await copy_in(db, part, lines, file)
      copied.tables++
    } else if (part.sequences) {
      for (const [name, value] of Object.entries(part.sequences))
        await db.query('select setval($1::text::regclass, $2::bigint)', [quote(name), value])
    } else {
      if (part.end && part.tables === copied.tables && part.rows === copied.rows) return copied
      throw new Mistake(`${file} holds another number of rows than it says; nothing was restored.`)
    }
  }
}

async function copy_in(db: pg.Client, part: { table: string; columns: string[] }, lines: Lines, file: string) {
  const columns = part.columns.map(quote).join(', ')
  const target = db.query(copy_from(`copy ${quote(part.table)} (${columns}) from stdin`))
  await pipeline(Readable.from(pieces_of_table(lines, file)), target)
  return target.rowCount
}

async function* pieces_of_table(lines: Lines, file: string): AsyncGenerator<Buffer> {
  let piece: Buffer[] = []
  let size = 0
  for (;;) {
    const line = await next_line(lines, file)
    if (line.equals(END_OF_TABLE)) break
    piece.push(line, LINE_FEED)
    size += line.length + 1
    if (size < PIECE_BYTES) continue
    yield Buffer.concat(piece)
    piece = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(piece)
}

const END_OF_TABLE = Buffer.from('\\.')
const LINE_FEED = Buffer.from('\n')
