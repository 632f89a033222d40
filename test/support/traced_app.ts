// A Tablero with a sandbox and a collector that receives all traces. The tests of traces share it.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { in_org } from '#db/org.ts'
import { scopes } from '#domain/scopes.ts'
import { create_connection } from '#engine/vendors/connections.ts'
import { create_log } from '#lib/log.ts'
import { start_tracing, type TracingSettings } from '#lib/otel.ts'
import { create_key, create_org } from '#test/access.ts'
import { type CollectedSpan, start_collector } from '#test/collector.ts'
import { TEST_KEY, test_database } from '#test/database.ts'
import { moved_by_waiting } from '#test/sync.ts'
import { sandbox_connections } from '../../sandbox/connections.ts'
import { create_sandbox } from '../../sandbox/server.ts'
import { create_app } from '../../src/app.ts'

/** The connected platform, which renews tokens and reads pages. */
export const PLATFORM = 'seo_console'

export type TracedApp = Awaited<ReturnType<typeof traced_app>>

/** `name` is the name of the key and of the connection. */
export async function traced_app(name: string) {
  const database = await test_database()
  const collector = await start_collector()
  const sandbox = await create_sandbox({ now: '2026-11-20T18:00:00Z', history_days: 380, frozen: true })
  /** The headers that the vendors received. */
  const vendor_headers: NodeJS.Dict<string | string[]>[] = []
  sandbox.app.server.prependListener('request', (request) => vendor_headers.push(request.headers))
  await sandbox.app.listen({ host: '127.0.0.1', port: 0 })
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const log = create_log({ stream })
  /** Sends traces to the collector, without the wait for full batches. */
  const trace = (settings: Partial<TracingSettings> = {}) =>
    start_tracing({ ...quick, endpoint: collector.url, ...settings }, log)
  const end_traces = trace({ headers: { 'x-collector-key': 'the collector may see it' } })
  const app = await create_app({
    config: {
      base_url: 'http://127.0.0.1:0',
      database_pool: 10,
      master_key: TEST_KEY,
      role: 'all',
      fx_rates_url: undefined,
      sandbox_url: `http://127.0.0.1:${(sandbox.app.server.address() as AddressInfo).port}`,
    },
    database: database.place,
    log,
    parts: { clock: moved_by_waiting(sandbox) },
  })
  const url = await app.start({ host: '127.0.0.1', port: 0 })
  const pool = app.engine.pool.worker
  const org_id = await create_org(pool, { name: 'acme' })
  const { key } = await create_key(pool, { org_id, name, scopes })
  const connection = sandbox_connections.find(({ platform }) => platform === PLATFORM)!
  await in_org(pool, { org_id }, (db) => create_connection(db, app.engine, { org_id, ...connection, name }))
  return {
    engine: app.engine,
    collector,
    sandbox,
    vendor_headers,
    lines,
    url,
    database_url: database.url,
    org_id,
    key,
    secrets: Object.values(connection.secrets),
    trace,
    async post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<number> {
      const answer = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: JSON.stringify(body),
      })
      await answer.text()
      return answer.status
    },
    async close() {
      await app.close()
      await end_traces()
      await sandbox.app.close()
      await collector.close()
      await database.drop()
      assert.deepEqual(sandbox.limits.violations(), [])
    },
  }
}

const quick = { service_name: 'tablero', role: 'all', ratio: 1, follows_caller: true, batch_every_ms: 20 }

/** A trace that an external caller started. */
export function begun(flags = '01') {
  const [trace_id, span_id] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
  return { trace_id, span_id, traceparent: `00-${trace_id}-${span_id}-${flags}` }
}

export const named = (spans: CollectedSpan[], start: string) => spans.filter(({ name }) => name.startsWith(start))
export const has_ended = (name: string) => (spans: CollectedSpan[]) => named(spans, name).length > 0

/** Asserts one tree: a single span continues the external trace. Each other span has its parent here, which started earlier. */
export function assert_tree(spans: CollectedSpan[], from: string) {
  const by_id = new Map(spans.map((span) => [span.span_id, span]))
  const roots = spans.filter(({ parent_id }) => parent_id === from)
  assert.equal(roots.length, 1, `continues from outside: ${roots.map(({ name }) => name).join(', ')}`)
  for (const span of spans) {
    if (span === roots[0]) continue
    const parent = by_id.get(span.parent_id)
    assert.ok(parent, `${span.name} hangs in the air`)
    assert.ok(span.start_ns >= parent.start_ns, `${span.name} began before ${parent.name}`)
    assert.ok(span.end_ns >= span.start_ns)
  }
  return roots[0]!
}

/** Repeats the search until it finds something. */
export async function until<T>(find: () => T[]): Promise<T[]> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const found = find()
    if (found.length > 0) return found
    await sleep(50)
  }
  throw new Error('nothing was found in time')
}
