// Twice the load that can be served: calls come on a schedule, whatever becomes of those before. What is let in is answered in
// time, the rest is told at once to come back.
import type pg from 'pg'
import { Pool } from 'undici'
import { child } from './child.ts'
import { ms, quantile, type Section } from './section.ts'
import type { BenchOrg } from './world.ts'

const TOOL = 'query_orders'
const AT_ONCE = 32
const SERVED_S = 3
const OFFERED_S = 5
/** In this order: the last shows that nothing is left of the overload. */
const LOADS = [0.5, 1, 2, 0.5]
const FORGET_MS = 200
const TICK_MS = 5
/** Connections of the caller, kept as a proxy keeps them: no call waits for another. Node takes one new one a turn of its loop. */
const CONNECTIONS = 600

interface Offered {
  /** Milliseconds of the calls that were let in. */
  served: number[]
  /** Milliseconds of those told to come back. */
  refused: number[]
  /** Every other end, as it was told. */
  strange: string[]
}

type Ask = () => Promise<{ status: number; retry_after: string | undefined }>

/** Asks again and again, this many at once: what can be served. */
async function served_per_second(ask: Ask, seconds: number, at_once = AT_ONCE): Promise<number> {
  const ends = performance.now() + seconds * 1000
  let done = 0
  const client = async () => {
    while (performance.now() < ends) if ((await ask()).status === 200) done += 1
  }
  await Promise.all(Array.from({ length: at_once }, client))
  return done / seconds
}

/** Asks on a schedule. */
async function offer(ask: Ask, per_second: number, seconds: number): Promise<Offered> {
  const offered: Offered = { served: [], refused: [], strange: [] }
  const asked: Promise<void>[] = []
  const started = performance.now()
  const one = async () => {
    const at = performance.now()
    const { status, retry_after } = await ask().catch((error) => ({ status: String(error), retry_after: undefined }))
    const ms = performance.now() - at
    if (status === 200) offered.served.push(ms)
    else if (status === 503 && Number(retry_after) > 0) offered.refused.push(ms)
    else offered.strange.push(String(status))
  }
  for (let now = 0; now < seconds; now = (performance.now() - started) / 1000) {
    while (asked.length < now * per_second) asked.push(one())
    await new Promise((done) => setTimeout(done, TICK_MS))
  }
  await Promise.all(asked)
  return offered
}

async function open_connections(client: Pool): Promise<void> {
  const greet = async () => (await client.request({ method: 'GET', path: '/healthz' })).body.dump()
  await Promise.all(Array.from({ length: CONNECTIONS }, greet))
}

export async function measure_overload(url: string, pool: pg.Pool, orgs: BenchOrg[]): Promise<Section> {
  const app = await child<{ address: string }>('app_server.ts', { url, tools: {}, orgs })
  const client = new Pool(app.ready.address, { connections: CONNECTIONS })
  let turn = 0
  const ask: Ask = async () => {
    turn += 1
    const { key } = orgs[turn % orgs.length]!
    const { statusCode, headers, body } = await client.request({
      method: 'POST',
      path: `/api/v1/${TOOL}`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ limit: 1 + (turn % 100) }), // no two at once are the same question
    })
    await body.dump()
    return { status: statusCode, retry_after: headers['retry-after'] as string | undefined }
  }
  // Turns are counted as always and forgotten at once: what is measured is load, not the rate of an organization.
  const forgetting = setInterval(() => void pool.query('delete from rate_windows').catch(() => {}), FORGET_MS)
  try {
    await open_connections(client)
    await served_per_second(ask, 1) // warms up
    const rate = await served_per_second(ask, SERVED_S)
    const rows: string[][] = []
    for (const times of LOADS) {
      const { served, refused, strange } = await offer(ask, rate * times, OFFERED_S)
      if (strange.length > 0) throw new Error(`load ended in ${[...new Set(strange)].join(', ')}`)
      const per_second = (calls: number[]) => `${Math.round(calls.length / OFFERED_S)} calls/s`
      const p99 = (calls: number[]) => (calls.length > 0 ? ms(quantile(calls, 0.99)) : '')
      rows.push([`${times}`, per_second(served), p99(served), per_second(refused), p99(refused)])
    }
    return {
      title: 'More than can be served',
      about: `Calls of ${TOOL} on a schedule, whatever becomes of those before; the load is a multiple of what ${AT_ONCE} clients at once are served (${Math.round(rate)} calls a second), which asks and is served on the same machine. Last comes what follows right after the overload.`,
      tables: [{ columns: ['Load', 'Answered', 'p99', 'Told to come back (503)', 'p99'], rows }],
    }
  } finally {
    clearInterval(forgetting)
    await client.destroy()
    await app.stop()
  }
}
