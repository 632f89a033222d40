// Each layer around the SQL of a caller is removed in turn, and the others hold. The layers are the check of the text, the rights of the
// login, row security, the signature of the organization, and the limits of a session.
import assert from 'node:assert/strict'
import { after, before, suite, type TestContext, test } from 'node:test'
import pg from 'pg'
import { credentials_of, groups, type LoginName, login_names, url_for } from '#db/logins.ts'
import { begin_sql } from '#db/org.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { TEST_KEY, test_credentials } from '#test/database.ts'
import { marks_of } from '#test/fixtures.ts'
import { expired_seal, forged_seals } from '#test/forged_seals.ts'
import { unlimited } from '#test/unlimited.ts'
import { query } from '#tools/query/index.ts'
import { attacks_on } from './attacks/index.ts'
import { name_org } from './two_orgs.ts'

/** A statement that waits or computes for ever ends after this time. Attacks can lift the limit for themselves only. */
const ATTACK_MS = 200
const ATTACKS_MIN = 1_000
const READING = ['query_orders', 'query_products', 'query_mx_campaigns', 'query_contacts']

let app: TestApp
/** Texts that only rows of globex contain. */
let marks: string[]
before(async () => {
  app = await test_app({ areas: unlimited({ query }) })
  const { rows } = await app.db.query('select connection_id from connections where org_id = $1', [app.globex.org_id])
  marks = [
    ...marks_of(app.globex).filter((mark) => /[a-z]/.test(mark)),
    ...rows.map(({ connection_id }) => connection_id),
  ]
})
after(() => app.close())

