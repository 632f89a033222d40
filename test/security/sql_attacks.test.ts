// SQL of untrusted callers: what is not a plain query is refused with a sentence, and a plain query shows the caller's rows only.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type TestApp, test_app } from '#test/app.ts'
import { marks_of } from '#test/fixtures.ts'
import { unlimited } from '#test/unlimited.ts'
import { query } from '#tools/query/index.ts'
import { check_sql } from '#tools/query/sql/check.ts'
import * as allowed from '#tools/query/sql/shapes.ts'
import { allowed_statements, documented } from './allowed_statements.ts'
import { bombs, slow, spilling } from './attacks/bombs.ts'
import { attacks_on } from './attacks/index.ts'

const ATTACKS_MIN = 500
const REFILL_EVERY = 50
/** A refusal without running, on a busy machine. */
const REFUSED_WITHIN_MS = 4_000
/** The statement timeout of 5 s, plus the time that PostgreSQL needs to notice it. */
const IN_TIME_MS = 20_000
const SESSIONS_CLOSED_MS = 30_000
/** Maximum number of concurrent statements of one organization. */
const CONCURRENT_MAX = 3

let app: TestApp
let marks: string[]
let count = 0
before(async () => {
  app = await test_app({ areas: unlimited({ query }) })
  const { rows } = await app.db.query('select connection_id from connections where org_id = $1', [app.globex.org_id])
  marks = [...marks_of(app.globex), ...rows.map(({ connection_id }) => connection_id)]
})
after(() => app.close())

async function ask(sql: string, key = app.keys.acme) {
  if (++count % REFILL_EVERY === 0) await app.refill() // otherwise the counters of calls would grow
  const started = performance.now()
  const { status, body } = await app.rest('run_readonly_sql', { sql }, { key })
  const ms = performance.now() - started
  // The error sentence may repeat texts of the statement itself.
  const answer = JSON.stringify(body)
  assert.deepEqual(
    marks.filter((mark) => answer.includes(mark) && !sql.includes(mark)),
    [],
    `${sql.slice(0, 200)} shows another organization: ${answer.slice(0, 500)}`,
  )
  return { status, body, ms }
}

async function assert_refused(sql: string, within_ms = REFUSED_WITHIN_MS, key = app.keys.acme): Promise<string> {
  const { status, body, ms } = await ask(sql, key)
  const shown = `${JSON.stringify(sql.slice(0, 300))} ended with ${status}: ${JSON.stringify(body).slice(0, 300)}`
  assert.equal(status, 400, shown)
  assert.equal(body.outcome, 'error', shown)
  assert.match(body.error, /^\S.{10,}[.?!]$/s, shown)
  assert.ok(body.error.length < 3_000, shown)
  assert.ok(ms < within_ms, `${Math.round(ms)} ms: ${shown}`)
  return body.error
}

suite('is refused with a sentence', () => {
  // No organization exists yet. Any id works, except the caller's own.
  for (const [family, attacks] of attacks_on('01980000-0000-7000-8000-000000000000'))
    test(`${family}, in ${attacks.length} forms`, async () => {
      for (const sql of attacks) await assert_refused(sql)
    })

  for (const [name, sql] of Object.entries(bombs))
    test(`${name}, before it is run`, async () => void (await assert_refused(sql)))

  test('a statement that would fill the disk', async () => {
    assert.match(await assert_refused(spilling, IN_TIME_MS), /could not run the statement; ask for less/)
  })

  test('a slow statement, at the timeout, and meanwhile a fourth of its organization, while others are answered', async () => {
    const end = async ([name, sql]: [string, string], key: string): Promise<[string, string]> => [
      name,
      await assert_refused(sql, IN_TIME_MS, key),
    ]
    const statements = Object.entries(slow)
    const of_acme = Promise.all(statements.slice(0, CONCURRENT_MAX).map((one) => end(one, app.keys.acme)))
    // Waits until all statements have their slots. An earlier request could take one of them.
    await app.settled(async () => {
      const { rows } = await app.db.query(
        `select count(*)::int as running from pg_locks where locktype = 'advisory' and granted
           and classid = (hashtext($1)::bigint & 4294967295)::oid
           and database = (select oid from pg_database where datname = current_database())`,
        [`sql of ${app.acme.org_id}`],
      )
      return rows[0].running === CONCURRENT_MAX
    })
    const of_agency = Promise.all(statements.slice(CONCURRENT_MAX).map((one) => end(one, app.keys.agency)))
    const { status, headers, body } = await app.rest(
      'run_readonly_sql',
      { sql: 'select 2 as a' },
      { key: app.keys.acme },
    )
    assert.deepEqual([status, body.outcome, headers['retry-after']], [429, 'rate_limited', '5'])
    assert.equal((await app.rest('run_readonly_sql', { sql: 'select 2 as a' }, { key: app.keys.agency })).status, 200)
    assert.equal((await app.rest('query_orders', {}, { key: app.keys.acme })).status, 200)
    for (const [name, sentence] of [...(await of_acme), ...(await of_agency)])
      assert.match(sentence, /longer than 5 seconds|ask for less/, name)
    assert.equal((await ask('select 1 as a')).status, 200)
  })

  test('in at least five hundred forms', (context) => {
    context.diagnostic(`${count} statements were refused`)
    assert.ok(count >= ATTACKS_MIN, `${count} statements`)
  })
})

