// More than Tablero can serve: calls on a schedule, regardless of earlier calls, and five hundred clients that never wait. Accepted calls
// finish in time; the others get 503 and Retry-After immediately.
import type pg from 'pg'
import { Pool } from 'undici'
import { child } from './child.ts'
import type { Delays } from './delays.ts'
import { met, ms, quantile, type Section } from './section.ts'
import { type BenchOrg, reset_limits } from './world.ts'

const TOOL = 'query_orders'
const AT_ONCE = 32
const WARM_UP_S = 10
/** Longer than the time between two batches of recorded calls. */
const SECONDS = 10
/** Clients that call again as soon as they have an answer, whatever it is. */
const CLIENTS = 500
/** Of a refusal, from the request read to the answer written. */
const REFUSED_MAX_MS = 50
/** The order matters: the last load shows that no effect of the overload remains. */
const LOADS = [0.5, 1, 2, 0.5]
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

const nothing = (): Offered => ({ served: [], refused: [], unexpected: [] })

async function one(ask: Ask, offered: Offered): Promise<void> {
  const at = performance.now()
  const { status, retry_after } = await ask().catch((error) => ({ status: String(error), retry_after: undefined }))
  const ms = performance.now() - at
  if (status === 200) offered.served.push(ms)
  else if (status === 503 && Number(retry_after) > 0) offered.refused.push(ms)
  else offered.unexpected.push(String(status))
}

/** Calls continuously with this number of clients. */
async function call_continuously(ask: Ask, clients: number, seconds: number): Promise<Offered> {
  const offered = nothing()
  const ends = performance.now() + seconds * 1000
  const client = async () => {
    while (performance.now() < ends) await one(ask, offered)
  }
  await Promise.all(Array.from({ length: clients }, client))
  return offered
}

/** Calls on a schedule. */
async function offer(ask: Ask, per_second: number, seconds: number): Promise<Offered> {
  const offered = nothing()
  const calls: Promise<void>[] = []
  const started = performance.now()
  for (let now = 0; now < seconds; now = (performance.now() - started) / 1000) {
    while (calls.length < now * per_second) calls.push(one(ask, offered))
    await new Promise((done) => setTimeout(done, TICK_MS))
  }
  await Promise.all(calls)
  return offered
}

async function open_connections(client: Pool, count: number): Promise<void> {
  const greet = async () => (await client.request({ method: 'GET', path: '/healthz' })).body.dump()
  await Promise.all(Array.from({ length: count }, greet))
}

const COLUMNS = ['Answered', 'p99', 'Rejected (503)', 'p99', 'p99 in the server', 'Delay of the loop, p99']

/** Answers and refusals as the clients see them, and the refusals in the server. */
function row_of({ served, refused, unexpected }: Offered, { by_status, loop }: Delays, seconds: number): string[] {
  if (unexpected.length > 0) throw new Error(`load ended in ${[...new Set(unexpected)].join(', ')}`)
  const per_second = (calls: number[]) => `${Math.round(calls.length / seconds)} calls/s`
  const p99 = (calls: number[]) => (calls.length > 0 ? ms(quantile(calls, 0.99)) : '')
  const in_server = by_status['503'] ? ms(by_status['503'].p99) : ''
  return [per_second(served), p99(served), per_second(refused), p99(refused), in_server, ms(loop.p99)]
}

export async function measure_overload(
  url: string,
  pool: pg.Pool,
  orgs: BenchOrg[],
  { clients = CLIENTS, connections = CONNECTIONS, warm_up_s = WARM_UP_S, seconds = SECONDS } = {},
): Promise<Section> {
  const app = await child<{ address: string }>('app_server.ts', { url, tools: {}, orgs, is_timed: true })
  const client = new Pool(app.ready.address, { connections })
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
  const resetting = reset_limits(pool)
  try {
    await open_connections(client, connections)
    await call_continuously(ask, AT_ONCE, warm_up_s)
    const rate = (await call_continuously(ask, AT_ONCE, seconds)).served.length / seconds
    await app.ask<Delays>()
    const rows: string[][] = []
    for (const times of LOADS) {
      const offered = await offer(ask, rate * times, seconds)
      rows.push([`${times}`, ...row_of(offered, await app.ask<Delays>(), seconds)])
    }
    const crowd = await call_continuously(ask, clients, seconds)
    const delays = await app.ask<Delays>()
    const refused = delays.by_status['503']
    const is_met = refused ? met(refused.p99 <= REFUSED_MAX_MS) : ''
    return {
      title: 'Overload',
      about: `Calls of ${TOOL} on a schedule, regardless of earlier calls. The load is a multiple of the ${Math.round(rate)} calls a second that ${AT_ONCE} concurrent clients achieve after a warm-up. The last row is measured directly after the overload. Then ${clients} clients call again as soon as they have an answer, also after a rejection, which asks them to wait. Times are those of the clients. Time in the server is from the request read to the answer written. Clients and server share the machine.`,
      tables: [
        { columns: ['Load', ...COLUMNS], rows },
        {
          columns: ['Clients', ...COLUMNS, `Rejected in at most ${REFUSED_MAX_MS} ms`],
          rows: [[`${clients}`, ...row_of(crowd, delays, seconds), is_met]],
        },
      ],
    }
  } finally {
    clearInterval(resetting)
    await client.destroy()
    await app.stop()
  }
}
