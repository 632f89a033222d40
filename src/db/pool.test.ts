// How long calls wait for a connection, beside a server that is slow to accept one.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { credentials_of } from '#db/logins.ts'
import { longest_wait_ms, open_pool, take_connection } from '#db/pool.ts'

/** 'Authenticated' and 'ready for a query' of the protocol of PostgreSQL. */
const ACCEPTED = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

test('a wait counts only when all connections are open: opening one can be slow', async () => {
  const accepting = Promise.withResolvers<void>()
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {})
    socket.once('data', () => void accepting.promise.then(() => socket.write(ACCEPTED)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const pool = open_pool(
    { database_url: `postgres://127.0.0.1:${port}/none`, credentials: credentials_of(Buffer.alloc(32)) },
    { max: 1 },
  )
  try {
    const first = take_connection(pool.org)
    const second = take_connection(pool.org)
    await wait(700)
    assert.equal(longest_wait_ms(pool.org), 0, 'the connection is still being opened')
    accepting.resolve()
    const taken = await first
    assert.ok(longest_wait_ms(pool.org) > 500, 'all are open and in use, so the second waits for the first')
    taken.release()
    const again = await second
    assert.equal(longest_wait_ms(pool.org), 0)
    again.release()
  } finally {
    accepting.resolve()
    await pool.end()
    server.close()
  }
})
