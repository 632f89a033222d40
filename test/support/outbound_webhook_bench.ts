// A Tablero whose webhooks reach a server of the test, and a clock that the test moves.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { in_org } from '#db/org.ts'
import { Dispatcher, type DispatcherOptions } from '#engine/outbound_webhooks/dispatcher.ts'
import { type Event, emit_events } from '#engine/outbound_webhooks/emit.ts'
import { new_secret, seal_secret } from '#engine/outbound_webhooks/signature.ts'
import { create_outbound, type Outbound } from '#engine/vendors/outbound.ts'
import { silent_log } from '#lib/log.ts'
import { create_org } from '#test/access.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { TEST_KEY } from '#test/database.ts'
import { call_as_member, result_of } from '#test/people.ts'
import { unlimited } from '#test/unlimited.ts'
import { areas } from '#tools/index.ts'

export interface Received {
  /** Path after the host: the URL https://receiver.example/ok/a has /receiver.example/ok/a. */
  path: string
  headers: IncomingHttpHeaders
  body: string
  at: number
}

export type Behavior = (received: Received, response: ServerResponse) => void

/** Answers by the second part of the path: /receiver.example/500/x answers 500, /ok/ 200, and /hang/ nothing. */
const by_path: Behavior = ({ path }, response) => {
  const [, , how] = path.split('/')
  if (how === 'hang') return
  response.writeHead(/^\d{3}$/.test(how!) ? Number(how) : 200, { 'content-type': 'text/plain' }).end('received')
}

async function open_receiver() {
  const received: Received[] = []
  const receiver = { received, url: '', behave: by_path, close: async () => {} }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part) => (body += part))
    request.on('end', () => {
      const one = { path: request.url!, headers: request.headers, body, at: performance.now() }
      received.push(one)
      receiver.behave(one, response)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  receiver.close = () =>
    new Promise<void>((done) => {
      server.closeAllConnections()
      server.close(() => done())
    })
  return receiver
}

export type OutboundWebhookBench = Awaited<ReturnType<typeof outbound_webhook_bench>>

const DISPATCHING_PROCESS = join(import.meta.dirname, '../outbound_webhooks/dispatching_process.ts')
/** The processes of a test have one clock, which runs from here. */
export const STARTED_MS = Date.now()
export const clock_at = (started_ms: number, speed: number) => () =>
  new Date(started_ms + (Date.now() - started_ms) * speed)

const uuid_of = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const START = '2026-11-20T12:00:00.000Z'

export async function outbound_webhook_bench(given: { outbound?: Outbound } = {}) {
  const receiver = await open_receiver()
  const outbound = given.outbound ?? create_outbound({ sandbox_url: receiver.url })
  let now = Date.parse(START)
  const app = await test_app({ areas: unlimited(areas), seeded: false, outbound })
  const { engine } = app
  const clock = { ...engine.clock, now: () => new Date(now) }
  // Calls have the same clock.
  engine.clock = clock
  const { org_id } = app.acme
  const dispatchers = new Set<Dispatcher>()
  const bench = {
    app,
    receiver,
    clock,
    org_id,
    advance: (ms: number) => {
      now += ms
    },
    dispatch(options: DispatcherOptions = {}) {
      const parts = { ...engine, clock, log: silent_log(), pool: engine.pool.worker }
      const dispatcher = new Dispatcher(parts, options)
      dispatchers.add(dispatcher)
      return dispatcher
    },
    async stop_all() {
      await Promise.all([...dispatchers].map((one) => one.stop()))
      dispatchers.clear()
    },
    // biome-ignore lint/suspicious/noExplicitAny: the shape is what is being tested
    async call(tool: string, input: object, key = app.keys.acme): Promise<any> {
      const { status, body } = await app.rest(tool, input, { key })
      assert.equal(status, 200, JSON.stringify(body))
      return body.result
    },
    /** A call from the dashboard. */
    person: async (tool: string, input: object) =>
      result_of(await call_as_member(engine, tool, input, { org_id, role: 'admin' })),
    webhook: (path: string, events = ['sync.finished'], key = app.keys.acme) =>
      bench.call('create_webhook', { url: `https://receiver.example${path}`, events }, key),
    /** Emits events in one transaction, and returns what webhooks get as data. */
    emit: (count = 1, of: Partial<Event> = {}) =>
      in_org(engine.pool.worker, { org_id: of.org_id ?? org_id }, (db) =>
        emit_events(
          db,
          Array.from({ length: count }, () => ({
            org_id,
            type: 'sync.finished' as const,
            at: clock.now(),
            data: SYNC,
            ...of,
          })),
        ),
      ),
    ...of_load(app, receiver.url),
    rows: async (text: string, values: unknown[] = []) => (await app.db.query(text, values)).rows,
    /** Waits until the condition holds. */
    until: (is_so: () => boolean | Promise<boolean>) => app.settled(async () => is_so()),
    async clear() {
      await bench.stop_all()
      await app.db.query('truncate webhooks, events, rate_windows cascade')
      receiver.received.length = 0
      receiver.behave = by_path
    },
    async close() {
      await bench.stop_all()
      await app.close()
      await receiver.close()
    },
  }
  return bench
}

export const SYNC = {
  connection_id: '01980000-0000-7000-8000-000000000001',
  platform: 'gx_ads',
  run_id: '01980000-0000-7000-8000-000000000002',
  state: 'succeeded',
  rows: 12,
  restatements: 0,
}

/** For tests with many organizations and with processes of their own. */
const of_load = (app: TestApp, receiver_url: string) => ({
  /** Returns the ids of the events. */
  async emit_with_ids(count: number, of: { org_id: string; at: Date }): Promise<string[]> {
    const once = randomUUID()
    const events = Array.from({ length: count }, (_, n) => ({
      ...of,
      type: 'sync.finished' as const,
      data: SYNC,
      once: `${once} ${n}`,
    }))
    await in_org(app.engine.pool.worker, of, (db) => emit_events(db, events))
    return events.map(({ type, once }) => uuid_of(createHash('md5').update(`${type}/${once}`).digest('hex')))
  },
  /** New organizations with one webhook each. Paths begin with /{host}. */
  async receivers(count: number, path: (n: number) => string) {
    const made: string[] = []
    for (let n = 0; n < count; n++) {
      const org_id = await create_org(app.db, { name: `receiver ${n}` })
      const webhook_id = randomUUID()
      const secret = seal_secret({ master_key: TEST_KEY }, { org_id, webhook_id }, new_secret())
      await app.db.query(
        `insert into webhooks (org_id, webhook_id, url, events, secret) values ($1, $2, $3, '{sync.finished}', $4)`,
        [org_id, webhook_id, `https://receiver.example${path(n)}`, secret],
      )
      made.push(org_id)
    }
    return made
  },
  /** A process that dispatches, and that can be killed. Its clock runs `speed` times as fast. */
  dispatch_in_process: (speed = 1) =>
    spawn(process.execPath, [DISPATCHING_PROCESS, app.database.url, receiver_url, String(STARTED_MS), String(speed)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
})
