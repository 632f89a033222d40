// Measures read tools over each transport, against a bare handler that runs the same statements.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Pool } from 'undici'
import { type Child, child } from './child.ts'
import { type Measured, median } from './measured.ts'
import { type Protocol, type Request, request_of, revisions, send } from './requests.ts'
import type { Recorded } from './statements.ts'
import type { BenchOrg } from './world.ts'

/** A small answer, where the engine takes the largest share of the time, and a typical one. */
const tools = { list_connections: {}, query_orders: { limit: 20 } }
const ROUNDS = 15
/** Rounds that are not counted. V8 compiles hot functions, as in a server that runs for days. */
const WARM_UP_ROUNDS = 3
const REST_GOAL = 0.6
const MCP_GOAL = 0.8
const ROUND_S_MAX = 1
const AT_ONCE = 8
/** Tablero records calls shortly after it answers them. The next measurement must not include this work. */
const RECORDED_WITHIN_MS = 700
/** Fewer calls than any tool's rate limit, so that no call is rejected. Between rounds the counts are deleted. */
const CALLS_PER_ORG = 30

type Transport = 'bare' | Protocol
type Tool = keyof typeof tools

export async function measure_calls(url: string, pool: pg.Pool, orgs: BenchOrg[]): Promise<Measured[]> {
  const app = await child<{ address: string; recorded: Recorded }>('app_server.ts', { url, tools, orgs })
  const bare = await child<{ address: string }>('bare_server.ts', { url, recorded: app.ready.recorded }).catch(
    async (error) => {
      await app.stop()
      throw error
    },
  )
  const clients = { app: new Pool(app.ready.address), bare: new Pool(bare.ready.address) }
  try {
    const measured: Measured[] = []
    for (const tool of Object.keys(tools) as Tool[])
      measured.push(...(await compare_transports(tool, { clients, pool, orgs })))
    return measured
  } finally {
    await Promise.all([clients.app.close(), clients.bare.close()])
    await Promise.all([app, bare].map((one: Child<unknown>) => one.stop()))
  }
}

interface Place {
  clients: { app: Pool; bare: Pool }
  pool: pg.Pool
  orgs: BenchOrg[]
}

async function compare_transports(tool: Tool, { clients, pool, orgs }: Place): Promise<Measured[]> {
  const transports: Transport[] = ['bare', 'REST', ...revisions]
  const rates = Object.fromEntries(transports.map((transport) => [transport, [] as number[]])) as Record<
    Transport,
    number[]
  >
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    // The order rotates, so that no transport always runs after the same other one.
    for (const transport of [
      ...transports.slice(round % transports.length),
      ...transports.slice(0, round % transports.length),
    ]) {
      await pool.query('delete from rate_windows')
      const client = transport === 'bare' ? clients.bare : clients.app
      const rate = await calls_per_second(client, (org) => asked_of(transport, tool, org), orgs)
      if (round >= WARM_UP_ROUNDS) rates[transport].push(rate)
      await sleep(RECORDED_WITHIN_MS)
    }
  }
  // The ratio is taken in each round, because other work of the machine slows both sides of a round.
  const ratio = (transport: Transport, base: Transport) =>
    median(rates[transport].map((rate, round) => rate / rates[base][round]!))
  const shown = (transport: Transport) => `${Math.round(median(rates[transport]))} calls/s`
  return [
    {
      what: `REST, ${tool}`,
      against: 'bare Fastify and pg, same statements, same row security',
      base: shown('bare'),
      ours: shown('REST'),
      ratio: ratio('REST', 'bare'),
      goal: { at_least: REST_GOAL },
    },
    ...revisions.map((revision) => ({
      what: `MCP ${revision}, ${tool}`,
      against: 'REST',
      base: shown('REST'),
      ours: shown(revision),
      ratio: ratio(revision, 'REST'),
      goal: { at_least: MCP_GOAL },
    })),
  ]
}

async function calls_per_second(client: Pool, request: (org: BenchOrg) => Request, orgs: BenchOrg[]): Promise<number> {
  const waiting = Array.from({ length: CALLS_PER_ORG }, () => orgs).flat()
  const started = performance.now()
  const elapsed_s = () => (performance.now() - started) / 1000
  let done = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let org = waiting.pop(); org && elapsed_s() < ROUND_S_MAX; org = waiting.pop()) {
        await send(client, request(org))
        done += 1
      }
    }),
  )
  return done / elapsed_s()
}

function asked_of(transport: Transport, tool: Tool, { org_id, key }: BenchOrg): Request {
  if (transport !== 'bare') return request_of({ protocol: transport, tool, input: tools[tool], key })
  const headers = { 'content-type': 'application/json', 'x-org': org_id }
  return { path: `/${tool}`, headers, body: JSON.stringify(tools[tool]) }
}
