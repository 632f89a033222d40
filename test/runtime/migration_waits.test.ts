// Migrations wait for others, and for the library of the queue, but not for ever.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { with_connection } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { MigrationHeld, migrate_queue } from '#db/migration_waits.ts'
import { SILENCE_MS } from '#db/pool.ts'
import { is_unreachable } from '#db/unreachable.ts'
import { empty_database, type TestDatabase } from '#test/database.ts'
import { silent_proxy } from '#test/silent_proxy.ts'
import { sentence_of } from '../../src/cli/sentences.ts'

const LIMIT_MS = 300
/** A busy machine needs as much beside the limits. */
const ENDED_MS_MAX = 10_000
/** A test that waits longer has met a wait without a limit. */
const timeout = 30_000

let database: TestDatabase
let folder: string
const made: TestDatabase[] = []

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await writeFile(join(folder, '0001_first.sql'), 'create table first (id int)')
})
beforeEach(async () => {
  database = await empty_database()
  made.push(database)
})
after(async () => {
  for (const { drop } of made) await drop()
  await rm(folder, { recursive: true })
})

/** Another session that has sent `statement`, while `work` runs. */
const during = <T>(statement: string, work: (pid: number) => Promise<T>): Promise<T> =>
  with_connection(database.url, 'another tablero', async (db) => {
    await db.query(statement)
    const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
    return work(rows[0]!.pid)
  })

const LOCKED = 'select pg_advisory_lock(7261850014)'
const QUEUE_HELD = 'begin; lock table graphile_worker.migrations'

/** The address of the database by way of a proxy that can fall silent. */
async function silenced() {
  const proxy = await silent_proxy({ ...database.place, database_url: database.url })
  return { proxy, url: proxy.place.database_url }
}

