// A temporary PostgreSQL for tests and generators: the embedded one in a temporary folder, or the server that TEST_DATABASE_URL
// names.
import { randomBytes } from 'node:crypto'
import { chmod, glob, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { start_postgres } from '#db/embedded/server.ts'
import { credentials_of, prepare_logins } from '#db/logins.ts'
import { migrate } from '#db/migrate.ts'
import { type Database, kysely_on, type PoolPlace } from '#db/pool.ts'
import { is_alive } from '#lib/is_alive.ts'
import { create_database, drop_database } from './nodes.ts'

const FOLDER_PREFIX = 'tablero-test-'
/** A file system in memory. A database is about a thousand files, and making and deleting them is much faster there. */
const MEMORY = '/dev/shm'
const GIB = 1024 ** 3
/** What must be free for a server in memory: of the file system, and of the machine. */
const FREE_BYTES = { folder: 4 * GIB, machine: 8 * GIB }
/** The master key of tests, benchmarks and generators. */
export const TEST_KEY = Buffer.alloc(32, 7)
export const test_credentials = credentials_of(TEST_KEY)

export interface DisposableServer {
  url: string
  stop(): Promise<void>
}

/** `in_memory`: for many small databases. The files are on the disk all the same where memory is short. */
export async function disposable_postgres({ in_memory = false } = {}): Promise<DisposableServer> {
  const outside = process.env.TEST_DATABASE_URL
  if (outside) return { url: outside, stop: async () => undefined }
  await sweep_left_overs()
  const data_dir = await mkdtemp(join(in_memory ? await folder_of_servers() : tmpdir(), FOLDER_PREFIX))
  await chmod(data_dir, 0o755) // when root starts PostgreSQL, it runs as another user
  await writeFile(join(data_dir, 'owner'), String(process.pid))
  const { url, stop } = await start_postgres({ data_dir, disposable: true })
  return {
    url,
    async stop() {
      await stop()
      await rm(data_dir, { recursive: true, force: true })
    },
  }
}

/** Where servers of many small databases have their files. */
export const folder_of_servers = async () => ((await has_memory()) ? MEMORY : tmpdir())

async function has_memory(): Promise<boolean> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize >= FREE_BYTES.folder && process.availableMemory() >= FREE_BYTES.machine
}

/** Stops servers of runs that were killed, and deletes their files. */
async function sweep_left_overs() {
  for await (const data_dir of glob([tmpdir(), MEMORY].map((folder) => join(folder, `${FOLDER_PREFIX}*`)))) {
    const owner = Number(await readFile(join(data_dir, 'owner'), 'utf8').catch(() => '0'))
    if (owner === 0 || is_alive(owner)) continue
    await start_postgres({ data_dir, disposable: true })
      .then(({ stop }) => stop())
      .catch(() => undefined)
    await rm(data_dir, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Runs `work` in one transaction of the owner, whom row security does not bind. */
export async function as_owner<T>(owner: pg.Pool, work: (db: Database) => Promise<T>): Promise<T> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    const result = await work(kysely_on(client))
    await client.query('commit')
    return result
  } finally {
    await client.query('rollback') // without an effect after the commit
    client.release()
  }
}

/** The address of a migrated database, with the logins of `TEST_KEY`. */
export const place_of = (database_url: string): PoolPlace => ({ database_url, credentials: test_credentials })

export interface FreshDatabase {
  name: string
  url: string
  place: PoolPlace
  drop(): Promise<void>
}

/** Creates an empty database, without a schema. */
export async function fresh_database(server: DisposableServer, purpose: string): Promise<FreshDatabase> {
  const name = `${purpose}_${randomBytes(6).toString('hex')}`
  const url = await create_database(server.url, name)
  return { name, url, place: place_of(url), drop: () => drop_database(server.url, name) }
}

/** Creates a database with the newest schema, the logins of `TEST_KEY`, and no rows. */
export async function migrated_database(server: DisposableServer, purpose: string): Promise<FreshDatabase> {
  const database = await fresh_database(server, purpose)
  await migrate(database.url)
  await prepare_logins(database.url, test_credentials)
  return database
}
