// Overload and database failures: each call ends with an error that the caller can act on, and nothing leaks.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { CONCURRENT_CALLS_MAX } from '#engine/calls/load.ts'
import { area, tool } from '#engine/tool.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { fixtures } from '#test/fixture_area.ts'
import { unlimited } from '#test/unlimited.ts'

const STALL_MS = 4_000
const BETWEEN_CALLS_MS = 10
/** A refusal takes no connection. Even on a busy machine, it is much faster than waiting for the database. */
const AT_ONCE_MS = 2_500

/** Calls of `fixture_held` end when the test says so. */
const held = Promise.withResolvers<void>()
const fixture_held = tool({
  about: 'Waits.',
  effect: 'read',
  scopes: [],
  input: {},
  result: {},
  async run(_, { db }) {
    await sql`select 1`.execute(db)
    await held.promise
    return {}
  },
})

let app: TestApp
before(async () => {
  const areas = { fixtures, held: area({ title: 'Held', module: 'module_tasks', tools: { fixture_held } }) }
  app = await test_app({ seeded: false, areas: unlimited(areas) })
})
after(() => app.close())
beforeEach(() => app.refill())

const read = () => app.rest('fixture_read', {}, { key: app.keys.acme })

test('calls over the limit of a process are rejected with a time to retry', async () => {
  const places = Array.from({ length: CONCURRENT_CALLS_MAX }, () => app.engine.load.enter())
  try {
    const { status, headers, body } = await read()
    assert.equal(status, 503)
    assert.equal(body.outcome, 'overloaded')
    assert.ok(Number(headers['retry-after']) > 0)
  } finally {
    for (const place of places) place[Symbol.dispose]()
  }
  assert.equal((await read()).status, 200)
})

test('while the database is blocked the queue stays short: late calls are refused immediately, queued ones answered', async () => {
  const lock = await app.db.connect()
  await lock.query('begin; lock table connections in access exclusive mode')
  const calls: Promise<{ status: number; retry_after: number; ms: number }>[] = []
  const ends = performance.now() + STALL_MS
  // Calls follow a schedule, independent of earlier answers, and all inputs differ.
  for (let n = 0; performance.now() < ends; n++) {
    const asked = performance.now()
    calls.push(
      app.rest('fixture_read', { text: `call ${n}` }, { key: app.keys.acme }).then(({ status, headers }) => ({
        status,
        retry_after: Number(headers['retry-after']),
        ms: performance.now() - asked,
      })),
    )
    await sleep(BETWEEN_CALLS_MS)
  }
  await lock.query('rollback')
  lock.release()
  const answers = await Promise.all(calls)
  const refused = answers.filter(({ status }) => status === 503)
  assert.ok(refused.length > answers.length / 4, `${refused.length} of ${answers.length} were refused`)
  assert.ok(refused.length < answers.length)
  for (const { retry_after, ms } of refused) assert.ok(retry_after > 0 && ms < AT_ONCE_MS, `refused after ${ms} ms`)
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 503]))
  assert.equal((await read()).status, 200)
  const { pool } = app.engine
  assert.equal(pool.org.waitingCount, 0)
  await app.settled(async () => {
    const { rowCount } = await app.db.query(
      "select from pg_stat_activity where application_name like 'tablero%' and datname = current_database() and state not in ('idle', 'disabled')",
    )
    return rowCount === 0
  })
  assert.equal(app.engine.load.calls, 0)
})

test('slow calls of one organization leave connections for the others', async () => {
  // As many as the process has connections.
  const calls = app.engine.pool.org.options.max
  const slow = Array.from({ length: calls }, () => app.rest('fixture_held', {}, { key: app.keys.acme }))
  await app.settled(async () => app.engine.load.calls === calls)
  for (let n = 0; n < 5; n++) assert.equal((await app.rest('fixture_read', {}, { key: app.keys.globex })).status, 200)
  held.resolve()
  const answers = await Promise.all(slow)
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal(app.engine.load.calls, 0)
})

test('lists of MCP say that Tablero is busy, and nothing of the database', async () => {
  const list = () =>
    app.app.server.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        authorization: `Bearer ${app.keys.acme}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/list',
      },
      payload: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/list' },
        params: {
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
    })
  assert.ok(JSON.parse((await list()).body).result.tools.length > 0)
  const { org } = app.engine.pool
  const { connect } = org
  for (const [thrown, said] of [
    [new Error('timeout exceeded when trying to connect'), /^Tablero is busy/],
    [
      Object.assign(new Error('could not extend file "base/1/2": No space left'), { code: '53100' }),
      /no disk space left/,
    ],
    [new Error('secret detail'), /^Something went wrong on our side. It has been logged as request /],
  ] as const) {
    org.connect = (() => Promise.reject(thrown)) as typeof connect
    try {
      const { error } = JSON.parse((await list()).body)
      assert.match(error.message, said)
      assert.equal(error.code, -32603)
    } finally {
      org.connect = connect
    }
  }
})

test('a connection that closes during calls causes no internal error, and the next calls work', async () => {
  const under_way = Array.from({ length: 20 }, read)
  await app.db.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'tablero%' and datname = current_database()",
  )
  const answers = await Promise.all(under_way)
  const statuses = new Set(answers.map(({ status }) => status))
  assert.deepEqual(
    [...statuses].filter((status) => ![200, 429, 503].includes(status)),
    [],
  )
  await app.refill()
  await app.settled(async () => (await read()).status === 200)
})
