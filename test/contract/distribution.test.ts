// Every table of an organization can be distributed over machines by org_id: keys and joins carry org_id, and no statement of a call
// reads across organizations. Each rule is tested with a violation.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type pg from 'pg'
import { at_home, everywhere } from '#db/citus/places.ts'
import { groups } from '#db/logins.ts'
import { set_org } from '#db/org.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { hold_rules, type Rule } from '#test/catalog_rules.ts'
import { call_as_member } from '#test/people.ts'
import { areas } from '#tools/index.ts'
import { input_for } from './inputs.ts'

const literal = (names: readonly string[]) => `'{${names.join()}}'::name[]`

let app: TestApp
before(async () => {
  app = await test_app({ measures: true })
})
after(() => app.close())

const tables = `pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`
const is_spread = (table: string) => `${table}.relname <> all (${literal([...everywhere, ...at_home])})`
const has_org = (table: string, columns: string) =>
  `exists (select from pg_attribute a where a.attrelid = ${table} and a.attname = 'org_id' and a.attnum = any (${columns}))`

const rules: Rule[] = [
  {
    about: 'a table is distributed by org_id, or on one of the two lists',
    sql: `select c.relname as name from ${tables} and ${is_spread('c')} and not exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and a.attnotnull and not a.attisdropped)`,
    bad: 'create table bad_shared (id int primary key)',
    found: 'bad_shared',
  },
  {
    about: 'a distributed table has a primary key',
    sql: `select c.relname as name from ${tables} and ${is_spread('c')} and not exists (
      select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
    bad: 'create table bad_keyless (org_id uuid not null)',
    found: 'bad_keyless',
  },
  {
    about: 'unique keys of a distributed table are unique within an organization',
    sql: `select i.indexrelid::regclass::text as name from pg_index i join ${tables.replace(' where', ' on c.oid = i.indrelid where')}
      and ${is_spread('c')} and (i.indisunique or i.indisexclusion) and not ${has_org('c.oid', 'i.indkey')}`,
    bad: 'create table bad_unique (org_id uuid primary key, email text unique)',
    found: 'bad_unique_email_key',
  },
  {
    about: 'a foreign key between distributed tables carries org_id on both sides',
    sql: `select k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace and ${is_spread('c')} and ${is_spread('f')} and not exists (
        select from unnest(k.conkey, k.confkey) as u(here, there)
        join pg_attribute h on h.attrelid = c.oid and h.attnum = u.here and h.attname = 'org_id'
        join pg_attribute t on t.attrelid = f.oid and t.attnum = u.there and t.attname = 'org_id')`,
    bad: `create table bad_other (org_id uuid not null, id uuid, unique (org_id, id), primary key (org_id), unique (id));
      create table bad_pointer (org_id uuid primary key, other uuid constraint bad_points references bad_other (id))`,
    found: 'bad_points',
  },
  {
    about: 'a table that is not distributed has no foreign key to a distributed table',
    sql: `select k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace and not (${is_spread('c')}) and ${is_spread('f')}`,
    bad: 'alter table org_modules add constraint bad_module foreign key (org_id) references audit_heads',
    found: 'bad_module',
  },
  {
    about: 'a trigger of a distributed table reads only its own row',
    sql: `select c.relname || ' ' || g.tgname as name from pg_trigger g join pg_class c on c.oid = g.tgrelid
      where not g.tgisinternal and c.relnamespace = 'public'::regnamespace and ${is_spread('c')}
        and g.tgfoid not in ('touch_updated_at()'::regprocedure, 'keep_action()'::regprocedure)`,
    bad: 'create trigger bad_news after insert on contacts for each statement execute function announce_directory_change()',
    found: 'contacts bad_news',
  },
]

hold_rules(rules, () => app.db.connect())

test('the lists name tables that exist', async () => {
  const { rows } = await app.db.query<{ name: string }>(`select c.relname as name from ${tables}`)
  const there = new Set(rows.map(({ name }) => name))
  assert.deepEqual(
    [...everywhere, ...at_home].filter((name) => !there.has(name)),
    [],
  )
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
  [detail: string]: unknown
}

const nodes_of = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes_of)]
const conditions_of = (node: Plan): string =>
  Object.entries(node)
    .filter(([name]) => name.endsWith('Cond') || name.endsWith('Filter'))
    .map(([, condition]) => String(condition))
    .join(' and ')

async function plan_of(client: pg.ClientBase, text: string, values: unknown[] = []): Promise<Plan[]> {
  const { rows } = await client.query(`explain (format json) ${text}`, values)
  return nodes_of(rows[0]['QUERY PLAN'][0].Plan)
}

test('views join the rows of an organization by org_id', async () => {
  const client = await app.db.connect()
  try {
    // Without row security, which would add the condition itself. Only join methods that show their join condition are enabled.
    await client.query('begin; set local enable_nestloop = off; set local enable_mergejoin = off')
    const { rows } = await client.query<{ name: string }>(
      "select format('%I.%I', schemaname, viewname) as name from pg_views where schemaname in ('metrics', 'published')",
    )
    assert.ok(rows.length > 10)
    for (const { name } of rows) await client.query(`alter view ${name} owner to current_user`)
    let joins = 0
    for (const { name } of rows)
      for (const node of await plan_of(client, `select * from ${name}`)) {
        if (!node['Node Type'].endsWith('Join') && node['Node Type'] !== 'Nested Loop') continue
        joins += 1
        // A nested loop can give the organization to its inner side instead.
        const inner = node['Node Type'] === 'Nested Loop' ? nodes_of(node.Plans![1]!) : []
        assert.match([node, ...inner].map(conditions_of).join(' and '), /org_id = ("[^"]+"|\w+)\.org_id/, name)
      }
    assert.ok(joins > 5)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

interface Heard {
  role: string
  text: string
  values: unknown[]
}

/** A statement that a call sends within its transaction, and the role that sends it. */
function listen(heard: Heard[]) {
  const { org, sql } = app.engine.pool
  for (const [pool, role] of [
    [org, groups.calls],
    [sql, groups.sql],
  ] as const)
    pool.on('connect', (client) => listen_to(client, role, heard))
}

function listen_to(client: pg.PoolClient, role: string, heard: Heard[]) {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const hear = (...given: unknown[]) => {
    const [asked, more] = given as [string | { text: string; values?: unknown[] }, unknown]
    const text = typeof asked === 'string' ? asked : asked.text
    const values = typeof asked === 'string' ? more : asked.values
    // Inputs are made by writes, which other tests check.
    if (/^\s*(select|with)\b/i.test(text) && !/\binsert into\b/i.test(text))
      heard.push({ role, text, values: Array.isArray(values) ? values : [] })
    return query(...given)
  }
  Object.assign(client, { query: hear })
}

test('no statement of a call reads rows of another organization: each table that it reads is restricted to its own', async () => {
  const heard: Heard[] = []
  listen(heard)
  const mine = "application_name like 'tablero%' and datname = current_database()"
  await app.db.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${mine}`)
  await app.settled(async () => (await app.rest('list_connections', {}, { key: app.keys.acme })).status === 200)
  heard.length = 0
  for (const { tools } of Object.values(areas))
    for (const [name, tool] of Object.entries(tools)) {
      if (tool.effect !== 'read') continue
      await app.refill()
      const input = await input_for(app.engine.catalog.get(name)!, app, app.acme)
      const { status } = await call_as_member(app.engine, name, input, { org_id: app.acme.org_id, role: 'admin' })
      assert.equal(status, 200, name)
    }
  const questions = heard
  assert.ok(questions.length > 50)
  const client = await app.db.connect()
  let scans = 0
  try {
    for (const { role, text, values } of questions) {
      await client.query(`begin; set local role ${role}; ${set_org(app.engine.pool, app.acme.org_id)}`)
      const plan = await plan_of(client, text, values)
      await client.query('rollback')
      for (const node of plan) {
        const table = node['Relation Name']
        if (!table || table.startsWith('pg_') || /^(fx_rates|metric_\w+s|schema_migrations)$/.test(table)) continue
        scans += 1
        assert.match(conditions_of(node), /org_id/, `${table} in: ${text}`)
      }
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
  assert.ok(scans > 50)
})