/** The statement of the product that waits for a lock, once there is one. */
async function until_waiting(like: string): Promise<void> {
  const text = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like $1`
  await with_connection(database.url, 'test', async (db) => {
    const deadline = performance.now() + ENDED_MS_MAX
    while ((await db.query(text, [like])).rowCount === 0) {
      assert.ok(performance.now() < deadline, 'nobody waits')
      await sleep(20)
    }
  })
}

async function held(migrating: Promise<unknown>): Promise<string> {
  const began = performance.now()
  const error = await migrating.then(
    () => assert.fail('nothing was held'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof MigrationHeld, String(error))
  assert.ok(performance.now() - began < ENDED_MS_MAX)
  assert.ok(!is_unreachable(error), 'a start would wait again')
  assert.equal(sentence_of(error), error.message)
  return error.message
}

suite('the lock of migrations', () => {
  const limits = { lock_ms: LIMIT_MS }

  test('that another session keeps ends the start, which names the session and what to do', { timeout }, () =>
    during(LOCKED, async (pid) => {
      const said = await held(migrate(database.url, { folder, limits }))
      assert.match(said, /^Another process has migrated this database for more than 0\.3 seconds, in session \d+ of/)
      assert.match(said, new RegExp(`in session ${pid} .*\\(another tablero\\)\\. If it still works, wait and start`))
      assert.match(
        said,
        new RegExp(`end its session with select pg_terminate_backend\\(${pid}\\), and start again\\.$`),
      )
    }),
  )

  test('that is free later lets the migration continue, and limits no other statement', { timeout }, async () => {
    const slow = await mkdtemp(join(tmpdir(), 'migrations-'))
    await writeFile(join(slow, '0001_slow.sql'), 'lock table held; create table first (id int)')
    try {
      await with_connection(database.url, 'test', (db) => db.query('create table held ()'))
      const migrating = await during('begin; lock table held', async () => {
        const running = migrate(database.url, { folder: slow, limits })
        running.catch(() => undefined)
        await until_waiting('lock table held%')
        await sleep(2 * LIMIT_MS)
        return { running }
      })
      assert.deepEqual(await migrating.running, ['0001_slow.sql'])
    } finally {
      await rm(slow, { recursive: true })
    }
  })

  test('of a server that falls silent is given up as unreachable', { timeout }, () =>
    during(LOCKED, async () => {
      const { proxy, url } = await silenced()
      try {
        const migrating = migrate(url, { folder, limits: { lock_ms: 2_000 } })
        migrating.catch(() => undefined)
        await until_waiting('%pg_advisory_lock%')
        proxy.fall_silent()
        const began = performance.now()
        await assert.rejects(migrating, (error) => is_unreachable(error))
        assert.ok(performance.now() - began < ENDED_MS_MAX)
      } finally {
        proxy.close()
      }
    }),
  )
})

suite('a table that another transaction uses', () => {
  const USED = 'begin; select from used'
  let altering: string

  before(async () => {
    altering = await mkdtemp(join(tmpdir(), 'migrations-'))
    await writeFile(join(altering, '0001_used.sql'), 'alter table used add column later integer')
  })
  beforeEach(() => with_connection(database.url, 'test', (db) => db.query('create table used ()')))
  after(() => rm(altering, { recursive: true }))

  test('is used by others while a migration waits for it, and then the migration is applied', { timeout }, async () => {
    const migrating = await during(USED, async () => {
      const running = migrate(database.url, { folder: altering })
      running.catch(() => undefined)
      for (let call = 0; call < 3; call++) {
        await until_waiting('alter table used%')
        const began = performance.now()
        await with_connection(database.url, 'test', (db) => db.query('select from used'))
        assert.ok(performance.now() - began < ENDED_MS_MAX)
      }
      return { running }
    })
    assert.deepEqual(await migrating.running, ['0001_used.sql'])
  })

  test('that stays in use ends the start, which names the session', { timeout }, () =>
    during(USED, async (pid) => {
      const said = await held(migrate(database.url, { folder: altering, limits: { tables_ms: LIMIT_MS } }))
      assert.match(
        said,
        /^Migration 0001_used\.sql was not applied, because others used its tables for more than 0\.3 seconds/,
      )
      assert.match(said, new RegExp(`the longest session ${pid} of PostgreSQL \\(another tablero\\)\\. Wait until`))
    }),
  )

  test('in the other order than the migration is no deadlock that fails it', { timeout }, async () => {
    await writeFile(
      join(altering, '0001_used.sql'),
      'alter table used add column later integer; alter table other add column later integer',
    )
    await with_connection(database.url, 'test', (db) => db.query('create table other ()'))
    const migrating = await with_connection(database.url, 'another tablero', async (db) => {
      await db.query('begin; lock table other')
      const running = migrate(database.url, { folder: altering })
      running.catch(() => undefined)
      await until_waiting('alter table used%')
      await db.query('lock table used')
      await db.query('commit')
      return { running }
    })
    assert.deepEqual(await migrating.running, ['0001_used.sql'])
  })
})

suite('the migrations of the queue', () => {
  beforeEach(() => migrate(database.url, { folder }))

  test('end when another session holds their tables, and say what to stop', { timeout }, () =>
    during(QUEUE_HELD, async () => {
      const said = await held(migrate(database.url, { folder, limits: { queue_statement_ms: LIMIT_MS } }))
      assert.match(
        said,
        /^The tables of the queue were not migrated, because a statement took more than 0\.3 seconds\./,
      )
      assert.match(said, /lock in the schema graphile_worker\. Stop older processes of Tablero, or end that session/)
    }),
  )

  test('end when the server falls silent, and close their connection', { timeout }, () =>
    during(QUEUE_HELD, async () => {
      const { proxy, url } = await silenced()
      try {
        const limit_ms = 2_000
        const migrating = migrate_queue(url, limit_ms)
        migrating.catch(() => undefined)
        await until_waiting('%graphile_worker%')
        proxy.fall_silent()
        const began = performance.now()
        await assert.rejects(migrating, (error) => is_unreachable(error))
        assert.ok(performance.now() - began < limit_ms + 2 * SILENCE_MS + ENDED_MS_MAX)
      } finally {
        proxy.close()
      }
    }),
  )
})
