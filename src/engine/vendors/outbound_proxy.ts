// A proxy on this machine for a browser, which must have no other way to the network. Each connection of the browser is dialed through the
// check of outbound requests: by the name that the browser asks for, to the address that was checked.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { AddressRefused, bare, type Outbound } from '#engine/vendors/outbound.ts'

/** Most connections of the browser at the same time. A page rarely needs a hundred. */
const CONNECTIONS_MAX = 256
/** Most bytes that a browser may receive in all. A heavy page has 30 MB. */
const BYTES_MAX = 200 * 1024 * 1024
const HTTP_PORT = 80

export interface OutboundProxy {
  port: number
  /** Hosts that were refused, because their addresses are not public. */
  refused: ReadonlySet<string>
  close(): Promise<void>
}

/** Starts a proxy that only this machine reaches. */
export async function start_outbound_proxy(outbound: Pick<Outbound, 'dial'>): Promise<OutboundProxy> {
  const refused = new Set<string>()
  const sockets = new Set<Socket>()
  let bytes = 0
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  }

  async function dial(host: string, port: number): Promise<Socket> {
    try {
      const socket = await outbound.dial(host, port)
      keep(socket)
      socket.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > BYTES_MAX) for (const open of sockets) open.destroy()
      })
      return socket
    } catch (error) {
      if (error instanceof AddressRefused) refused.add(host)
      throw error
    }
  }

  const server = createServer((asked, answer) => {
    forward(asked, answer, dial).catch((error) => answer.headersSent || answer.writeHead(status_of(error)).end())
  })
  server.maxConnections = CONNECTIONS_MAX
  server.on('connection', keep)
  server.on('connect', (asked: IncomingMessage, from: Socket, head: Buffer) => {
    tunnel(asked, from, head, dial).catch((error) => from.end(`HTTP/1.1 ${status_of(error)} Refused\r\n\r\n`))
  })
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    refused,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

type Dial = (host: string, port: number) => Promise<Socket>

const FORBIDDEN = 403
const BAD_GATEWAY = 502
const status_of = (error: unknown) => (error instanceof AddressRefused ? FORBIDDEN : BAD_GATEWAY)

/** The target of a request for a proxy. Only plain HTTP comes as a request; everything else comes as a tunnel. */
function target_of(text: string): URL {
  if (!URL.canParse(text)) throw new AddressRefused('that is not a URL')
  const url = new URL(text)
  if (url.protocol !== 'http:') throw new AddressRefused('only http is forwarded')
  return url
}

async function tunnel({ url = '' }: IncomingMessage, from: Socket, head: Buffer, dial: Dial): Promise<void> {
  const { hostname, port } = target_of(`http://${url}`)
  const to = await dial(bare(hostname), Number(port || HTTP_PORT))
  if (from.destroyed) return void to.destroy()
  from.write('HTTP/1.1 200 Connection Established\r\n\r\n')
  to.write(head)
  pipeline(from, to, from, () => {})
}

/** Headers between two neighbors, which a proxy does not forward (RFC 9110, section 7.6.1). */
const of_hop = /^(connection|proxy-.*|keep-alive|te|trailer|transfer-encoding|upgrade)$/

async function forward(asked: IncomingMessage, answer: ServerResponse, dial: Dial): Promise<void> {
  const url = target_of(asked.url ?? '')
  const socket = await dial(bare(url.hostname), Number(url.port || HTTP_PORT))
  const headers = Object.fromEntries(Object.entries(asked.headers).filter(([name]) => !of_hop.test(name)))
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const onward = request({
    createConnection: () => socket,
    method: asked.method,
    path: url.pathname + url.search,
    headers: { ...headers, host: url.host, connection: 'close' },
  })
  onward.once('response', resolve).once('error', reject)
  pipeline(asked, onward, () => {})
  const found = await promise
  const kept = Object.entries(found.headers).filter(([name]) => !of_hop.test(name))
  answer.writeHead(found.statusCode ?? BAD_GATEWAY, Object.fromEntries(kept))
  pipeline(found, answer, () => {})
}
