// A client that goes away ends its call: the statement stops, a write leaves nothing, and the connection serves nobody else half-way.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { area, tool } from '#engine/tool.ts'
import { type TestApp, test_app } from '#test/app.ts'

const SLEEP_S = 10
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
before(async () => {
  app = await test_app({ areas: { slow }, seeded: false })
})
after(() => app?.close())

const sleeping = async () => {
  const { rows } = await app.db.query(
    "select count(*)::int as n from pg_stat_activity where state = 'active' and query like '%pg_sleep%' and pid <> pg_backend_pid() and datname = current_database()",
  )
  return rows[0].n as number
}

for (const [era, mode] of [
  ['2025-11-25', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
] as const) {
  suite(`a client of ${era}`, () => {
    for (const name of ['slow_read', 'slow_write']) {
      test(`goes away: ${name} stops at once and leaves nothing but its record`, async () => {
        await app.refill()
        await app.db.query('delete from contacts')
        const client = await app.mcp({ key: app.keys.acme }, mode)
        const gone = new AbortController()
        const call = client.callTool({ name, arguments: {} }, { signal: gone.signal })
        await app.settled(async () => (await sleeping()) === 1)
        gone.abort()
        await assert.rejects(call)
        // Closing the connection of the request is what tells the server.
        await client.close()
        await app.settled(async () => (await sleeping()) === 0)
        assert.equal((await app.db.query('select * from contacts')).rowCount, 0)
        // The process goes on answering, on other connections.
        const other = await app.mcp({ key: app.keys.acme }, mode)
        for (let n = 0; n < 20; n++) assert.ok(!(await other.callTool({ name: 'quick', arguments: {} })).isError)
      })
    }

    test('is told the progress it asked for, and nothing it did not ask for', async () => {
      const client = await app.mcp({ key: app.keys.acme }, mode)
      const told: unknown[] = []
      await client.callTool({ name: 'quick', arguments: {} }, { onprogress: (progress) => told.push(progress) })
      assert.deepEqual(told, [
        { progress: 1, total: 2, message: 'half way' },
        { progress: 2, total: 2 },
      ])
      assert.ok(!(await client.callTool({ name: 'quick', arguments: {} })).isError)
    })
  })
}
