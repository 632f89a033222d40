// A connection of its own, outside of the pools, to a server that does not answer.
import assert from 'node:assert/strict'
import { createServer, type Server, type Socket } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { with_connection } from '#db/connection.ts'
import { open_pool } from '#db/pool.ts'
import { open_queue_pool } from '#db/queue_pool.ts'
import { is_unreachable } from '#db/unreachable.ts'
import { type TestDatabase, test_database } from '#test/database.ts'
import { silent_proxy } from '#test/silent_proxy.ts'

/** The limits are ten seconds and two. The rest is what a busy machine needs. */
const CONNECTED_MS_MAX = 15_000
const CLOSED_MS_MAX = 8_000
/** A test that waits longer has met a wait without a limit. */
const timeout = 30_000

const sockets = new Set<Socket>()
/** Accepts connections and says nothing. */
let server: Server
let database: TestDatabase
before(async () => {
  database = await test_database()
  server = createServer((socket) => void sockets.add(socket.on('error', () => {})))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
after(async () => {
  for (const socket of sockets) socket.destroy()
  server.close()
  await database.drop()
})

const ASKED_AFTER = `select current_setting('tcp_keepalives_idle') as idle, current_setting('tcp_keepalives_interval') as again`

test('the server asks quiet clients of the pools whether they exist, so no dead machine keeps its locks', async () => {
  const pool = open_pool(database.place)
  const queue = open_queue_pool(pool.worker.org, 1)
  try {
    for (const one of [pool.org, pool.worker.org, pool.system, pool.sql, pool.auth, queue]) {
      const { rows } = await one.query<{ idle: string; again: string }>(ASKED_AFTER)
      assert.deepEqual(rows, [{ idle: '30', again: '5' }])
    }
  } finally {
    await queue.end()
    await pool.end()
  }
})

suite('a connection outside of the pools', () => {
  test('is given up when its server accepts it and says nothing', { timeout }, async () => {
    const { port } = server.address() as { port: number }
    const began = performance.now()
    const waiting = with_connection(`postgres://nobody@127.0.0.1:${port}/none`, 'test', async () => undefined)
    await assert.rejects(waiting, (error) => is_unreachable(error))
    assert.ok(performance.now() - began < CONNECTED_MS_MAX)
  })

  test('is left when its server falls silent before it is closed', { timeout }, async () => {
    const proxy = await silent_proxy(database.place, { is_deaf: true })
    const owner = new URL(database.url)
    owner.host = new URL(proxy.place.database_url).host
    let began = 0
    try {
      const given = await with_connection(owner.href, 'test', async (db) => {
        const { rows } = await db.query<{ one: number }>('select 1 as one')
        proxy.fall_silent()
        began = performance.now()
        return rows
      })
      assert.deepEqual(given, [{ one: 1 }])
      assert.ok(performance.now() - began < CLOSED_MS_MAX)
    } finally {
      proxy.close()
    }
  })
})
