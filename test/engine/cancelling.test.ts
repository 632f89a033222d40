// A client that disconnects ends its call: the statement stops, a write is rolled back, and the connection is never reused with half of
// it. A process that is asked to stop still answers the calls that it accepted.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { in_org } from '#db/org.ts'
import { open_pool } from '#db/pool.ts'
import { area, tool } from '#engine/tool.ts'
import { type TestApp, test_app } from '#test/app.ts'

const SLEEP_S = 10
/** Much less than the sleep, which would end by itself. */
const STOPPED_MS = 5_000
const NAP_S = 1.5
const done = { done: z.boolean() }
const slow = area({
  title: 'Slow',
  tools: {
    slow_read: tool({
      about: 'Sleeps, and says how far it is.',
      scopes: [],
      effect: 'read',
      input: {},
      result: done,
      async run(_, { db, progress }) {
        progress(1, 2, 'half way')
        await sql`select pg_sleep(${SLEEP_S})`.execute(db)
        return { done: true }
      },
    }),
    slow_write: tool({
      about: 'Writes, then sleeps, then writes again.',
      scopes: [],
      effect: 'write',
      input: {},
      result: done,
      async run(_, { db }) {
        await db.insertInto('contacts').values({ full_name: 'before' }).execute()
        await sql`select pg_sleep(${SLEEP_S})`.execute(db).catch(() => undefined)
        await db.insertInto('contacts').values({ full_name: 'after' }).execute()
        return { done: true }
      },
    }),
    nap: tool({
      about: 'Sleeps a little.',
      scopes: [],
      effect: 'read',
      input: {},
      result: done,
      async run(_, { db }) {
        await sql`select pg_sleep(${NAP_S})`.execute(db)
        return { done: true }
      },
    }),
    quick: tool({
      about: 'Says progress and ends.',
      scopes: [],
      effect: 'read',
      input: {},
      result: done,
      async run(_, { progress }) {
        progress(1, 2, 'half way')
        progress(2, 2)
        return { done: true }
      },
    }),
  },
})

let app: TestApp
const open_app = () => test_app({ areas: { slow }, seeded: false })
before(async () => {
  app = await open_app()
})
after(() => app?.close())

const sleeping = async ({ db } = app) => {
  const { rows } = await db.query(
    "select count(*)::int as n from pg_stat_activity where state = 'active' and query like '%pg_sleep%' and pid <> pg_backend_pid() and datname = current_database()",
  )
  return rows[0].n as number
}

const revisions = [
  ['2025-11-25', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
] as const

/** Calls through a transport. Disconnects when the signal is aborted, and then fails. */
type Caller = (tool: string, signal?: AbortSignal) => Promise<unknown>
const callers: Record<string, (app: TestApp) => Promise<Caller>> = {
  REST: async (app) => async (tool, signal) => {
    const headers = { authorization: `Bearer ${app.keys.acme}`, 'content-type': 'application/json' }
    const answer = await fetch(`${app.url}/api/v1/${tool}`, { method: 'POST', headers, body: '{}', signal })
    assert.equal(answer.status, 200)
  },
  ...Object.fromEntries(
    revisions.map(([era, mode]) => [
      `MCP ${era}`,
      async (app: TestApp): Promise<Caller> => {
        const client = await app.mcp({ key: app.keys.acme }, mode)
        return async (name, signal) => {
          // Closing the request's connection informs the server.
          const called = client.callTool({ name, arguments: {} }, { signal })
          signal?.addEventListener('abort', () => void client.close())
          assert.ok(!(await called).isError)
        }
      },
    ]),
  ),
}

for (const [transport, open] of Object.entries(callers))
  suite(`a caller of ${transport}`, () => {
    for (const name of ['slow_read', 'slow_write'])
      test(`disconnects: ${name} stops immediately and leaves only its record`, async () => {
        await app.refill()
        await app.db.query('delete from contacts')
        const call = await open(app)
        const before = await cancelled_calls()
        const disconnected = new AbortController()
        const called = call(name, disconnected.signal)
        await app.settled(async () => (await sleeping()) === 1)
        disconnected.abort()
        await assert.rejects(called)
        await app.settled(async () => (await sleeping()) === 0, STOPPED_MS)
        assert.equal((await app.db.query('select * from contacts')).rowCount, 0)
        await app.settled(async () => (await cancelled_calls()) === before + 1)
        // The process continues to answer, on other connections.
        const again = await open(app)
        for (let n = 0; n < 20; n++) await again('quick')
      })

    test('is answered by a process that is asked to stop during the call', async () => {
      const stopping = await open_app()
      const call = await open(stopping)
      await call('quick')
      const called = call('nap')
      await stopping.settled(async () => (await sleeping(stopping)) === 1)
      const closed = stopping.app.close()
      await called
      await closed
      await stopping.close()
    })
  })

async function cancelled_calls(): Promise<number> {
  const { rows } = await app.db.query("select count(*)::int as n from audit_log where outcome = 'cancelled'")
  return rows[0].n
}

for (const [era, mode] of revisions)
  suite(`a client of ${era}`, () => {
    test('receives the progress that it asked for, and no other', async () => {
      const client = await app.mcp({ key: app.keys.acme }, mode)
      const updates: unknown[] = []
      await client.callTool({ name: 'quick', arguments: {} }, { onprogress: (progress) => updates.push(progress) })
      assert.deepEqual(updates, [
        { progress: 1, total: 2, message: 'half way' },
        { progress: 2, total: 2 },
      ])
      assert.ok(!(await client.callTool({ name: 'quick', arguments: {} })).isError)
    })
  })

test('a caller that disconnects while it waits for a connection leaves the connection unchanged', async () => {
  const pool = open_pool(app.database.place, { max: 1 })
  const pid = async () => (await pool.org.query('select pg_backend_pid() as pid')).rows[0].pid
  const first = await pid()
  const holder = await pool.org.connect()
  const disconnected = new AbortController()
  const waiting = in_org(pool, { org_id: app.acme.org_id, signal: disconnected.signal }, async () =>
    assert.fail('it ran'),
  )
  disconnected.abort()
  holder.release()
  await assert.rejects(waiting, { name: 'AbortError' })
  assert.equal(await pid(), first)
  await pool.end()
})
