import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import pg from 'pg'
import { credentials_of, prepare_logins } from '#db/logins.ts'
import { count_missing_migrations, migrate, refuse_other_schema } from '#db/migrate.ts'
import { is_unreachable } from '#db/unreachable.ts'
import { empty_database, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
let folder: string
const made: TestDatabase[] = []

beforeEach(async () => {
  database = await empty_database()
  made.push(database)
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await writeFile(join(folder, '0001_first.sql'), 'create table first (id int)')
  await writeFile(join(folder, '0002_second.sql'), 'create table second (id int); insert into second values (1)')
})

after(async () => {
  for (const { drop } of made) await drop()
  await rm(folder, { recursive: true })
})

async function query(sql: string) {
  const client = new pg.Client(database.url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('the migrations of this project apply to an empty database, and a second run changes nothing', async () => {
  assert.ok((await migrate(database.url)).length > 0)
  assert.deepEqual(await migrate(database.url), [])
})

test('files are applied in name order, once, also when two processes start at the same time', async () => {
  const runs = await Promise.all([1, 2, 3].map(() => migrate(database.url, { folder })))
  assert.deepEqual(runs.flat(), ['0001_first.sql', '0002_second.sql'])
  assert.deepEqual(await query('select id from second'), [{ id: 1 }])
})

test('a file that changed after it was applied is refused by name', async () => {
  await migrate(database.url, { folder })
  await writeFile(join(folder, '0001_first.sql'), 'create table first (id bigint)')
  await assert.rejects(
    migrate(database.url, { folder }),
    /0001_first\.sql was changed after it was applied.* make a backup with it \(npx tablero backup\)/,
  )
})

test('a database that is ahead of the files is refused', async () => {
  await migrate(database.url, { folder })
  await rm(join(folder, '0002_second.sql'))
  const refused =
    /0002_second\.sql, which this Tablero does not know.* Start the Tablero that wrote the database.* restore a backup/
  await assert.rejects(migrate(database.url, { folder }), refused)
  // A process whose address names no role cannot migrate, and starts on its own schema only.
  await assert.rejects(refuse_other_schema(database.owner, folder), refused)
  await writeFile(join(folder, '0002_second.sql'), '')
  await refuse_other_schema(database.owner, folder)
  await writeFile(join(folder, '0003_third.sql'), '')
  await assert.rejects(
    refuse_other_schema(database.owner, folder),
    /lacks 1 migrations, .* Run npx tablero migrate with/,
  )
})

test('a file that sorts before an applied one is refused', async () => {
  await migrate(database.url, { folder })
  await writeFile(join(folder, '0001_late.sql'), 'select 1')
  await assert.rejects(migrate(database.url, { folder }), /0001_late\.sql sorts before 0002_second\.sql/)
})

test('a failing file has no effect, and the files before it stay applied', async () => {
  await writeFile(join(folder, '0003_third.sql'), 'create table third (id int); select no_such_column')
  await assert.rejects(migrate(database.url, { folder }), /0003_third\.sql failed: .*no_such_column/)
  const client = new pg.Client(database.url)
  await client.connect()
  try {
    assert.equal(await count_missing_migrations(client, folder), 1)
    const { rows } = await client.query(`select to_regclass('third') as third, to_regclass('second') as second`)
    assert.deepEqual(rows, [{ third: null, second: 'second' }])
  } finally {
    await client.end()
  }
})

test('a connection that closes between two statements fails the migration, not the process', async () => {
  await writeFile(join(folder, '0003_third.sql'), 'select pg_terminate_backend(pg_backend_pid())')
  await assert.rejects(migrate(database.url, { folder }), ({ cause }: Error) => is_unreachable(cause))
  await rm(join(folder, '0003_third.sql'))
  assert.deepEqual(await migrate(database.url, { folder }), [])
})

test('an owner who may not create roles learns what a superuser must run', async () => {
  const owner = `weak_${process.pid}`
  const url = new URL(database.url)
  Object.assign(url, { username: owner, password: 'weak' })
  await query(`create role ${owner} login password 'weak'; alter database ${url.pathname.slice(1)} owner to ${owner}`)
  const remedy = new RegExp(`"${owner}" createrole; .* to "${owner}" with admin option;$`)
  try {
    await assert.rejects(migrate(url.href), remedy)
    await migrate(database.url)
    await query(`grant select, insert on org_seals to ${owner}`)
    await assert.rejects(prepare_logins(url.href, credentials_of(randomBytes(32))), remedy)
  } finally {
    await query(
      `alter database ${url.pathname.slice(1)} owner to current_user; drop owned by ${owner}; drop role ${owner}`,
    )
  }
})
