// A start waits for a database that is about to start, and for no other reason.
import assert from 'node:assert/strict'
import { connect, createServer, type Server } from 'node:net'
import { test } from 'node:test'
import pg from 'pg'
import { wait_for_database } from '#db/wait_for_database.ts'
import { free_port } from '#lib/port.ts'

const ask = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query('select 1 as one')).rows
  } finally {
    await client.end().catch(() => {})
  }
}

test('a start continues when the unreachable server answers', async () => {
  const url = new URL(process.env.TABLERO_TEST_SERVER!)
  const real = { host: url.hostname, port: Number(url.port) }
  url.hostname = '127.0.0.1'
  url.port = String(await free_port())
  let refused = 0
  let way: Server | undefined
  const rows = await wait_for_database(
    () => ask(url.href),
    async () => {
      refused += 1
      if (refused === 2) way = await forward(Number(url.port), real)
    },
  )
  assert.deepEqual([rows, refused], [[{ one: 1 }], 2])
  way!.close()
})

test('a permanent error is reported immediately', async () => {
  const tell = async () => assert.fail('the start was retried')
  const url = new URL(process.env.TABLERO_TEST_SERVER!)
  url.pathname = '/there_is_no_such_database'
  await assert.rejects(
    wait_for_database(() => ask(url.href), tell),
    { code: '3D000' },
  )
})

test('an unreachable server is reported after the timeout', async () => {
  const url = `postgres://nobody@127.0.0.1:${await free_port()}/nothing`
  await assert.rejects(
    wait_for_database(
      () => ask(url),
      async () => {},
      { wait_for_ms: 600 },
    ),
    { code: 'ECONNREFUSED' },
  )
})

/** A proxy to the real server, on a port where no server listened. */
async function forward(port: number, to: { host: string; port: number }): Promise<Server> {
  const server = createServer((socket) => {
    const there = connect(to)
    socket.on('error', () => there.destroy())
    there.on('error', () => socket.destroy())
    socket.pipe(there).pipe(socket)
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return server
}
