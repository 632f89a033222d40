// What a transaction guarantees when its work goes wrong.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { begin_org, in_org } from '#db/org.ts'
import { OrgSession } from '#db/org_session.ts'
import { open_pool, type Pool } from '#db/pool.ts'
import { type TestApp, test_app } from '#test/app.ts'

const ROUNDS = 10

let app: TestApp
let pool: Pool
before(async () => {
  app = await test_app({ seeded: false })
  pool = open_pool(app.database.place, { max: 3, name: 'transactions' }).worker
})
after(async () => {
  await pool.end()
  await app.close()
})

const names_of = async (pattern: string) =>
  (await app.db.query('select full_name from contacts where full_name like $1', [pattern])).rows

test('a failed statement that the work ignores fails the transaction, and nothing is stored', async () => {
  const work = in_org(pool, { org_id: app.acme.org_id }, async (db) => {
    await db.insertInto('contacts').values({ full_name: 'lost' }).execute()
    await sql`select 1 / 0`.execute(db).catch(() => undefined)
  })
  await assert.rejects(work, /nothing was committed/)
  assert.deepEqual(await names_of('lost'), [])
})

test('a transaction of a session stores nothing after a failed statement either, and the session continues', async () => {
  const client = await pool.org.connect()
  const session = new OrgSession(pool, client, app.acme.org_id)
  try {
    const work = session.transaction(async (db) => {
      await db.insertInto('contacts').values({ full_name: 'lost in a session' }).execute()
      await sql`select 1 / 0`.execute(db).catch(() => undefined)
    })
    await assert.rejects(work, /nothing was committed/)
    assert.deepEqual(await names_of('lost in a session'), [])
    await session.transaction((db) => db.insertInto('contacts').values({ full_name: 'kept in a session' }).execute())
    assert.equal((await names_of('kept in a session')).length, 1)
  } finally {
    client.release()
  }
})

test('a session that is lost during its work fails with the error of the work', async () => {
  const client = await pool.org.connect()
  const ended = session_ended(client)
  const work = new OrgSession(pool, client, app.acme.org_id).transaction(async (db) => {
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db).catch(() => undefined)
    await ended
    throw new Error('the work failed')
  })
  await assert.rejects(work, /the work failed/)
  client.release(true)
})

const session_ended = (client: PoolClient) => new Promise<void>((done) => client.once('end', done))

test('a statement after the end of its transaction is refused, and never runs in the next transaction of the connection', async () => {
  const late = Promise.withResolvers<unknown>()
  const refused = in_org(pool, { org_id: app.acme.org_id }, async (db) => {
    const write = async () => {
      await wait(100)
      await db.insertInto('contacts').values({ full_name: 'late' }).execute()
    }
    late.resolve(write().catch((error: Error) => error.message))
    throw new Error('refused')
  })
  await assert.rejects(refused, /refused/)
  await in_org(pool, { org_id: app.globex.org_id }, () => wait(200))
  assert.match(String(await late.promise), /after the end of its transaction/)
  assert.deepEqual(await names_of('late'), [])
})

test('a client that disconnects during the rollback of its call cancels no statement of another call', async () => {
  const outcomes: string[] = []
  for (let n = 0; n < ROUNDS; n++) {
    const controller = new AbortController()
    const busy = [1, 2].map(() =>
      in_org(pool, { org_id: app.globex.org_id }, (db) => sql`select pg_sleep(0.15)`.execute(db)),
    )
    await wait(40)
    const transaction = await begin_org(pool, { org_id: app.acme.org_id, signal: controller.signal })
    const other = in_org(pool, { org_id: app.globex.org_id }, (db) => sql`select pg_sleep(0.3)`.execute(db))
    const ended = transaction[Symbol.asyncDispose]()
    controller.abort()
    await ended
    outcomes.push(
      await other.then(
        () => 'done',
        (error: Error) => error.message,
      ),
    )
    await Promise.all(busy)
  }
  assert.deepEqual(new Set(outcomes), new Set(['done']))
})
