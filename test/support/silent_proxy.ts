// A proxy before a database that can fall silent: it accepts everything and answers nothing, such as a machine that is frozen.
import { connect, createServer, type Socket } from 'node:net'
import type { PoolPlace } from '#db/pool.ts'

export interface SilentProxy {
  /** The place of the database behind the proxy. */
  place: PoolPlace
  /** From now on, no connection brings an answer. */
  fall_silent(): void
  /** New connections bring answers again. Those from before stay silent. */
  accept_new(): void
  close(): void
}

export async function silent_proxy(there: PoolPlace): Promise<SilentProxy> {
  const { hostname, port } = new URL(there.database_url)
  const sockets = new Set<Socket>()
  let is_silent = false
  let silent: ReadonlySet<Socket> = new Set()
  const proxy = createServer((socket) => {
    const database = connect({ host: hostname, port: Number(port) })
    for (const one of [socket, database]) sockets.add(one.on('error', () => {}))
    socket.pipe(database)
    database.on('data', (chunk) => is_silent || silent.has(socket) || socket.write(chunk))
    database.on('end', () => socket.end())
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const url = new URL(there.database_url)
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as { port: number }).port)
  return {
    place: { ...there, database_url: url.href },
    fall_silent() {
      is_silent = true
    },
    accept_new() {
      silent = new Set(sockets)
      is_silent = false
    },
    close() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}
