import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Compilable, sql } from 'kysely'
import type { OrgTable } from '#db/org_tables.ts'
import { of_all_orgs, of_org, this_org } from '#db/organization.ts'
import { kysely_on } from '#db/pool.ts'

const ORG_ID = '019aa0b0-0000-7000-8000-000000000000'
const db = kysely_on({} as never, { org_id: ORG_ID })
const across = kysely_on({} as never)

function compiled(query: Compilable) {
  const { sql, parameters } = query.compile()
  return [sql, ...parameters]
}

test('the condition names the alias of a table, and the organization is one parameter however many tables need it', () => {
  const query = db
    .selectFrom(['connections as c', 'sync_runs'])
    .select('c.name')
    .where(({ or, eb }) => or([eb('c.name', '=', 'a'), eb('c.name', '=', 'b')]))
  assert.deepEqual(compiled(query), [
    'select "c"."name" from "connections" as "c", "sync_runs" where ("c"."name" = $1 or "c"."name" = $2)' +
      ' and "c".org_id = $3 and "sync_runs".org_id = $3',
    'a',
    'b',
    ORG_ID,
  ])
})

test('a statement across organizations can be limited to some of them, which are one parameter', () => {
  const some = kysely_on({} as never, { among: [ORG_ID] })
  const query = some
    .selectFrom('connections as c')
    .leftJoin('sync_runs as r', 'r.connection_id', 'c.connection_id')
    .select('r.state')
    .where('c.name', '=', 'a')
  assert.deepEqual(compiled(query), [
    'select "r"."state" from "connections" as "c" left join "sync_runs" as "r"' +
      ' on "r"."connection_id" = "c"."connection_id" and "r".org_id = any ($1::uuid[])' +
      ' where "c"."name" = $2 and "c".org_id = any ($1::uuid[])',
    [ORG_ID],
    'a',
  ])
  const raw = sql`select from ${of_all_orgs('webhooks', 'w')} join ${of_all_orgs('webhook_health', 'h')} using (org_id)`
  assert.deepEqual(compiled({ compile: () => raw.compile(some) }), [
    'select from (select * from webhooks where org_id = any ($1::uuid[])) as w' +
      ' join (select * from webhook_health where org_id = any ($1::uuid[])) as h using (org_id)',
    [ORG_ID],
  ])
  assert.equal(raw.compile(across).sql, 'select from webhooks as w join webhook_health as h using (org_id)')
})

test('a joined table is held where it is joined, so that an outer join stays one', () => {
  const query = db
    .selectFrom('connections as c')
    .leftJoin('sync_runs as r', 'r.connection_id', 'c.connection_id')
    .select('r.state')
  assert.equal(
    query.compile().sql,
    'select "r"."state" from "connections" as "c" left join "sync_runs" as "r"' +
      ' on "r"."connection_id" = "c"."connection_id" and "r".org_id = $1 where "c".org_id = $1',
  )
  assert.throws(
    () =>
      db
        .selectFrom('connections as c')
        .rightJoin('fx_rates', (on) => on.onTrue())
        .selectAll()
        .compile(),
    /of_org/,
  )
})

test('subqueries, lateral joins, common table expressions and unions each get the condition', () => {
  const query = db
    .with('newest', (of) =>
      of.selectFrom('connections').select('connection_id').union(of.selectFrom('checkouts').select('connection_id')),
    )
    .selectFrom('newest')
    .innerJoinLateral(
      (of) => of.selectFrom('sync_runs').select('state').whereRef('connection_id', '=', 'newest.connection_id').as('r'),
      (on) => on.onTrue(),
    )
    .select(['r.state', (of) => of.selectFrom('store_orders').select('order_id').limit(1).as('first')])
  assert.equal(
    query.compile().sql,
    'with "newest" as (select "connection_id" from "connections" where "connections".org_id = $1' +
      ' union select "connection_id" from "checkouts" where "checkouts".org_id = $1)' +
      ' select "r"."state", (select "order_id" from "store_orders" where "store_orders".org_id = $1 limit $2) as "first"' +
      ' from "newest" inner join lateral (select "state" from "sync_runs" where "connection_id" = "newest"."connection_id"' +
      ' and "sync_runs".org_id = $1) as "r" on true',
  )
})

test('updates and deletes get the condition too, and a new row belongs to the organization by default', () => {
  assert.deepEqual(compiled(db.updateTable('connections').set({ name: 'x' })), [
    'update "connections" set "name" = $1 where "connections".org_id = $2',
    'x',
    ORG_ID,
  ])
  assert.equal(
    compiled(db.deleteFrom('checkouts').using('connections as c').where(sql<boolean>`true or false`))[0],
    'delete from "checkouts" using "connections" as "c" where (true or false) and "checkouts".org_id = $1 and "c".org_id = $1',
  )
  const key = { key: 'k', tool: 't', input_hash: Buffer.alloc(0) }
  const rows = [key, { ...key, created_at: sql`current_date` }] as never
  const [text, ...values] = compiled(db.insertInto('idempotency_keys').values(rows))
  assert.equal(
    text,
    'insert into "idempotency_keys" ("key", "tool", "input_hash", "created_at", "org_id")' +
      ' values ($1, $2, $3, default, $4), ($5, $6, $7, current_date, $4)',
  )
  assert.equal(values[3], ORG_ID)
  const named = compiled(db.insertInto('idempotency_keys').values({ ...key, org_id: 'its own' }))
  assert.ok(named.includes('its own') && !named.includes(ORG_ID))
})

test('raw SQL names a table, and the organization is added', () => {
  const orders = sql`select count(*) from ${of_org('store_orders', 'o')} left join ${of_org('metrics.campaigns')} on true`
  assert.deepEqual(compiled({ compile: () => orders.compile(db) } as Compilable), [
    'select count(*) from (select * from "store_orders" where org_id = $1) as "o"' +
      ' left join (select * from "metrics"."campaigns" where org_id = $1) as "campaigns" on true',
    ORG_ID,
  ])
  assert.equal(sql`delete from contacts where org_id = ${this_org}`.compile(db).parameters[0], ORG_ID)
  assert.throws(() => of_org('fx_rates' as OrgTable), /not a table of an organization/)
})

test('reference data and statements across organizations do not change; such statements cannot name an organization', () => {
  assert.equal(db.selectFrom('fx_rates').select('date').compile().sql, 'select "date" from "fx_rates"')
  assert.equal(across.selectFrom('connections').select('name').compile().sql, 'select "name" from "connections"')
  assert.throws(() => sql`select from ${of_org('contacts')}`.compile(across), /across organizations/)
})

test('an OR of raw SQL never reaches beyond its own condition', () => {
  const { sql: text } = db
    .selectFrom('connections')
    .select('name')
    .where(sql<boolean>`name = 'a' or name = 'b'`)
    .where('platform', '=', 'sx')
    .compile()
  assert.match(text, /where \(.* or .* and "platform" = \$1\) and "connections"\.org_id = \$2$/)
})

test('a right join to a table of the organization is refused, also from a table that belongs to none', () => {
  const joined = db
    .selectFrom('fx_rates')
    .rightJoin('contacts', (join) => join.onTrue())
    .selectAll('contacts')
  assert.throws(() => joined.compile(), /right or full join/)
})
