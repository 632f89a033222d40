// A fresh, migrated database for each test file: a clone of the template that scripts/test.ts made.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { open_pool, type Pool, type PoolPlace } from '#db/pool.ts'
import { place_of } from '../../scripts/disposable_postgres.ts'
import { create_database, drop_database, run_on } from '../../scripts/nodes.ts'

export { TEST_KEY, test_credentials } from '../../scripts/disposable_postgres.ts'

const LEAVING_MS = 20_000
/** Citus has sessions of its own, which stay. */
const OF_CLIENTS = `backend_type = 'client backend' and application_name not ilike 'citus%'`

export interface TestDatabase {
  /** The address for the owner of the database, whom row security does not bind. */
  url: string
  /** The address with the logins of the product. */
  place: PoolPlace
  /** Connections of the owner, until the database is dropped. */
  readonly owner: pg.Pool
  drop(): Promise<void>
}

export async function test_database(): Promise<TestDatabase> {
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`
  const template = process.env.TABLERO_TEST_TEMPLATE
  if (!template) throw new Error('There is no test server. Run tests with: npm test -- <files>')
  return database_called(name, await create_database(server(), name, template))
}

/** An empty database, for tests of migrations and of restore. */
export async function empty_database(): Promise<TestDatabase> {
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`
  return database_called(name, await create_database(server(), name))
}

function database_called(name: string, url: string): TestDatabase {
  let owner: pg.Pool | undefined
  return {
    url,
    place: place_of(url),
    get owner() {
      owner ??= new pg.Pool({ connectionString: url, max: 4 }).on('error', () => {})
      return owner
    },
    async drop() {
      await owner?.end()
      await drop(name)
    },
  }
}

/** Pools of a test, with the rights of jobs within an organization: tests write what syncs write. */
export const test_pool = ({ place }: Pick<TestDatabase, 'place'>, options?: Parameters<typeof open_pool>[1]): Pool =>
  open_pool(place, options).worker

/** Sessions that were just ended need a moment to close. Dropping the database earlier would raise an error that no listener handles. */
async function drop(name: string) {
  const deadline = performance.now() + LEAVING_MS
  while (performance.now() < deadline) {
    const { rowCount } = await run_on(
      server(),
      `select from pg_stat_activity where datname = '${name}' and ${OF_CLIENTS}`,
    )
    if (rowCount === 0) break
    await sleep(20)
  }
  await drop_database(server(), name)
}

function server(): string {
  const url = process.env.TABLERO_TEST_SERVER
  if (!url) throw new Error('There is no test server. Run tests with: npm test -- <files>')
  return url
}
