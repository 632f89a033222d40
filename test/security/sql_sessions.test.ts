// The sessions in which SQL of callers runs: how many calls wait for one, and how much memory one takes.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { begin_sql } from '#db/org.ts'
import { open_pool } from '#db/pool.ts'
import { bound_memory, can_bound_memory, SESSION_BYTES_MAX } from '#db/sql_sessions.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { unlimited } from '#test/unlimited.ts'
import { query } from '#tools/query/index.ts'
import { slow } from './attacks/bombs.ts'

/** A call that has no answer by then waits, also on a busy machine. */
const STILL_WAITS_MS = 4_000

let app: TestApp
before(async () => {
  app = await test_app({ areas: unlimited({ query }) })
})
after(() => app.close())

test('while all sessions for SQL of callers are taken, few calls wait for one, and the others get 503', async () => {
  const { pool } = app.engine
  const held = await Promise.all(
    Array.from({ length: pool.sql.options.max }, () => begin_sql(pool, { org_id: app.globex.org_id })),
  )
  const call = async (key: string) => (await app.rest('run_readonly_sql', { sql: 'select 1 as a' }, { key })).status
  const keys = [app.keys.acme, app.keys.globex, app.keys.agency].flatMap((key) => [key, key, key])
  const calls = keys.map(call)
  const refused = Promise.all(calls.map((answer) => Promise.race([answer, sleep(STILL_WAITS_MS, 'waits')])))
  assert.equal((await app.rest('query_orders', {}, { key: app.keys.acme })).status, 200)
  const statuses = (await refused).sort()
  assert.deepEqual(statuses, [...Array(7).fill(503), 'waits', 'waits'])
  for (const session of held) await session[Symbol.asyncDispose]()
  assert.deepEqual((await Promise.all(calls)).sort(), [200, 200, ...Array(7).fill(503)])
})

test('an agency runs three statements at a time, on itself and all clients together, and a client still runs its own', async () => {
  const sql = slow['a row after the other, each slow but none too slow']!
  const of_client = { key: app.keys.agency, org_id: app.acme.org_id }
  const of_itself = { key: app.keys.agency }
  const running = [of_client, of_client, of_itself].map((as) => app.rest('run_readonly_sql', { sql }, as))
  await app.settled(async () => {
    const { rows } = await app.db.query(
      `select count(*)::int as running from pg_locks where locktype = 'advisory' and granted
         and classid = (hashtext($1)::bigint & 4294967295)::oid
         and database = (select oid from pg_database where datname = current_database())`,
      [`sql by ${app.agency_org_id}`],
    )
    return rows[0].running === running.length
  })
  for (const as of [of_client, of_itself]) {
    const { status, body } = await app.rest('run_readonly_sql', { sql: 'select 2 as a' }, as)
    assert.deepEqual([status, body.outcome], [429, 'rate_limited'])
    assert.match(body.error, /^3 statements of your agency and its clients are running/)
  }
  for (const key of [app.keys.acme, app.keys.globex])
    assert.equal((await app.rest('run_readonly_sql', { sql: 'select 2 as a' }, { key })).status, 200)
  for (const { status } of await Promise.all(running)) assert.equal(status, 400)
  assert.equal((await app.rest('run_readonly_sql', { sql: 'select 2 as a' }, of_itself)).status, 200)
})

test('a statement that takes all memory fails alone: its server process is bounded', async (context) => {
  if (!(await can_bound_memory(app.database.place.database_url))) return context.skip('there is no prlimit')
  const pool = open_pool({ ...app.database.place, bound_session: bound_memory })
  try {
    await using transaction = await begin_sql(pool, { org_id: app.acme.org_id, statement_timeout_ms: 30_000 })
    const { rows } = await transaction.client.query('select pg_backend_pid() as pid')
    // Arrays and texts of more than 2 GB in memory.
    const bomb = `select length(string_agg(repeat('x', 1000000), '')) from generate_series(1, 900) a, (select array_agg(repeat('y', 1000)) from generate_series(1, 3000000)) b`
    await assert.rejects(transaction.client.query(bomb), { code: '53200' })
    context.diagnostic(`process ${rows[0].pid} was bounded to ${SESSION_BYTES_MAX / 2 ** 20} MiB`)
    await transaction.client.query('rollback')
    assert.equal((await transaction.client.query('select 1 as one')).rows[0].one, 1)
  } finally {
    await pool.end()
  }
})

/** What a read of orders gets while the published view fails with this SQLSTATE. */
async function failing_with(code: string, tool: string, input: unknown) {
  await app.db.query(
    `create function lacking() returns boolean language plpgsql stable as $$
     begin raise exception 'lacking' using errcode = '${code}'; end $$;
     create policy lacking on store_orders as restrictive using (lacking())`,
  )
  try {
    const { status, headers, body } = await app.rest(tool, input, { key: app.keys.acme })
    return { status, retry_after: headers['retry-after'], error: String(body.error) }
  } finally {
    await app.db.query('drop function lacking() cascade')
  }
}

suite('memory that is lacking', () => {
  const of_caller = ['run_readonly_sql', { sql: 'select order_id from store_orders' }] as const
  test('is an error of the statement that a caller wrote, and every other one of them continues', async () => {
    assert.deepEqual(await failing_with('53200', ...of_caller), {
      status: 400,
      retry_after: undefined,
      error: 'PostgreSQL could not run the statement; ask for less.',
    })
    assert.equal((await app.rest(...of_caller, { key: app.keys.acme })).status, 200)
  })

  test('is the server’s own in a statement of the product', async () => {
    const { status, retry_after, error } = await failing_with('53200', 'query_orders', {})
    assert.deepEqual([status, retry_after], [503, '60'])
    assert.match(error, /^The database server has no memory left/)
  })

  test('is no full disk, which is the server’s own in every statement', async () => {
    const { status, error } = await failing_with('53100', ...of_caller)
    assert.equal(status, 503)
    assert.match(error, /^The database server has no disk space left/)
  })
})
