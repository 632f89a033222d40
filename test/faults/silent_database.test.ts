// A database that accepts statements and answers none of them, such as a machine that is frozen or behind a broken network.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { during_lock } from '#db/held_locks.ts'
import { in_org } from '#db/org.ts'
import { open_pool } from '#db/pool.ts'
import { is_unreachable } from '#db/unreachable.ts'
import { test_app } from '#test/app.ts'
import { type TestDatabase, test_database, test_pool } from '#test/database.ts'
import { type SilentProxy, silent_proxy } from '#test/silent_proxy.ts'

const org_id = '01900000-0000-7000-8000-000000000001'
const LIMIT_MS = 300
const WAIT_MS_MAX = 10_000
/** Longer than a process uses what it knows of keys without an answer of the database. */
const KEPT_MS = 6_000

let database: TestDatabase
before(async () => {
  database = await test_database()
})
after(() => database.drop())

test('a transaction ends soon after the limit of its statement, and no other one gets its connection', async () => {
  const proxy = await silent_proxy(database.place)
  const pool = open_pool(proxy.place, { max: 1 })
  let asked = 0
  const ask = () =>
    in_org(pool, { org_id, statement_timeout_ms: LIMIT_MS }, async (db) => {
      if (asked++ === 1) proxy.fall_silent()
      return (await sql<{ one: number }>`select 1 as one`.execute(db)).rows
    })
  try {
    assert.deepEqual(await ask(), [{ one: 1 }])
    const started = performance.now()
    await assert.rejects(ask(), (error) => is_unreachable(error))
    assert.ok(performance.now() - started < WAIT_MS_MAX)
    proxy.accept_new()
    assert.deepEqual(await ask(), [{ one: 1 }])
  } finally {
    proxy.close()
    await pool.end()
  }
})

/** Five seconds of a look-up, two of silence, ten for a connection, and what a busy machine needs. */
const CALL_MS_MAX = 40_000

test('a lock of a silent session is given up, and the next one opens another session', async () => {
  const proxy = await silent_proxy(database.place)
  const pool = open_pool(proxy.place, { max: 2 })
  try {
    const started = performance.now()
    const during = during_lock(pool.org, 'one', async () => proxy.fall_silent())
    await during
    await assert.rejects(
      during_lock(pool.org, 'two', async () => 'held'),
      (error) => is_unreachable(error),
    )
    assert.ok(performance.now() - started < CALL_MS_MAX)
    proxy.accept_new()
    assert.equal(await during_lock(pool.org, 'two', async () => 'held'), 'held')
  } finally {
    proxy.close()
    await pool.end()
  }
})

test('calls end with 503, and the same key is answered again while connections from before stay silent', async () => {
  const proxies: SilentProxy[] = []
  const app = await test_app({
    seeded: false,
    async through(place) {
      proxies.push(await silent_proxy(place))
      return proxies[0]!.place
    },
  })
  const proxy = proxies[0]!
  const call = () => app.rest('list_connections', {}, { key: app.keys.acme })
  try {
    assert.equal((await call()).status, 200)
    proxy.fall_silent()
    await sleep(KEPT_MS) // what the process keeps of the key is not valid any more
    const started = performance.now()
    const answers = await Promise.all(Array.from({ length: 12 }, call))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([503]))
    assert.ok(performance.now() - started < CALL_MS_MAX)
    proxy.accept_new()
    await app.settled(async () => (await call()).status === 200, CALL_MS_MAX)
  } finally {
    await app.close()
    proxy.close()
  }
})

/** The driver closes a quiet connection after ten seconds. */
const QUIET_MS = 11_000

test('a connection stays open while nobody calls, so that the next call does not open one', async () => {
  const pool = test_pool(database, { max: 1 })
  const pid = async () => (await pool.org.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
  try {
    const before = await pid()
    await sleep(QUIET_MS)
    assert.equal(await pid(), before)
  } finally {
    await pool.end()
  }
})
