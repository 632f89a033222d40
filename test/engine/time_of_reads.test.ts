// An answer can need dozens of statements, each of which may take as long as PostgreSQL lets it. Together they have a limit too.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { begin_org, STATEMENT_TIMEOUT_MS } from '#db/org.ts'
import { own_text } from '#engine/texts.ts'
import { area, type Context, tool } from '#engine/tool.ts'
import { type TestApp, test_app } from '#test/app.ts'

/** Longer than a transaction is young. */
const SLOW_S = 1.2
const ALL_MS = 2_000
const CANCELLED = '57014'

const sleep = (db: Context['db'], seconds: number) => sql`select pg_sleep(${seconds}::float8)`.execute(db)

const limits = {
  scopes: [],
  input: { is_slow: z.boolean() },
  result: { limit: own_text() },
  async run({ is_slow }: { is_slow: boolean }, { db }: Context) {
    if (is_slow) await sleep(db, SLOW_S)
    const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db)
    return { limit: rows[0]!.limit }
  },
} as const
const fixture_limit = tool({ ...limits, about: 'Returns the limit of its last statement.', effect: 'read' })
const fixture_limit_of_write = tool({ ...limits, about: 'The same for a write.', effect: 'write' })

let app: TestApp
before(async () => {
  const tools = { fixture_limit, fixture_limit_of_write }
  app = await test_app({
    areas: { limits: area({ title: 'Limits', module: 'module_tasks', tools }) },
    seeded: false,
  })
})
after(() => app.close())

const limit_ms = async (name: string, is_slow: boolean) => {
  const { body } = await app.rest(name, { is_slow }, { key: app.keys.acme })
  const [, value, unit] = /^(\d+)(ms|s)$/.exec(body.result.limit)!
  return Number(value) * (unit === 's' ? 1_000 : 1)
}

test('PostgreSQL ends the statement in which those of a transaction exceed their time together', async () => {
  await using transaction = await begin_org(app.engine.pool, { org_id: app.acme.org_id, all_statements_ms: ALL_MS })
  await sleep(transaction.db, SLOW_S)
  const started = performance.now()
  await assert.rejects(sleep(transaction.db, STATEMENT_TIMEOUT_MS / 1000), { code: CANCELLED })
  assert.ok(performance.now() - started < STATEMENT_TIMEOUT_MS / 2)
})

test('each later statement of a reading call has the time that the earlier ones left', async () => {
  assert.equal(await limit_ms('fixture_limit', false), STATEMENT_TIMEOUT_MS)
  const left = await limit_ms('fixture_limit', true)
  assert.ok(left > 0 && left <= STATEMENT_TIMEOUT_MS - SLOW_S * 1000, `${left} ms were left`)
  assert.equal(await limit_ms('fixture_limit_of_write', true), STATEMENT_TIMEOUT_MS)
})
