// node scripts/free_ports.ts <count>: prints the first of that many ports in a row that nothing uses.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that the system gives to connections. */
const PORTS = { from: 16_000, to: 32_000 }

export async function free_ports(count: number): Promise<number> {
  const first = randomInt(PORTS.from, PORTS.to - count)
  const are_free = await Promise.all(Array.from({ length: count }, (_, number) => is_free(first + number)))
  return are_free.every(Boolean) ? first : free_ports(count)
}

const is_free = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })

// Tests require modules that import this one, so nothing is awaited here.
if (import.meta.main) void free_ports(Number(process.argv[2])).then((found) => console.log(found))
