// The delay of the event loop while fifty clients ask for lists, for large answers, and for what is refused. A delayed loop delays
// every other caller of the process.
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { Pool } from 'undici'
import { child } from './child.ts'
import { met, ms, type Section } from './section.ts'
import type { BenchOrg } from './world.ts'

const CLIENTS = 50
const SECONDS = 5
const DELAY_MAX_MS = 50
const RESET_MS = 200
/** Keys of a body that is refused before it is parsed. */
const KEYS = 90_000

interface Asked {
  method: 'GET' | 'POST'
  path: string
  body?: string
  headers?: Record<string, string>
}

const mcp_headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' }
const message = (method: string, params = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const post = (path: string, body: string, headers = {}): Asked => ({ method: 'POST', path, body, headers })

const many_keys = JSON.stringify(Object.fromEntries(Array.from({ length: KEYS }, (_, at) => [`k${at}`, 1])))
const wrong_key = () => `svc_${randomBytes(5).toString('hex')}_${'x'.repeat(43)}`

const kinds: Record<string, () => Asked> = {
  'list of tools, REST': () => ({ method: 'GET', path: '/api/v1/tools' }),
  'list of tools, MCP': () => post('/mcp', message('tools/list'), mcp_headers),
  'list of prompts, MCP': () => post('/mcp', message('prompts/list'), mcp_headers),
  'OpenAPI document': () => ({ method: 'GET', path: '/api/openapi.json' }),
  'script of /docs, brotli': () => ({
    method: 'GET',
    path: '/docs/js/scalar.js',
    headers: { 'accept-encoding': 'br' },
  }),
  'small answer': () => post('/api/v1/list_connections', '{}'),
  'large answer, REST': () => post('/api/v1/query_orders', '{"limit":200}'),
  'large answer, MCP': () =>
    post('/mcp', message('tools/call', { name: 'query_orders', arguments: { limit: 200 } }), mcp_headers),
  'catalog of columns': () => post('/api/v1/get_data_catalog', '{}'),
  'invalid input': () => post('/api/v1/query_orders', '{"limt":1,"frm":2,"a":3}'),
  'body of 90,000 keys': () => post('/api/v1/query_orders', many_keys),
  'wrong key': () => ({ ...post('/api/v1/query_orders', '{}'), headers: { authorization: `Bearer ${wrong_key()}` } }),
}

export async function measure_loop(url: string, pool: pg.Pool, orgs: BenchOrg[]): Promise<Section> {
  const app = await child<{ address: string }>('app_server.ts', { url, tools: {}, orgs })
  const client = new Pool(app.ready.address, { connections: CLIENTS })
  const resetting = setInterval(() => void pool.query('delete from rate_windows').catch(() => {}), RESET_MS)
  let count = 0
  const ask = async ({ headers, ...asked }: Asked) => {
    const { key } = orgs[++count % orgs.length]!
    const all = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers }
    const { body } = await client.request({ ...asked, headers: all })
    await body.dump({ limit: Number.MAX_SAFE_INTEGER })
  }
  /** The library of metrics measures the delay since the last answer of /metrics. */
  const delays = async () => {
    const text = await (await fetch(new URL('/metrics', app.ready.address))).text()
    const value = (name: string) =>
      1000 * Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(text)?.[1])
    return { p99: value('p99'), max: value('max') }
  }
  try {
    const rows: string[][] = []
    for (const [name, make] of Object.entries(kinds)) {
      await Promise.all(Array.from({ length: CLIENTS }, () => ask(make()))) // warms up
      await delays()
      const [before, ends] = [count, performance.now() + SECONDS * 1000]
      const run = async () => {
        while (performance.now() < ends) await ask(make())
      }
      await Promise.all(Array.from({ length: CLIENTS }, run))
      const { p99, max } = await delays()
      rows.push([name, `${Math.round((count - before) / SECONDS)} /s`, ms(p99), ms(max), met(p99 <= DELAY_MAX_MS)])
    }
    return {
      title: 'The delay of the event loop',
      about: `${CLIENTS} concurrent clients for ${SECONDS} seconds each. The delay includes the 10 ms of the interval at which Node measures. The clients run on the same machine.`,
      tables: [{ columns: ['Requests', 'Answered', 'p99', 'longest', `p99 at most ${DELAY_MAX_MS} ms`], rows }],
    }
  } finally {
    clearInterval(resetting)
    await client.close()
    await app.stop()
  }
}
