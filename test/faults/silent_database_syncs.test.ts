// The session of a sync on a database that falls silent, or that takes too long over a statement.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { OrgSession } from '#db/org_session.ts'
import { open_pool, type Pool } from '#db/pool.ts'
import { is_unreachable } from '#db/unreachable.ts'
import { with_connection } from '#engine/sync/connected.ts'
import { type TestDatabase, test_database } from '#test/database.ts'
import { silent_proxy } from '#test/silent_proxy.ts'

const org_id = '01900000-0000-7000-8000-000000000001'
const LIMIT_MS = 500
/** The limit, two seconds of silence, and what a busy machine needs. */
const ENDED_MS_MAX = 10_000
/** Longer than the limit and the silence after it. */
const LONG = 'select pg_sleep(6)'
/** SQLSTATE of a statement that the server ended. */
const CANCELLED = '57014'
/** A test that waits longer has met a wait without a limit. */
const timeout = 60_000

let database: TestDatabase
let pool: Pool
before(async () => {
  database = await test_database()
  pool = open_pool(database.place).worker
})
after(async () => {
  await pool.end()
  await database.drop()
})

const place = () => ({ org_id, connection_id: crypto.randomUUID() })
const limited = { statement_timeout_ms: LIMIT_MS }

type Send = (session: OrgSession, text: string, begins?: () => void) => Promise<unknown>

/** What merges do: statements of a transaction, and statements between two of them. */
const statements: Record<string, Send> = {
  'of a transaction': (session, text, begins) =>
    session.transaction((db) => {
      begins?.()
      return sql.raw(text).execute(db)
    }),
  'of a merge': (session, text, begins) =>
    session.transaction(() => {
      begins?.()
      return session.client.query(text)
    }),
  'between transactions': (session, text, begins) => {
    begins?.()
    return session.client.query({ text, values: [] })
  },
}

suite('the session of a sync', () => {
  for (const [which, send] of Object.entries(statements))
    test(`ends soon after the limit of a statement ${which}, when the database is silent`, { timeout }, async () => {
      const proxy = await silent_proxy(database.place)
      const behind = open_pool(proxy.place, { max: 2 }).worker
      const at = place()
      let began = 0
      const falls_silent = () => {
        proxy.fall_silent()
        began = performance.now()
      }
      const work = async (session: OrgSession) => {
        assert.equal(await with_connection({ pool }, at, async () => 'beside'), 'busy')
        await assert.rejects(send(session, 'select 1', falls_silent), (error) => is_unreachable(error))
        // The end of the sync cannot be stored either, which takes no further wait.
        await session.transaction((db) => sql`select 1`.execute(db))
      }
      try {
        await assert.rejects(with_connection({ pool: behind }, at, work, limited), (error) => is_unreachable(error))
        assert.ok(performance.now() - began < ENDED_MS_MAX)
        proxy.accept_new()
        assert.equal(await next_attempt({ pool: behind }, at), 'locked')
      } finally {
        proxy.close()
        await behind.end()
      }
    })

  test('ends a statement of a merge that takes longer, at the server', { timeout }, async () => {
    const at = place()
    const began = performance.now()
    const work = (session: OrgSession) => statements['of a merge']!(session, LONG)
    await assert.rejects(with_connection({ pool }, at, work, limited), (error) => code_of(error) === CANCELLED)
    assert.ok(performance.now() - began < ENDED_MS_MAX)
    assert.equal(await next_attempt({ pool }, at), 'locked')
  })

  test('keeps its lock while the server still runs what the process gave up', { timeout }, async () => {
    const at = place()
    const work = (session: OrgSession) => statements['between transactions']!(session, LONG)
    await assert.rejects(with_connection({ pool }, at, work, limited), (error) => is_unreachable(error))
    assert.equal(await with_connection({ pool }, at, async () => 'beside'), 'busy')
    assert.equal(await next_attempt({ pool }, at), 'locked')
    const running = await database.owner.query('select from pg_stat_activity where query = $1', [LONG])
    assert.equal(running.rowCount, 0)
  })
})

const code_of = (error: unknown) => (error as { code?: string }).code

/** The server learns a moment later that the session has ended. Until then, another attempt counts as running. */
async function next_attempt(parts: { pool: Pool }, at: ReturnType<typeof place>): Promise<string> {
  const deadline = performance.now() + ENDED_MS_MAX
  for (;;) {
    const end = await with_connection(parts, at, async () => 'locked')
    if (end !== 'busy' || performance.now() > deadline) return end
    await sleep(100)
  }
}
