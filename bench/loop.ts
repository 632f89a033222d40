// The delay of the event loop while fifty clients ask for lists, for large answers, and for what is refused. A delayed loop delays
// every other caller of the process.
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { Pool } from 'undici'
import { child } from './child.ts'
import type { Delays } from './delays.ts'
import { met, ms, type Section } from './section.ts'
import { type BenchOrg, reset_limits } from './world.ts'

const CLIENTS = 50
const WARM_UP_S = 3
/** Longer than the time between two batches of recorded calls. */
const SECONDS = 10
const DELAY_MAX_MS = 50
/** Keys of a body that is refused before it is parsed. */
const KEYS = 90_000

interface HttpRequest {
  method: 'GET' | 'POST'
  path: string
  body?: string
  headers?: Record<string, string>
}

interface Kind {
  make: () => HttpRequest
  /** The expected answers. With any other, the figure is not that of these requests. */
  status: number[]
  /** Rate limits apply. Otherwise they are reset continuously. */
  is_limited?: true
}

const mcp_headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' }
const message = (method: string, params = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const get = (path: string, headers = {}): HttpRequest => ({ method: 'GET', path, headers })
const post = (path: string, body: string, headers = {}): HttpRequest => ({ method: 'POST', path, body, headers })
const answered = (make: () => HttpRequest): Kind => ({ make, status: [200] })
const refused = (status: number | number[], make: () => HttpRequest): Kind => ({ make, status: [status].flat() })

const many_keys = JSON.stringify(Object.fromEntries(Array.from({ length: KEYS }, (_, at) => [`k${at}`, 1])))
const wrong_key = () => ({ authorization: `Bearer svc_${randomBytes(5).toString('hex')}_${'x'.repeat(43)}` })
const large = { limit: 200 }
const large_call = () => message('tools/call', { name: 'query_orders', arguments: large })

const kinds: Record<string, Kind> = {
  'list of tools, REST': answered(() => get('/api/v1/tools')),
  'list of tools, MCP': answered(() => post('/mcp', message('tools/list'), mcp_headers)),
  'list of prompts, MCP': answered(() => post('/mcp', message('prompts/list'), mcp_headers)),
  'list of resources, MCP': answered(() => post('/mcp', message('resources/list'), mcp_headers)),
  'OpenAPI document': answered(() => get('/api/openapi.json')),
  'script of /docs, brotli': answered(() => get('/docs/js/scalar.js', { 'accept-encoding': 'br' })),
  'small answer': answered(() => post('/api/v1/list_connections', '{}')),
  'large answer, REST': answered(() => post('/api/v1/query_orders', JSON.stringify(large))),
  'large answer, MCP': answered(() => post('/mcp', large_call(), mcp_headers)),
  'catalog of columns': answered(() => post('/api/v1/get_data_catalog', '{}')),
  'invalid input': refused(400, () => post('/api/v1/query_orders', '{"limt":1,"frm":2,"a":3}')),
  'body of 90,000 keys': refused(400, () => post('/api/v1/query_orders', many_keys)),
  'batch of messages, MCP': refused(400, () => post('/mcp', `[${large_call()},${large_call()}]`, mcp_headers)),
  'unknown tool': refused(404, () => post('/api/v1/query_ordres', '{}')),
  'other organization': refused(403, () => post('/api/v1/query_orders', '{}', { 'x-svc-org': crypto.randomUUID() })),
  'rate limit': { ...refused([200, 429], () => post('/api/v1/list_connections', '{}')), is_limited: true },
  // Last, because an address may try a limited number of wrong keys.
  'wrong key': refused([401, 429], () => post('/api/v1/query_orders', '{}', wrong_key())),
}

export async function measure_loop(
  url: string,
  pool: pg.Pool,
  orgs: BenchOrg[],
  { clients = CLIENTS, warm_up_s = WARM_UP_S, seconds = SECONDS } = {},
): Promise<Section> {
  const app = await child<{ address: string }>('app_server.ts', { url, tools: {}, orgs, is_timed: true })
  const client = new Pool(app.ready.address, { connections: clients })
  let is_limited = false
  const resetting = reset_limits(pool, () => !is_limited)
  let count = 0
  const ask = async ({ headers, ...asked }: HttpRequest) => {
    const { key } = orgs[++count % orgs.length]!
    const all = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers }
    const { body } = await client.request({ ...asked, headers: all })
    await body.dump({ limit: Number.MAX_SAFE_INTEGER })
  }
  const ask_for = async (length_s: number, make: () => HttpRequest) => {
    const ends = performance.now() + length_s * 1000
    const run = async () => {
      do await ask(make())
      while (performance.now() < ends)
    }
    await Promise.all(Array.from({ length: clients }, run))
    return app.ask<Delays>()
  }
  try {
    const rows: string[][] = []
    for (const [name, kind] of Object.entries(kinds)) {
      is_limited = kind.is_limited === true
      await ask_for(warm_up_s, kind.make)
      const { by_status, loop } = await ask_for(seconds, kind.make)
      const statuses = Object.keys(by_status)
      const is_expected = statuses.every((status) => kind.status.includes(Number(status)))
      const verdict = is_expected ? met(loop.p99 <= DELAY_MAX_MS) : 'other answers'
      const answers = Object.values(by_status).reduce((sum, { count }) => sum + count, 0)
      const per_second = `${Math.round(answers / seconds)} /s`
      rows.push([name, statuses.join(', '), per_second, ms(loop.p99), ms(loop.longest), verdict])
    }
    return {
      title: 'The delay of the event loop',
      about: `${clients} concurrent clients for ${seconds} seconds each, after a warm-up. The delay is the time that a request waits which comes at any moment, measured in the server with a timer of 5 ms. The clients run on the same machine.`,
      tables: [
        { columns: ['Requests', 'Status', 'Answered', 'p99', 'longest', `p99 at most ${DELAY_MAX_MS} ms`], rows },
      ],
    }
  } finally {
    clearInterval(resetting)
    await client.close()
    await app.stop()
  }
}
