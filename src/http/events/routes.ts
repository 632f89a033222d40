// GET /api/v1/events?org=…: server-sent events for the pages. Only a session of a browser opens a stream, from one of our own pages.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Engine } from '#engine/engine.ts'
import type { StreamEvent } from '#engine/events/streams.ts'
import { Refusal } from '#engine/outcomes.ts'
import { caller_headers, session_of_page } from '#http/caller.ts'
import { disconnect_signal } from '#http/disconnect.ts'

/** A proxy closes a connection that is silent for a minute. */
export const HEARTBEAT_MS = 15_000
/** Events that a client has not read. A client that is slower than this gets a new snapshot when it opens the next stream. */
export const UNREAD_BYTES_MAX = 256 * 1024
/** Time after which a browser opens a lost stream again. */
const REOPEN_MS = 2_000

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  // No proxy may collect or compress the events.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

export interface EventOptions {
  engine: Engine
  heartbeat_ms?: number
}

export async function events(
  server: FastifyInstance,
  { engine, heartbeat_ms = HEARTBEAT_MS }: EventOptions,
): Promise<void> {
  server.get('/events', async (request, reply) => {
    const { request_id, caller_request_id, address } = caller_headers(request)
    const { session } = session_of_page(engine, request) ?? {}
    if (session === undefined)
      throw new Refusal('unauthorized', 'Events are for the pages of dashboard users. Sign in first.')
    const claim = { session, request_id, caller_request_id, address, transport: 'rest' }
    // From here on, because a browser can close the stream before it is open.
    const disconnected = disconnect_signal(reply)
    const body = new Readable({ read() {} })
    let is_ended = false
    const write = (text: string) => {
      // A slow client still reads what came before the end. One more text would close its connection.
      if (is_ended) return
      if (body.readableLength + reply.raw.writableLength > UNREAD_BYTES_MAX) body.destroy()
      else body.push(text)
    }
    const close = await engine.events.open(claim, orgs_of(request), {
      send: (event) => write(event_text(event)),
      end: () => {
        is_ended = true
        body.push(null)
      },
    })
    write(`retry: ${REOPEN_MS}\n\n`)
    const heartbeat = setInterval(() => write(':\n\n'), heartbeat_ms)
    const end = () => {
      clearInterval(heartbeat)
      close()
      body.destroy()
    }
    if (disconnected.aborted) end()
    disconnected.addEventListener('abort', end, { once: true })
    body.once('close', end)
    return reply.headers(headers).send(body)
  })
}

/** JSON has no line breaks, so the data is one line. */
const event_text = ({ event, data }: StreamEvent) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

const orgs_of = ({ url }: FastifyRequest): string[] => new URLSearchParams(url.split('?')[1] ?? '').getAll('org')
