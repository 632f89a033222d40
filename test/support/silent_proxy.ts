// A proxy before a database that can fall silent: it accepts everything and answers nothing, such as a machine that is frozen.
import { connect, createServer, type Socket } from 'node:net'
import type { PoolPlace } from '#db/pool.ts'

export interface SilentProxy {
  /** The place of the database behind the proxy. */
  place: PoolPlace
  /** From now on, no connection brings anything, in either direction. */
  fall_silent(): void
  /** New connections bring answers again. Those from before stay silent. */
  accept_new(): void
  /** Ends the connections that are silent, and is silent no longer. */
  end_old(): void
  close(): void
}

/** `is_deaf`: while it is silent, it does not even notice that a client closes its connection. */
export async function silent_proxy(there: PoolPlace, { is_deaf = false } = {}): Promise<SilentProxy> {
  const { hostname, port } = new URL(there.database_url)
  const sockets = new Set<Socket>()
  let is_silent = false
  let silent: ReadonlySet<Socket> = new Set()
  const proxy = createServer({ allowHalfOpen: is_deaf }, (socket) => {
    const database = connect({ host: hostname, port: Number(port) })
    for (const one of [socket, database]) sockets.add(one.on('error', () => {}))
    const brings = () => !is_silent && !silent.has(socket)
    socket.on('data', (chunk) => brings() && database.write(chunk))
    socket.on('end', () => database.end())
    database.on('data', (chunk) => brings() && socket.write(chunk))
    database.on('end', () => brings() && socket.end())
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const url = new URL(there.database_url)
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as { port: number }).port)
  const accept_new = () => {
    silent = new Set(sockets)
    is_silent = false
  }
  return {
    place: { ...there, database_url: url.href },
    fall_silent() {
      is_silent = true
    },
    accept_new,
    end_old() {
      if (is_silent) accept_new()
      for (const socket of silent) socket.destroy()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}