suite('of all objects in PostgreSQL, the check accepts only those on its lists:', () => {
  const tables = new Map([['store_orders', new Set(['order_id'])]])
  const passes = (sql: string) =>
    check_sql(sql, tables).then(
      () => true,
      () => false,
    )
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
  async function passing(list: string, make: (name: string) => string): Promise<[string[], number]> {
    const { rows } = await app.db.query<{ name: string }>(`select distinct name::text from (${list}) x order by 1`)
    const passed: string[] = []
    for (const { name } of rows) if (await passes(make(name))) passed.push(name)
    return [passed, rows.length]
  }

  test('no function, called or read from', async () => {
    const list = 'select proname as name from pg_proc'
    const [called, looked_at] = await passing(list, (name) => `select ${quoted(name)}(1, 2) as a`)
    assert.ok(looked_at > 2_000, `${looked_at} functions`)
    assert.deepEqual(
      called.filter((name) => !allowed.functions.has(name)),
      [],
    )
    assert.ok(called.length >= 50, 'those on the list do pass')
    const [read] = await passing(list, (name) => `select * from ${quoted(name)}('[1]') as x(a)`)
    assert.deepEqual(read, [...allowed.table_functions])
    const [of_others] = await passing(list, (name) => `select public.${quoted(name)}(1) as a`)
    assert.deepEqual(of_others, [])
  })

  test('no relation of any schema', async () => {
    const [passed, looked_at] = await passing(
      'select relname as name from pg_class',
      (name) => `select 1 as a from ${quoted(name)}`,
    )
    assert.ok(looked_at > 400, `${looked_at} relations`)
    assert.deepEqual(passed, ['store_orders'])
  })

  test('no type', async () => {
    const [passed, looked_at] = await passing(
      'select typname as name from pg_type',
      (name) => `select 'x'::${quoted(name)} as a`,
    )
    assert.ok(looked_at > 500, `${looked_at} types`)
    assert.deepEqual(
      passed.filter((name) => !allowed.types.has(name)),
      [],
    )
    assert.ok(passed.length >= 10)
  })

  test('no operator', async () => {
    const [passed, looked_at] = await passing(
      'select oprname as name from pg_operator',
      (name) => `select 1 ${name} '2' as a`,
    )
    assert.ok(looked_at > 60, `${looked_at} operators`)
    assert.deepEqual(
      passed.filter((name) => !allowed.operators.has(name)),
      [],
    )
    assert.ok(passed.length >= 10)
  })

  test('no function after a dot, which PostgreSQL reads as a call with a row', async () => {
    const { rows } = await app.db.query<{ name: string }>(
      `select distinct p.proname::text as name from pg_proc p where p.pronargs - p.pronargdefaults <= 1
         and p.proargtypes[0] = any ('{record,anyelement,"\\"any\\"",jsonb,anycompatible}'::regtype[])`,
    )
    assert.ok(rows.length > 20, `${rows.length} functions of a row`)
    for (const { name } of rows.filter(({ name }) => !allowed.functions.has(name)))
      for (const sql of [
        `select 1 as ${quoted(name)}, o.${quoted(name)} from store_orders o`,
        `select 1 as ${quoted(name)}, v.${quoted(name)} from jsonb_array_elements('[1]') v`,
      ])
        await assert_refused(sql)
  })
})

