// Measures read tools over each transport, against a bare handler that runs the same statements.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Pool } from 'undici'
import { type Worked, worked_between, worked_so_far } from './against/cpu.ts'
import { type Child, child } from './child.ts'
import { type Measured, median } from './measured.ts'
import { type Protocol, type Request, request_of, revisions, send } from './requests.ts'
import type { Recorded } from './statements.ts'
import { type BenchOrg, reset_limits } from './world.ts'

/** A small answer, of which the engine takes the largest share, and calls that work. */
export const tools = { list_connections: {}, query_mx_campaigns: {}, get_kpi_summary: {}, query_orders: { limit: 20 } }
/** Over MCP too. */
const ON_MCP: readonly string[] = ['list_connections', 'query_orders']
const GOALS = { list_connections: 0.7, query_mx_campaigns: 0.9, get_kpi_summary: 0.9, query_orders: 0.9 }
const MCP_GOAL = 0.8
const ROUNDS = 3
/** Contains the recording of its calls, which follows within half a second. */
const WINDOW_S = 10
/** V8 compiles hot functions, as in a server that runs for days, and PostgreSQL plans what each connection prepares. */
const WARM_UP_S = 4
const AT_ONCE = 8
/** Tablero records calls shortly after it answers them. The next measurement must not include this work. */
const RECORDED_WITHIN_MS = 700

type Transport = 'bare' | Protocol | 'MCP with progress'
type Tool = keyof typeof tools

interface Rate {
  per_second: number
  /** Processor time of the server and of PostgreSQL for a call. */
  cpu_ms: number
}

interface Served {
  server: Child<{ address: string; pid: number }>
  client: Pool
}

interface Place {
  app: Served
  bare: Served
  pool: pg.Pool
  orgs: BenchOrg[]
}

const served = (server: Served['server']): Served => ({ server, client: new Pool(server.ready.address) })

export async function measure_calls(url: string, pool: pg.Pool, orgs: BenchOrg[]): Promise<Measured[]> {
  const app = await child<{ address: string; pid: number; recorded: Recorded }>('app_server.ts', { url, tools, orgs })
  const bare = await child<{ address: string; pid: number }>('bare_server.ts', {
    url,
    recorded: app.ready.recorded,
  }).catch(async (error) => {
    await app.stop()
    throw error
  })
  const place = { app: served(app), bare: served(bare), pool, orgs }
  // The rate limits count as usual and are reset continuously, so that no call is rejected.
  const resetting = reset_limits(pool)
  try {
    const measured: Measured[] = []
    for (const tool of Object.keys(tools) as Tool[]) measured.push(...(await compare_transports(tool, place)))
    return measured
  } finally {
    clearInterval(resetting)
    for (const { server, client } of [place.app, place.bare]) {
      await client.close()
      await server.stop()
    }
  }
}

async function compare_transports(tool: Tool, place: Place): Promise<Measured[]> {
  const on_mcp: Transport[] = ON_MCP.includes(tool) ? [...revisions, 'MCP with progress'] : []
  const transports: Transport[] = ['bare', 'REST', ...on_mcp]
  const rates = new Map(transports.map((transport) => [transport, [] as Rate[]]))
  for (const transport of transports) await measure(transport, tool, place, WARM_UP_S)
  for (let round = 0; round < ROUNDS; round++)
    // The order rotates, so that no transport always runs after the same other one.
    for (let n = 0; n < transports.length; n++) {
      const transport = transports[(round + n) % transports.length]!
      rates.get(transport)!.push(await measure(transport, tool, place, WINDOW_S))
    }
  const middle = (transport: Transport, of: keyof Rate) => median(rates.get(transport)!.map((rate) => rate[of]))
  // Ratios are taken in each round, because other work of the machine slows both sides of a round.
  const ratio = (ours: Transport, base: Transport, of: (ours: Rate, base: Rate) => number) =>
    median(rates.get(ours)!.map((rate, round) => of(rate, rates.get(base)![round]!)))
  const shown = (transport: Transport) =>
    `${Math.round(middle(transport, 'per_second'))} calls/s, ${middle(transport, 'cpu_ms').toFixed(2)} ms`
  const compared = (ours: Transport, base: Transport, goal: number, against: string): Measured => ({
    what: `${ours === 'REST' || ours === 'MCP with progress' ? ours : `MCP ${ours}`}, ${tool}`,
    against,
    base: shown(base),
    ours: shown(ours),
    ratio: ratio(ours, base, (a, b) => a.per_second / b.per_second),
    cpu_ratio: ratio(ours, base, (a, b) => b.cpu_ms / a.cpu_ms),
    goal: { at_least: goal },
  })
  return [
    compared('REST', 'bare', GOALS[tool], 'bare Fastify and pg, same statements prepared, same row security'),
    ...on_mcp.map((transport) => compared(transport, 'REST', MCP_GOAL, 'REST')),
  ]
}

async function measure(transport: Transport, tool: Tool, { app, bare, pool, orgs }: Place, seconds: number) {
  const { server, client } = transport === 'bare' ? bare : app
  const worked = (): Promise<Worked> => worked_so_far(server.ready.pid, { pool })
  await sleep(RECORDED_WITHIN_MS)
  const before = await worked()
  const started = performance.now()
  const elapsed_s = () => (performance.now() - started) / 1000
  let done = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (elapsed_s() < seconds) {
        // Concurrent calls are of different organizations, so none shares the read of another.
        await send(client, asked_of(transport, tool, orgs[done++ % orgs.length]!))
      }
    }),
  )
  return { per_second: done / elapsed_s(), cpu_ms: worked_between(before, await worked()) / done }
}

function asked_of(transport: Transport, tool: Tool, { org_id, key }: BenchOrg): Request {
  const input = tools[tool]
  if (transport === 'MCP with progress')
    return request_of({ protocol: revisions[0], tool, input, key, with_progress: true })
  if (transport !== 'bare') return request_of({ protocol: transport, tool, input, key })
  const headers = { 'content-type': 'application/json', 'x-org': org_id }
  return { path: `/${tool}`, headers, body: JSON.stringify(input) }
}
