// A database that accepts statements and answers none of them, such as a machine that is frozen or behind a broken network.
import assert from 'node:assert/strict'
import { connect, createServer, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { in_org } from '#db/org.ts'
import { open_pool } from '#db/pool.ts'
import { is_unreachable } from '#db/unreachable.ts'
import { type TestDatabase, test_database, test_pool } from '#test/database.ts'

const org_id = '01900000-0000-7000-8000-000000000001'
const LIMIT_MS = 300
const WAIT_MS_MAX = 10_000

let database: TestDatabase
before(async () => {
  database = await test_database()
})
after(() => database.drop())

test('a call ends soon after the limit of its statement, and no other call gets its connection', async () => {
  const { hostname, port } = new URL(database.url)
  let is_silent = false
  const sockets = new Set<Socket>()
  const proxy = createServer((socket) => {
    const there = connect({ host: hostname, port: Number(port) })
    for (const one of [socket, there]) sockets.add(one.on('error', () => {}))
    socket.pipe(there)
    there.on('data', (chunk) => is_silent || socket.write(chunk))
    there.on('end', () => socket.end())
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const url = new URL(database.url)
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as { port: number }).port)
  const pool = open_pool({ ...database.place, database_url: url.href }, { max: 1 })
  const ask = () =>
    in_org(pool, { org_id, statement_timeout_ms: LIMIT_MS }, async (db) => {
      is_silent ||= asked++ === 1
      return (await sql<{ one: number }>`select 1 as one`.execute(db)).rows
    })
  let asked = 0
  try {
    assert.deepEqual(await ask(), [{ one: 1 }])
    const started = performance.now()
    await assert.rejects(ask(), (error) => is_unreachable(error))
    assert.ok(performance.now() - started < WAIT_MS_MAX)
    is_silent = false
    assert.deepEqual(await ask(), [{ one: 1 }])
  } finally {
    for (const socket of sockets) socket.destroy()
    proxy.close()
    await pool.end()
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
