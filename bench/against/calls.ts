// Calls of reading tools over HTTP. Each client sends its next call as soon as it has an answer.
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { questions } from '../questions.ts'
import { type Protocol, type Request, request_of, revisions, send } from '../requests.ts'
import { quantile } from '../section.ts'
import { worked_between, worked_so_far } from './cpu.ts'
import { add_orgs, forget_rates, type Owner, type Place } from './database.ts'
import type { Server } from './side.ts'
import { type Both, type Figure, for_both, type Measure, type Name } from './turns.ts'

const ORGS = 100
const CLIENTS = 8
/** Below the rate limit of every tool, so that no call is refused. */
const CALLS_PER_ORG = 55
const DAYS = 30
/** The product records calls half a second after their answers. After this time, the measurement includes the recording. */
const LEAD_IN_MS = 600
const MEASURED_MS = 1_500
/** Time for the last recording, before the measurement of the other side starts. */
const RECORDED_WITHIN_MS = 700

interface Case {
  what: string
  protocol: Protocol
  tool: string
  input: object
  /** The order of organizations. */
  order(orgs: Owner[]): Owner[]
}

/** Concurrent calls are almost never the same call. */
const many = (orgs: Owner[]) => Array.from({ length: CALLS_PER_ORG }, () => orgs).flat()
/** All clients send the same call at the same time, for one organization after the other. */
const one = (orgs: Owner[]) => orgs.flatMap((org) => Array.from({ length: CALLS_PER_ORG }, () => org))

const tools = { list_connections: {}, ...questions(DAYS) }

const orders = { 'many organizations': many, 'one organization': one }

const cases: Case[] = Object.entries(orders).flatMap(([whose, order]) => [
  ...Object.entries(tools).map(([tool, input]) => ({
    what: `REST ${tool}, ${whose}`,
    protocol: 'REST' as const,
    tool,
    input,
    order,
  })),
  ...revisions.map((protocol) => ({
    what: `MCP ${protocol} list_connections, ${whose}`,
    protocol,
    tool: 'list_connections',
    input: {},
    order,
  })),
])

interface Served {
  server: Server
  place: Place
  orgs: Owner[]
}

export async function measure_calls(
  places: Both<Place>,
  only: string[],
  measured: (measures: Measure[]) => Promise<void>,
): Promise<void> {
  const chosen = cases.filter(({ what }) => only.length === 0 || only.some((text) => what.includes(text)))
  if (chosen.length === 0) throw new Error(`No call has ${only.join(' or ')} in its name.`)
  const orgs = await for_both((name) => add_orgs(places[name], ORGS))
  const started: Server[] = []
  try {
    const served = await for_both(async (name): Promise<Served> => {
      const server = await places[name].side.serve('api')
      started.push(server)
      server.pause()
      return { server, place: places[name], orgs: orgs[name] }
    })
    await measured(chosen.map((one) => (name: Name) => measure(served[name], one)))
  } finally {
    for (const server of started) await server.stop()
  }
}

async function measure({ server, place, orgs }: Served, { what, protocol, tool, input, order }: Case) {
  await forget_rates(place)
  const client = new Pool(server.address)
  const waiting = order(orgs).map(({ key }) => request_of({ protocol, tool, input, key }))
  const all = waiting.length
  server.resume()
  const before = await worked_so_far(server.pid, place)
  const { took_ms, seconds } = await ask(client, waiting)
  await client.close()
  await sleep(RECORDED_WITHIN_MS)
  const cpu_ms = worked_between(before, await worked_so_far(server.pid, place))
  server.pause()
  if (took_ms.length === 0) throw new Error(`${what}: this machine is too fast for ${ORGS} organizations.`)
  const figures: Figure[] = [
    { what, unit: 'calls/s', value: took_ms.length / seconds },
    { what: `${what}, p50`, unit: 'ms', value: quantile(took_ms, 0.5) },
    { what: `${what}, p95`, unit: 'ms', value: quantile(took_ms, 0.95) },
  ]
  if (cpu_ms > 0) figures.push({ what: `${what}, CPU time`, unit: 'ms', value: cpu_ms / (all - waiting.length) })
  return figures
}

/** Sends waiting calls until the time is over. Calls of the lead-in do not count. */
async function ask(client: Pool, waiting: Request[]): Promise<{ took_ms: number[]; seconds: number }> {
  const begin = performance.now() + LEAD_IN_MS
  const end = begin + MEASURED_MS
  const took_ms: number[] = []
  let last = begin
  const one_client = async () => {
    for (let now = performance.now(); now < end; now = performance.now()) {
      const request = waiting.pop()
      if (!request) return
      await send(client, request)
      last = performance.now()
      if (now >= begin) took_ms.push(last - now)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, one_client))
  return { took_ms, seconds: (last - begin) / 1000 }
}
