// Twice the load that Tablero can serve. Calls start on a schedule, regardless of earlier calls. Accepted calls finish in time; the
// others get 503 and Retry-After immediately.
import type pg from 'pg'
import { Pool } from 'undici'
import { child } from './child.ts'
import { ms, quantile, type Section } from './section.ts'
import type { BenchOrg } from './world.ts'

const TOOL = 'query_orders'
const AT_ONCE = 32
const SERVED_S = 3
const OFFERED_S = 5
/** The order matters: the last load shows that no effect of the overload remains. */
const LOADS = [0.5, 1, 2, 0.5]
const RESET_MS = 200
const TICK_MS = 5
/**
 * Open connections of the caller, as a proxy has, so that no call waits for another. Node accepts one new connection in each cycle of
 * its event loop.
 */
const CONNECTIONS = 600

interface Offered {
  /** Milliseconds of accepted calls. */
  served: number[]
  /** Milliseconds of rejected calls. */
  refused: number[]
  /** Every other result. */
  unexpected: string[]
}

type Ask = () => Promise<{ status: number; retry_after: string | undefined }>

/** Calls continuously with this number of clients. Returns the calls that can be served in a second. */
async function served_per_second(ask: Ask, seconds: number, at_once = AT_ONCE): Promise<number> {
  const ends = performance.now() + seconds * 1000
  let done = 0
  const client = async () => {
    while (performance.now() < ends) if ((await ask()).status === 200) done += 1
  }
  await Promise.all(Array.from({ length: at_once }, client))
  return done / seconds
}

/** Calls on a schedule. */
async function offer(ask: Ask, per_second: number, seconds: number): Promise<Offered> {
  const offered: Offered = { served: [], refused: [], unexpected: [] }
  const calls: Promise<void>[] = []
  const started = performance.now()
  const one = async () => {
    const at = performance.now()
    const { status, retry_after } = await ask().catch((error) => ({ status: String(error), retry_after: undefined }))
    const ms = performance.now() - at
    if (status === 200) offered.served.push(ms)
    else if (status === 503 && Number(retry_after) > 0) offered.refused.push(ms)
    else offered.unexpected.push(String(status))
  }
  for (let now = 0; now < seconds; now = (performance.now() - started) / 1000) {
    while (calls.length < now * per_second) calls.push(one())
    await new Promise((done) => setTimeout(done, TICK_MS))
  }
  await Promise.all(calls)
  return offered
}

async function open_connections(client: Pool): Promise<void> {
  const greet = async () => (await client.request({ method: 'GET', path: '/healthz' })).body.dump()
  await Promise.all(Array.from({ length: CONNECTIONS }, greet))
}

export async function measure_overload(url: string, pool: pg.Pool, orgs: BenchOrg[]): Promise<Section> {
  const app = await child<{ address: string }>('app_server.ts', { url, tools: {}, orgs })
  const client = new Pool(app.ready.address, { connections: CONNECTIONS })
  let count = 0
  const ask: Ask = async () => {
    count += 1
    const { key } = orgs[count % orgs.length]!
    const { statusCode, headers, body } = await client.request({
      method: 'POST',
      path: `/api/v1/${TOOL}`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ limit: 1 + (count % 100) }), // no two concurrent calls are identical
    })
    await body.dump()
    return { status: statusCode, retry_after: headers['retry-after'] as string | undefined }
  }
  // The rate limits count as usual and are reset continuously, because the load is measured, not the rate limit of an organization.
  const resetting = setInterval(() => void pool.query('delete from rate_windows').catch(() => {}), RESET_MS)
  try {
    await open_connections(client)
    await served_per_second(ask, 1) // warms up
    const rate = await served_per_second(ask, SERVED_S)
    const rows: string[][] = []
    for (const times of LOADS) {
      const { served, refused, unexpected } = await offer(ask, rate * times, OFFERED_S)
      if (unexpected.length > 0) throw new Error(`load ended in ${[...new Set(unexpected)].join(', ')}`)
      const per_second = (calls: number[]) => `${Math.round(calls.length / OFFERED_S)} calls/s`
      const p99 = (calls: number[]) => (calls.length > 0 ? ms(quantile(calls, 0.99)) : '')
      rows.push([`${times}`, per_second(served), p99(served), per_second(refused), p99(refused)])
    }
    return {
      title: 'Overload',
      about: `Calls of ${TOOL} on a schedule, regardless of earlier calls. The load is a multiple of the ${Math.round(rate)} calls a second that ${AT_ONCE} concurrent clients achieve. Clients and server share the machine. The last row is measured directly after the overload.`,
      tables: [{ columns: ['Load', 'Answered', 'p99', 'Rejected (503)', 'p99'], rows }],
    }
  } finally {
    clearInterval(resetting)
    await client.destroy()
    await app.stop()
  }
}
