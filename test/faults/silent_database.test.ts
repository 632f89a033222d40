// A database that accepts statements and answers none of them, such as a machine that is frozen or behind a broken network.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { during_lock } from '#db/held_locks.ts'
import { in_org, LOOK_UP_TIMEOUT_MS, STATEMENT_TIMEOUT_MS } from '#db/org.ts'
import { open_pool, POOL_WAIT_MS, type Pool, SILENCE_MS } from '#db/pool.ts'
import { is_unreachable } from '#db/unreachable.ts'
import { Directory } from '#engine/access/directory.ts'
import { database_refusal } from '#engine/calls/database_refusals.ts'
import { CHANNEL } from '#engine/outbound_webhooks/emit.ts'
import { Listener } from '#engine/outbound_webhooks/listener.ts'
import { system_clock } from '#lib/clock.ts'
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

test('so does one whose work asks the connection itself', { timeout: 30_000 }, async () => {
  const proxy = await silent_proxy(database.place)
  const pool = open_pool(proxy.place, { max: 1 })
  try {
    const started = performance.now()
    const asked = in_org(pool, { org_id, statement_timeout_ms: LIMIT_MS }, async (_db, client) => {
      proxy.fall_silent()
      return client.query('select 1')
    })
    await assert.rejects(asked, (error) => is_unreachable(error))
    assert.ok(performance.now() - started < WAIT_MS_MAX)
  } finally {
    proxy.close()
    await pool.end()
  }
})

test('who listens asks another session, when the one that the pool has kept is silent', {
  timeout: 60_000,
}, async () => {
  const proxy = await silent_proxy(database.place)
  const pool = open_pool(proxy.place, { max: 4 })
  await pool.org.query('select 1')
  proxy.fall_silent()
  const directory = new Directory(pool, () => 'http://tablero.test')
  const heard: string[] = []
  let listener: Listener | undefined
  try {
    const listening = directory.listen()
    listening.catch(() => undefined)
    await sleep(BUSY_MS / 4) // the pool gives its first connection, which stays silent
    proxy.accept_new()
    await until_listened('listen tablero_directory%', 'notify tablero_echo%')
    await pool.org.query('select 1')
    proxy.fall_silent()
    listener = new Listener({ pool, clock: system_clock }, (id) => void heard.push(id))
    await sleep(BUSY_MS / 4)
    proxy.accept_new()
    await until_listened(`listen ${CHANNEL}`)
  } finally {
    proxy.close()
    await listener?.stop()
    await directory.close()
    await pool.end()
  }
})

/** Waits until a session of the product has sent one of the texts. */
async function until_listened(...texts: string[]) {
  const deadline = performance.now() + CALL_MS_MAX
  const sent = () => database.owner.query('select from pg_stat_activity where query like any ($1)', [texts])
  while ((await sent()).rowCount === 0) {
    assert.ok(performance.now() < deadline, `nobody sent ${texts[0]} within ${CALL_MS_MAX} ms`)
    await sleep(100)
  }
}

/** Five seconds of a look-up, two of silence, ten for a connection, and what a busy machine needs. */
const CALL_MS_MAX = 40_000
/** What a busy machine needs beside a limit. */
const BUSY_MS = 8_000

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

const UNREACHABLE = 'Tablero cannot reach its data at the moment. Try again in a few seconds.'

/** How a statement of a call ends without an answer of the database, when the look-ups before it had one. */
async function timed_statement(pool: Pool) {
  const started = performance.now()
  const error = await in_org(pool, { org_id }, (db) => sql`select 1 as one`.execute(db)).then(
    () => undefined,
    (error: unknown) => error,
  )
  return { refusal: database_refusal(error), ms: performance.now() - started }
}

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
    const statement = timed_statement(app.engine.pool)
    await sleep(KEPT_MS) // what the process keeps of the key is not valid any more
    const started = performance.now()
    const answers = await Promise.all(Array.from({ length: 12 }, call))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([503]))
    assert.ok(performance.now() - started < CALL_MS_MAX)
    for (const { headers, body } of answers) assert.deepEqual([headers['retry-after'], body.error], ['5', UNREACHABLE])
    const { refusal, ms } = await statement
    assert.deepEqual([refusal?.outcome, refusal?.message], ['overloaded', UNREACHABLE])
    const limit_ms = STATEMENT_TIMEOUT_MS + SILENCE_MS
    assert.ok(ms >= limit_ms - 100 && ms < limit_ms + BUSY_MS, `${Math.round(ms)} ms`)
    proxy.accept_new()
    await app.settled(async () => (await call()).status === 200, CALL_MS_MAX)
  } finally {
    await app.close()
    proxy.close()
  }
})

test('the longest waits in docs/operations.md are those of the code', async () => {
  const text = await readFile(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
  const documented = [...text.matchAll(/^\| .* \| (\d+) s \(`([A-Z_]+(?: \+ [A-Z_]+)*)`\) \|/gm)]
  const limits: Record<string, number> = { STATEMENT_TIMEOUT_MS, LOOK_UP_TIMEOUT_MS, SILENCE_MS, POOL_WAIT_MS }
  const used = new Set<string>()
  for (const [row, seconds, sum] of documented) {
    const names = sum!.split(' + ')
    for (const name of names) used.add(name)
    assert.equal(
      Number(seconds) * 1_000,
      names.map((name) => limits[name]!).reduce((a, b) => a + b),
      row,
    )
  }
  assert.deepEqual(used, new Set(Object.keys(limits)))
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