async function session(name: LoginName): Promise<pg.Client> {
  // As the product's sessions: on a cluster, workers get the settings of a transaction.
  const options = '-c citus.propagate_set_commands=local'
  const client = new pg.Client({ connectionString: url_for(test_credentials.logins[name], app.database.url), options })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** A session in which SQL of acme's caller runs, as the product begins it. */
async function sql_of_acme(login: LoginName = 'sql'): Promise<pg.Client> {
  const client = await session(login)
  await begin_sql_of_acme(client)
  return client
}

async function begin_sql_of_acme(client: pg.Client): Promise<void> {
  await client.query(`begin read only; ${name_org(app.acme.org_id)}`)
  await client.query(`set local statement_timeout = ${ATTACK_MS}; set local search_path = published`)
}

/** A session for the next attack. That of an attack that PostgreSQL refused begins again, because opening one takes longer than most attacks. */
async function sql_after(client: pg.Client, ran: boolean): Promise<pg.Client> {
  if (!ran)
    try {
      await client.query('rollback')
      await client.query('discard all')
      await begin_sql_of_acme(client)
      return client
    } catch {} // the attack ended it
  await client.end().catch(() => {})
  return sql_of_acme()
}

/** What is stored of globex, and who may do what. */
async function state(): Promise<string> {
  const { rows } = await app.db.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('audit_log', 'audit_heads', 'rate_windows') order by 1`,
  )
  const sums = rows.map(
    ({ name }) =>
      `select '${name}' as name, md5(string_agg(t::text, ',' order by t::text)) as rows from ${name} t where org_id = $1`,
  )
  const stored = await app.db.query(sums.join(' union all '), [app.globex.org_id])
  // Other test files make roles of their own on the same server.
  const own_roles = login_names.flatMap((name) => [groups[name], test_credentials.logins[name].user])
  const rights = await app.db.query(
    `select rolname, rolsuper, rolbypassrls, rolcreaterole, array(select roleid::regrole::text from pg_auth_members m where m.member = r.oid)
     from pg_roles r where rolname = any ($1) order by 1`,
    [own_roles],
  )
  assert.equal(rights.rowCount, new Set(own_roles).size)
  return JSON.stringify([stored.rows, rights.rows])
}

suite('a login', () => {
  for (const name of login_names)
    test(`${name} becomes no other role, and no superuser`, async () => {
      const client = await session(name)
      await client.query('set default_transaction_read_only = off')
      const { rows } = await client.query<{ role: string }>(
        `select rolname as role from pg_roles where rolname like 'tablero%' and rolname <> all ($1)`,
        [[groups[name], test_credentials.logins[name].user]],
      )
      assert.ok(rows.length >= 7, `${rows.length} other roles`)
      for (const { role } of rows)
        for (const how of ['set role', 'set session authorization'])
          await assert.rejects(client.query(`${how} ${pg.escapeIdentifier(role)}`), { code: '42501' }, `${how} ${role}`)
      for (const text of [
        `alter role ${test_credentials.logins[name].user} superuser`,
        `grant ${groups.system} to ${test_credentials.logins[name].user}`,
        'create role another superuser',
        'alter table public.store_orders disable row level security',
        'select * from public.org_seals',
        'select * from pg_authid',
      ])
        await assert.rejects(client.query(text), { code: '42501' }, text)
      await client.end()
    })
})

test('without the check of the text, an attack reads and changes nothing of another organization', async (context) => {
  const before_it = await state()
  let [tried, ran] = [0, 0]
  // A statement of globex is running. Its seal would open the organization to every session.
  await using of_globex = await begin_sql(app.engine.pool, { org_id: app.globex.org_id, statement_timeout_ms: 0 })
  const seal = app.engine.pool.sign(app.globex.org_id)
  let client = await sql_of_acme()
  const others = await client.query('select query from pg_stat_activity where pid = $1', [
    (of_globex.client as unknown as { processID: number }).processID,
  ])
  assert.deepEqual(others.rows, [{ query: '' }])
  for (const [, attacks] of attacks_on(app.globex.org_id))
    for (const text of attacks) {
      tried += 1
      const answer = await client.query(text).then(
        (result) =>
          JSON.stringify(
            [result].flat().map(({ rows }) => rows),
            (_, value) => (typeof value === 'bigint' ? String(value) : value),
          ),
        (error: Error) => error.message,
      )
      const shown = marks.filter((mark) => answer.includes(mark) && !text.includes(mark))
      assert.deepEqual(shown, [], `${text.slice(0, 300)} shows another organization: ${answer.slice(0, 300)}`)
      assert.ok(!answer.includes(seal), `${text.slice(0, 300)} shows the seal of another organization`)
      // After an error of the statement the transaction is over. Otherwise the attack ran.
      const { rowCount } = await client.query('select 1').catch(() => ({ rowCount: 0 }))
      if (rowCount === 1) ran += 1
      client = await sql_after(client, rowCount === 1)
    }
  await client.end()
  context.diagnostic(`${tried} attacks, of which PostgreSQL ran ${ran}`)
  assert.ok(tried > ATTACKS_MIN && ran > 50, `${tried} attacks, ${ran} ran`)
  assert.equal(await state(), before_it)
})

test('without the rights of the login, row security shows no table to it, or at a worker its own rows', async () => {
  await app.db.query(
    `grant select on all tables in schema public to ${groups.sql}; grant usage on schema public to ${groups.sql}`,
  )
  const client = await sql_of_acme()
  try {
    // On a cluster, the tables behind the published views show rows of the signed organization.
    const { rows } = await app.db.query<{ name: string; is_shown: boolean }>(
      `select c.relname as name, exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'sql') as is_shown
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity`,
    )
    for (const { name, is_shown } of rows)
      assert.deepEqual(
        (await client.query(`select distinct org_id from public.${name}`)).rows,
        is_shown ? [{ org_id: app.acme.org_id }] : [],
        name,
      )
  } finally {
    await client.end()
    await app.db.query(
      `revoke select on all tables in schema public from ${groups.sql}; revoke usage on schema public from ${groups.sql}`,
    )
  }
})

/** The answers of tools and of callers' SQL to acme, which show nothing of globex. */
async function answers(): Promise<unknown[]> {
  const { rows: views } = await app.db.query<{ name: string }>(
    "select viewname as name from pg_views where schemaname = 'published' order by 1",
  )
  assert.ok(views.length > 20)
  const statements = views.map(({ name }) => ['run_readonly_sql', { sql: `select * from ${name}` }] as const)
  const found: unknown[] = []
  for (const [tool, input] of [...READING.map((tool) => [tool, {}] as const), ...statements]) {
    const { status, body } = await app.rest(tool, input, { key: app.keys.acme })
    const text = JSON.stringify(body)
    assert.equal(status, 200, `${tool} ${JSON.stringify(input)}: ${text}`)
    const shown = marks.filter((mark) => text.includes(mark))
    assert.deepEqual(shown, [], `${tool} ${JSON.stringify(input)}: ${text.slice(0, 300)}`)
    // Another plan may return the rows of a statement without an order in another order.
    const { rows } = body.result
    found.push(tool === 'run_readonly_sql' ? rows.map((row: object) => JSON.stringify(row)).sort() : body.result)
  }
  return found
}

test('without row security, every statement still names its organization, and callers’ SQL reads views that do', async () => {
  const { rows } = await app.db.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity`,
  )
  const expected = await answers()
  const all = async (how: string) => {
    for (const { name } of rows) await app.db.query(`alter table ${name} ${how} row level security`)
  }
  await all('disable')
  try {
    assert.deepEqual(await answers(), expected)
  } finally {
    await all('enable')
  }
})

