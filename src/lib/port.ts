import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections, any of which could take the port before it is used. */
const PORTS = { from: 16_000, to: 32_000 }
const TRIES_MAX = 100

/** Whether this machine can listen on the port now. */
export const is_free = (port: number) =>
  new Promise<boolean>((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => done(true)))
  })

/** The first of that many ports in a row that nothing uses. */
export async function free_ports(count: number): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const first = randomInt(PORTS.from, PORTS.to - count)
    const are_free = await Promise.all(Array.from({ length: count }, (_, number) => is_free(first + number)))
    if (are_free.every(Boolean)) return first
  }
  throw new Error(`No ${count} free ports in a row were found on 127.0.0.1 in ${TRIES_MAX} tries.`)
}

export const free_port = () => free_ports(1)
