// Connections that send nothing more, read nothing, or whose client disappears. Each is released, so that no client can take all
// descriptors of the process.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { create_server } from '#http/server.ts'
import { type TestApp, test_app } from '#test/app.ts'

const SOCKETS = 40
const TIMEOUT_MS = 500
/** The timeout, the interval of the checks, and a margin for a busy machine. */
const RELEASED_WITHIN_MS = 20_000

let app: TestApp
let server: FastifyInstance
let port: number
const opened: Socket[] = []

before(async () => {
  app = await test_app({ seeded: false })
  server = await create_server(app.engine, { request_timeout_ms: TIMEOUT_MS, silent_socket_ms: TIMEOUT_MS })
  await server.listen({ host: '127.0.0.1', port: 0 })
  port = (server.server.address() as AddressInfo).port
})
after(async () => {
  for (const socket of opened) socket.destroy()
  await server.close()
  await app.close()
})

const connections = () =>
  new Promise<number>((done, fail) =>
    server.server.getConnections((error, count) => (error ? fail(error) : done(count))),
  )

/** A client that never closes its own half of the connection. */
async function open(text: string, { reads = true } = {}): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
  socket.on('error', () => {})
  opened.push(socket)
  await once(socket, 'connect')
  if (reads) socket.resume()
  else socket.pause()
  socket.write(text)
  return socket
}

async function assert_released() {
  const ends = performance.now() + RELEASED_WITHIN_MS
  let left = await connections()
  while (left > 0 && performance.now() < ends) {
    await sleep(50)
    left = await connections()
  }
  assert.equal(left, 0, `${left} connections are left`)
}

const requests: Record<string, string> = {
  'that sent nothing': '',
  'whose headers never end': 'POST /api/v1/list_connections HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  'whose body never ends': 'POST /api/v1/list_connections HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{',
  'whose body never ends, in chunks': 'POST /mcp HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":',
  'with a request that is not HTTP': 'hello\r\n\r\n',
  'with headers that are too large': `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
}

for (const [name, text] of Object.entries(requests))
  test(`connections ${name} are released, even if the client keeps its half open`, async () => {
    await Promise.all(Array.from({ length: SOCKETS }, () => open(text)))
    await assert_released()
  })

const answered: Record<string, string> = {
  'have their answer': 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
  'have several answers': 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3),
  'wanted another protocol': 'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
}
for (const [name, text] of Object.entries(answered))
  test(`connections that ${name} and send nothing more are released`, async (context) => {
    const { keepAliveTimeout } = server.server
    context.after(() => Object.assign(server.server, { keepAliveTimeout }))
    server.server.keepAliveTimeout = TIMEOUT_MS
    await Promise.all(Array.from({ length: SOCKETS }, () => open(text)))
    await assert_released()
  })

test('a connection whose call takes longer than a silent one may last gets its answer', async () => {
  const url = '/api/v1/fixture_slow'
  const head = `POST ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${app.keys.acme}\r\nConnection: close\r\nContent-Length: 2\r\n\r\n`
  const socket = await open(`${head}{}`)
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes
  })
  await once(socket, 'end')
  assert.match(answer, /^HTTP\/1\.1 200/)
})

test('connections whose client does not read the answer are released', async () => {
  const script = 'GET /docs/js/scalar.js HTTP/1.1\r\nHost: x\r\n\r\n'
  await Promise.all(Array.from({ length: 4 }, () => open(script.repeat(10), { reads: false })))
  await sleep(TIMEOUT_MS / 5)
  assert.ok((await connections()) > 0)
  await assert_released()
})

test('a client that disappears while it waits for a stream leaves neither a connection nor a call', async () => {
  const params = { name: 'fixture_slow', arguments: {}, _meta: { progressToken: 1 } }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${app.keys.acme}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${body.length}\r\n\r\n`
  const sockets = await Promise.all(Array.from({ length: 5 }, () => open(head + body)))
  await app.settled(async () => app.engine.load.calls > 0)
  for (const socket of sockets) socket.destroy()
  await assert_released()
  await app.settled(async () => app.engine.load.calls === 0)
})

test('a request that arrives slowly but in time is answered', async () => {
  const socket = await open('GET /healthz HTTP/1.1\r\nHost: x\r\n')
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes
  })
  await sleep(TIMEOUT_MS / 5)
  socket.write('Connection: close\r\n\r\n')
  await once(socket, 'end')
  assert.match(answer, /^HTTP\/1\.1 200/)
  await assert_released()
})

test('without options, headers have 10 s, a request 30 s, a silent client 60 s and a kept one 65 s, and TCP asks after 30 s', async () => {
  const of_product = app.app.server.server
  const { headersTimeout, requestTimeout, timeout, keepAliveTimeout } = of_product
  assert.deepEqual(
    { headersTimeout, requestTimeout, timeout, keepAliveTimeout },
    { headersTimeout: 10_000, requestTimeout: 30_000, timeout: 60_000, keepAliveTimeout: 65_000 },
  )
  // Node sets both for each connection that it accepts.
  const { keepAlive, keepAliveInitialDelay } = of_product as unknown as Record<string, unknown>
  assert.deepEqual({ keepAlive, keepAliveInitialDelay }, { keepAlive: true, keepAliveInitialDelay: 30 })
})