/** Queries that try to reveal rows that row security hides. All are answered as if these rows did not exist. */
const probes = [
  'select * from store_orders',
  'select * from store_orders where true',
  'select * from store_orders where order_id is null or order_id is not null',
  "select * from store_orders where order_id like '%' or 1 = 1 --",
  'select o.*, s.name, s.account_id from store_orders o left join ad_accounts s on true limit 5',
  'select count(*) as n from store_orders',
  'select count(*) as n from store_orders a full join store_orders b on a.order_id = b.order_id and false',
  "select order_id from store_orders where 1 / (case when order_id like 'globex%' then 0 else 1 end) = 1",
  "select order_id from store_orders where (case when order_id like 'globex%' then 'x' else '1' end)::int4 = 1",
  "select order_id from store_orders where (case when store_connection_id::text < '0' then order_id else '1' end)::int4 = 1",
  "select sum(case when order_id like 'globex%' then 1 / (total - total) else 1 end) as n from store_orders",
  "select max(case when store_name like 'globex%' then store_name::numeric else 1 end) as n from store_connections",
  "select 1 as a where exists (select 1 from store_orders where order_id like 'globex%' and 1 / (total - total) = 1)",
  "select order_id from store_orders where ('[' || order_id || ']') like 'x%' or ordered_at > '1900-01-01'",
  'select distinct currency from store_orders union select distinct currency from ad_accounts',
  'select min(total) as low, max(total) as high, percentile_cont(0.5) within group (order by total) as mid from store_orders',
  'select mode() within group (order by order_id) as m from store_orders',
  'select order_id from store_orders intersect all select order_id from store_orders',
  'select order_id from store_orders except select order_id from store_orders where false',
  'select first_value(order_id) over (order by order_id desc) as a, lag(order_id) over (order by order_id) as b from store_orders',
  'select rank() over (order by order_id), count(*) over () from store_orders',
  'select (select max(order_id) from store_orders) as a, (select min(name) from meta_ad_creatives) as b',
  'select * from store_connections where store_connection_id in (select store_connection_id from store_orders)',
  'with all_orders as materialized (select * from store_orders) select a.order_id, b.order_id as other from all_orders a, all_orders b',
  'select * from ad_accounts a natural join meta_ad_creatives',
  "select account_id, name, status from ad_accounts where name >= '' or name is null",
  'select creative_id, title, body, link_url from meta_ad_creatives order by 1 desc nulls last offset 0',
  'select v.value as step from store_orders o, jsonb_array_elements(o.journey) v',
  'table store_orders',
  'values (1), (2)',
]

suite('an accepted query', () => {
  for (const sql of probes)
    test(`shows only the caller's rows: ${sql.slice(0, 110)}`, async () => {
      const { status, body } = await ask(sql)
      assert.equal(status, 200, `${sql}: ${body.error}`)
    })

  test('shows rows of the caller, while rows of others exist', async () => {
    const { rows: views } = await app.db.query<{ name: string }>(
      "select viewname as name from pg_views where schemaname = 'published' and viewname <> 'fx_rates'",
    )
    assert.ok(views.length > 20)
    const own = await app.db.query('select connection_id as id from connections where org_id = $1', [app.acme.org_id])
    const of_acme = new RegExp([app.acme.name, ...own.rows.map(({ id }) => id)].join('|'))
    for (const { name } of views) assert.match(JSON.stringify(await ask(`select * from ${name}`)), of_acme, name)
    const { rows } = await app.db.query('select count(distinct org_id)::int as orgs from store_orders')
    assert.equal(rows[0].orgs, 2)
  })

  test('finds no row of another organization by its id', async () => {
    const { rows } = await app.db.query('select store_connection_id, order_id from store_orders where org_id = $1', [
      app.globex.org_id,
    ])
    for (const { store_connection_id, order_id } of rows) {
      const { body } = await ask(
        `select * from store_orders where store_connection_id = '${store_connection_id}' or order_id = '${order_id}'`,
      )
      assert.deepEqual(body.result.rows, [])
    }
  })

  test('is the last of its database session, so that no cached state remains', async () => {
    const sessions = async () => {
      const { rows } = await app.db.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name like 'tablero % sql' and datname = current_database()`,
      )
      return rows.map(({ pid }) => pid)
    }
    await ask('select 1 as a')
    // The session of the next statement is opened ahead.
    await app.settled(async () => (await sessions()).length > 0)
    const before_it = new Set(await sessions())
    const deadline = performance.now() + SESSIONS_CLOSED_MS
    let left: number[]
    do {
      await ask('select 1 as a')
      left = (await sessions()).filter((pid) => before_it.has(pid))
    } while (left.length > 0 && performance.now() < deadline)
    assert.deepEqual(left, [])
  })

  test('does not affect the next query, of another organization', async () => {
    await assert_refused('select 1 / 0 as a')
    const { body } = await app.rest('run_readonly_sql', { sql: 'select * from store_orders' }, { key: app.keys.globex })
    assert.ok(JSON.stringify(body).includes(app.globex.name))
    assert.ok(!JSON.stringify(body).includes(app.acme.name))
  })
})

suite('a legitimate query is answered', () => {
  for (const sql of allowed_statements)
    test(sql.slice(0, 100), async () => {
      const { status, body } = await ask(sql)
      assert.equal(status, 200, body.error)
      assert.ok(body.result.rows.length === 0 || body.result.columns.length > 0)
    })

  test('if a document contains it', async () => {
    const shown = await documented()
    assert.ok(shown.length >= 2, `${shown}`)
    for (const sql of shown) assert.equal((await ask(sql)).status, 200, sql)
  })
})
