// A stream of events that ends while its client has not read all of it.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import type { Engine } from '#engine/engine.ts'
import type { Receiver } from '#engine/events/streams.ts'
import { events } from '#http/events/routes.ts'
import { until } from '#test/until.ts'

const HEARTBEAT_MS = 5
const HEARTBEATS_MS = 200
/** A buffer that was only not emptied yet is emptied within this time. */
const FULL_FOR_MS = 10
const EVENT = { event: 'removed', data: { org_id: 'x'.repeat(100_000), connection_id: '1' } } as const
const LAST = { event: 'removed', data: { org_id: 'the last one', connection_id: '2' } } as const

test('a slow client reads all events before the end, whatever happens after it', {
  timeout: 60_000,
}, async (context) => {
  let receiver: Receiver | undefined
  let response: ServerResponse | undefined
  const engine = {
    base_url: 'http://x',
    session_token: () => 'token',
    events: {
      open: async (_claim: unknown, _orgs: unknown, given: Receiver) => {
        receiver = given
        return () => undefined
      },
    },
  }
  const server = Fastify()
  server.addHook('onRequest', async (_request, reply) => {
    response = reply.raw
  })
  await server.register(events, { engine: engine as unknown as Engine, heartbeat_ms: HEARTBEAT_MS })
  await server.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1').pause()
  context.after(async () => {
    socket.destroy()
    await server.close()
  })
  socket.write('GET /events?org=1 HTTP/1.1\r\nhost: x\r\nsec-fetch-site: same-origin\r\ncookie: a=b\r\n\r\n')
  assert.ok(await until(() => receiver !== undefined))
  // Until the kernel takes nothing more. What comes then waits in the stream.
  const is_full = async () => {
    receiver!.send(EVENT)
    await sleep(FULL_FOR_MS)
    return response!.writableNeedDrain
  }
  assert.ok(await until(is_full), 'the client was not slow')
  receiver!.send(LAST)
  receiver!.end()
  receiver!.send(EVENT)
  await sleep(HEARTBEATS_MS)
  let received = ''
  socket.setEncoding('utf8').on('data', (chunk) => (received += chunk))
  socket.resume()
  assert.ok(await until(() => received.endsWith('\r\n0\r\n\r\n') || socket.closed), 'the stream did not end')
  assert.ok(received.endsWith('\r\n0\r\n\r\n'), 'the stream broke')
  assert.match(received.slice(-1_000), /the last one/)
})
