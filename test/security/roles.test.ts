// Tests the rights of each database role for each relation: a transaction of globex tries to use the rows of acme. The table of
// expectations names every exception. A new relation must follow the rule of its kind.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import pg from 'pg'
import { columns, exceptions, functions, rules } from './role_rights.ts'
import { belongs_to, insert_of, type Relation, type Role, roles, type TwoOrgs, two_orgs } from './two_orgs.ts'

const operations = ['select', 'insert', 'update', 'delete', 'truncate'] as const
type Operation = (typeof operations)[number]

let db: TwoOrgs
before(async () => {
  db = await two_orgs()
})
after(() => db.close())

/** Error codes for denied permissions, views that cannot be written, and relations that are not tables. */
const impossible = new Set(['42501', '55000', '0A000', '42809'])

async function right_to(role: Role, relation: Relation, operation: Operation): Promise<string> {
  const { name, columns, kind } = relation
  const column = pg.escapeIdentifier(columns[0]!)
  const all = await db.rows_of(relation)
  const sql = {
    select: `select to_jsonb(t)::text as text from ${name} t`,
    insert: insert_of(relation),
    update: `update ${name} set ${column} = ${column}`,
    delete: `delete from ${name}`,
    truncate: `truncate ${name} cascade`,
  }[operation]
  const moved = { ...all.find(belongs_to(db.globex)), org_id: db.acme.org_id }
  const values = operation === 'insert' ? [kind === 'of organizations' ? moved : (all[0] ?? {})] : []
  const { count, rows, fault, is_unharmed } = await db.tried(role, relation, sql, { values })
  if (fault && /row-level security/.test(fault.message)) return 'o'
  if (fault && impossible.has(fault.code ?? '')) return '-'
  // PostgreSQL checks unique keys last, so this error means that the role has the right.
  if (operation === 'insert' || fault) return 'a'
  if (kind === 'shared' || kind === 'accounts') return 'a'
  if (operation === 'select' && rows.some(({ text }) => /acme/.test(String(text)))) return 'a'
  return is_unharmed && (kind !== 'of organizations' || count === all.filter(belongs_to(db.globex)).length) ? 'o' : 'a'
}

test('every relation of organizations has rows of both organizations', async () => {
  for (const relation of db.relations.filter(({ kind }) => kind === 'of organizations')) {
    const rows = await db.rows_of(relation)
    for (const seed of [db.acme, db.globex]) assert.ok(rows.some(belongs_to(seed)), `${relation.name} of ${seed.name}`)
  }
})

test('a role has exactly the rights in the table of expectations', async (context) => {
  let tries = 0
  for (const relation of db.relations.filter(({ kind }) => kind !== 'queue')) {
    const expected = exceptions[relation.name] ?? rules[relation.kind]
    for (const role of roles) {
      let found = ''
      for (const operation of operations) found += await right_to(role, relation, operation)
      tries += operations.length
      assert.equal(found, expected[role] ?? '-----', `${role} on ${relation.name}: ${operations.join(', ')}`)
    }
  }
  context.diagnostic(`${db.relations.length} relations, ${tries} tries`)
  assert.ok(db.relations.length >= 60)
  const named = new Set(db.relations.map(({ name }) => name))
  assert.deepEqual(
    Object.keys(exceptions).filter((name) => !named.has(name)),
    [],
  )
})

test('a role has rights to single columns only where the table of expectations names them', async () => {
  const { rows } = await db.owner.query<{ what: string; names: string[] }>(`
    select r.role || ' ' || p.right || ' ' || c.relname as what, array_agg(a.attname::text order by a.attname) as names
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped,
      unnest('{tablero_app,tablero_work,tablero_system,tablero_auth}'::text[]) r(role), unnest('{select,insert,update}'::text[]) p("right")
    where c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace) and c.relkind in ('r', 'v') and has_column_privilege(r.role, c.oid, a.attnum, p."right")
      and not has_table_privilege(r.role, c.oid, p."right") group by 1`)
  assert.deepEqual(Object.fromEntries(rows.map(({ what, names }) => [what, names])), columns)
})

test('the queue’s tables are open to jobs, and its list of jobs to the system', async () => {
  const { rows } = await db.owner.query<{ role: string; name: string }>(`
    select r.role, c.relname::text as name from pg_class c, unnest('{${roles}}'::text[]) r(role)
    where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind in ('r', 'v') and r.role <> 'tablero_work'
      and has_table_privilege(r.role, c.oid, 'select, insert, update, delete, truncate')`)
  assert.deepEqual(rows, [{ role: 'tablero_system', name: 'jobs' }])
})

suite('a function of the product', () => {
  test('may be called only by the roles that need it', async () => {
    const { rows } = await db.owner.query<{ name: string; role: Role }>(`
      select p.oid::regprocedure::text as name, r.role from pg_proc p join pg_namespace n on n.oid = p.pronamespace,
        unnest('{${roles}}'::text[]) r(role)
      where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'graphile_worker')
        and has_schema_privilege(r.role, n.oid, 'usage') and has_function_privilege(r.role, p.oid, 'execute') order by 1, 2`)
    const found = Map.groupBy(rows, ({ name }) => name)
    assert.deepEqual(
      Object.fromEntries([...found].map(([name, callers]) => [name, callers.map(({ role }) => role)])),
      Object.fromEntries(Object.entries(functions).map(([name, callers]) => [name, [...callers].sort()])),
    )
  })

  test('of the queue may be called only by jobs', async () => {
    const { rows } = await db.owner.query<{ role: string }>(`
      select distinct r.role from pg_proc p, unnest('{${roles}}'::text[]) r(role)
      where p.pronamespace = 'graphile_worker'::regnamespace and has_schema_privilege(r.role, p.pronamespace, 'usage')
        and has_function_privilege(r.role, p.oid, 'execute')`)
    assert.deepEqual(rows, [{ role: 'tablero_work' }])
  })

  test('that changes tables refuses all roles', async () => {
    const relation = db.relations.find(({ name }) => name === 'public.contacts')!
    for (const role of roles) {
      const { fault } = await db.tried(role, relation, `call public.protect('contacts')`)
      assert.equal(fault?.code, '42501', role)
    }
  })

  test('counts calls only of the caller’s organization', async () => {
    const relation = db.relations.find(({ name }) => name === 'public.rate_windows')!
    for (const role of roles) {
      const { is_unharmed, fault } = await db.tried(role, relation, `select * from public.count_call('test', 10, 60)`)
      assert.ok(is_unharmed && (/_app|_work/.test(role) || fault?.code === '42501'), role)
    }
  })
})