test('without the signature, the check of the text keeps callers from naming another organization', async () => {
  const { rows } = await app.db.query(`select pg_get_functiondef('public.current_org()'::regprocedure) as signed`)
  const expected = await answers()
  await app.db.query(`create or replace function public.current_org() returns uuid
    language sql stable parallel safe security definer set search_path = pg_catalog, pg_temp
    as $$ select split_part(nullif(current_setting('app.org', true), ''), '.', 1)::uuid $$`)
  const client = await session('sql')
  try {
    await client.query(`begin read only; set local app.org = '${app.globex.org_id}'`)
    const open = await client.query('select org_id from published.store_orders limit 1')
    assert.deepEqual(open.rows, [{ org_id: app.globex.org_id }])
    await client.query('rollback')
    assert.deepEqual(await answers(), expected)
    const naming = attacks_on(app.globex.org_id).flatMap(([, attacks]) => attacks.filter((sql) => /app\.org/.test(sql)))
    assert.ok(naming.length >= 5, `${naming.length} attacks name an organization`)
    for (const sql of naming)
      assert.equal((await app.rest('run_readonly_sql', { sql }, { key: app.keys.acme })).status, 400, sql)
  } finally {
    await client.end()
    await app.db.query(rows[0].signed)
  }
})

suite('an organization that was not signed', () => {
  const nil = '00000000-0000-0000-0000-000000000000'
  const kinds = Object.keys(forged_seals(test_credentials.seal.of(nil), nil))
  for (const login of ['calls', 'work', 'sql'] as const)
    for (const kind of kinds)
      test(`is an error for ${login}: ${kind}`, async () => {
        const client = await session(login)
        await client.query('begin read only')
        const forged = forged_seals(test_credentials.seal.of(app.acme.org_id), app.globex.org_id)
        await client.query(`set local app.org = '${forged[kind]}'`)
        const table = login === 'sql' ? 'published.store_orders' : 'store_orders'
        await assert.rejects(client.query(`select from ${table}`), { code: '42501' })
        await client.end()
      })

  test('is an error too when it was signed too long ago', async (context: TestContext) => {
    const old = expired_seal(context, () => credentials_of(TEST_KEY).seal.of(app.acme.org_id))
    const client = await session('calls')
    await client.query(`begin; set local app.org = '${old}'`)
    await assert.rejects(client.query('select from orgs'), /signed too long ago/)
    await client.end()
  })
})

test('without the read-only transaction, the login can write nothing', async () => {
  const client = await session('sql')
  await client.query('set default_transaction_read_only = off')
  // Bits of PostgreSQL: 8 for a view that takes new rows, 16 for one whose rows can be deleted. A table takes both.
  const { rows } = await app.db.query<{ name: string; is_table: boolean; takes: number }>(
    `select n.nspname || '.' || c.relname as name, c.relkind = 'r' as is_table, pg_relation_is_updatable(c.oid, false) as takes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'published', 'graphile_worker') and c.relkind in ('r', 'v')`,
  )
  let denied = 0
  for (const { name, is_table, takes } of rows)
    for (const [text, is_possible] of [
      [`delete from ${name}`, (takes & 16) > 0],
      [`insert into ${name} default values`, (takes & 8) > 0],
      [`truncate ${name}`, is_table],
    ] as const) {
      const { code } = await client.query(`begin; ${name_org(app.acme.org_id)}; ${text}`).then(
        () => assert.fail(`${text} was carried out`),
        (error: pg.DatabaseError) => error,
      )
      // What no login can do to a view has an error of its own: such a view has no rows, or only computed ones.
      if (is_possible || !/^(42809|55000)$/.test(code ?? '')) {
        assert.equal(code, '42501', text)
        denied += 1
      }
      await client.query('rollback')
    }
  assert.ok(denied > 3 * rows.filter(({ is_table }) => is_table).length, `${denied} statements were denied`)
  for (const text of [
    'create table public.mine (a int)',
    'create schema mine',
    'create function public.mine() returns int return 1',
  ])
    await assert.rejects(client.query(text), { code: '42501' }, text)
  await client.end()
})
