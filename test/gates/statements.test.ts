// scripts/test.ts checks every statement that product code sends during tests against these rules.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check_statements } from '../../scripts/statements/check.ts'
import { exceptions } from '../../scripts/statements/exceptions.ts'
import { faults_of } from '../../scripts/statements/rules.ts'

const unnamed = 'store_orders is read by a query that does not name the organization'

const bad: [about: string, text: string, fault: string][] = [
  ['a table without any condition', 'select * from store_orders where order_id = $1', unnamed],
  ['a condition that is one alternative of two', 'select * from store_orders where org_id = $1 or is_test', unnamed],
  ['a condition that is not an equality', 'select * from store_orders where org_id <> $1', unnamed],
  ['a computed organization', 'select * from store_orders where org_id = current_org()', unnamed],
  ['several organizations', 'select * from store_orders where org_id = any ($1)', unnamed],
  ['one of two tables', 'select * from connections c, store_orders o where c.org_id = $1', unnamed],
  [
    'an equality with the other table alone',
    'select * from connections c join store_orders o using (org_id) where c.org_id = $1',
    unnamed,
  ],
  [
    'an outer join without it',
    'select * from connections c left join store_orders o on o.org_id = c.org_id where c.org_id = $1',
    unnamed,
  ],
  [
    'the side that an outer join keeps',
    'select * from store_orders o left join connections c on o.org_id = $1 and c.org_id = $1',
    unnamed,
  ],
  [
    'a correlated subquery',
    'select (select count(*) from store_orders o where o.org_id = c.org_id) from connections c where c.org_id = $1',
    unnamed,
  ],
  [
    'a lateral join',
    'select * from connections c, lateral (select * from store_orders o where o.org_id = c.org_id) o where c.org_id = $1',
    unnamed,
  ],
  ['a common table expression', 'with o as (select * from store_orders) select * from o where org_id = $1', unnamed],
  [
    'the second half of a union',
    'select 1 from store_orders where org_id = $1 union all select 1 from store_orders',
    unnamed,
  ],
  [
    'a view of the metric catalog',
    'select * from metrics.campaigns',
    'metrics.campaigns is read by a query that does not name the organization',
  ],
  [
    'a lock',
    'select 1 from connections where connection_id = $1 for update',
    'connections is locked by a query that does not name the organization',
  ],
  [
    'a shared lock',
    'select 1 from org_data_keys for share',
    'org_data_keys is locked by a query that does not name the organization',
  ],
  [
    'an update',
    'update connections set name = $1',
    'connections is changed by a query that does not name the organization',
  ],
  [
    'a deletion',
    'delete from connections where connection_id = $1',
    'connections is changed by a query that does not name the organization',
  ],
  [
    'a row without it',
    'insert into connections (name) values ($1)',
    'connections is given rows that do not name the organization',
  ],
  [
    'a row that is computed',
    'insert into connections (org_id, name) select c.org_id, $1 from checkouts c where c.org_id = $1 on conflict do nothing',
    'connections is given rows that do not name the organization',
  ],
  [
    'the time in an update on conflict',
    'insert into sync_cursors (org_id) values ($1) on conflict (org_id) do update set updated_at = now()',
    'sync_cursors is updated on conflict with now()',
  ],
  [
    'the time in its condition',
    'insert into sync_cursors (org_id) values ($1) on conflict (org_id) do update set cursor = $2 where sync_cursors.updated_at < current_timestamp',
    'sync_cursors is updated on conflict with SVFOP_CURRENT_TIMESTAMP()',
  ],
  ['a setting of the session', "set app.org = '1'", 'app.org is set for the session'],
  ['a role of the session', 'set role tablero_app', 'role is set for the session'],
  ['a reset', 'reset role', 'role is set for the session'],
  ['set_config for the session', "select set_config('app.org', $1, false)", 'app.org is set for the session'],
  [
    'a temporary table beside it',
    'select 1 from store_orders o, pg_temp.stage_store_orders s where o.org_id = $1 and s.order_id = o.order_id',
    'store_orders is used together with the temporary table stage_store_orders',
  ],
  [
    'a change of what a temporary table names',
    'delete from store_orders o using pg_temp.stage_store_orders s where o.org_id = $1 and s.order_id = o.order_id',
    'store_orders is changed by comparing it with the temporary table stage_store_orders',
  ],
  [
    'rows of a query that may not conflict',
    'insert into connections (org_id, name) select $1, c.name from checkouts c where c.org_id = $1',
    'connections is given the rows of a query without ON CONFLICT or RETURNING',
  ],
  [
    'a parameter in ON CONFLICT beside rows of a query',
    'insert into connections (org_id, name) select $1, c.name from checkouts c where c.org_id = $1 on conflict (org_id) do update set name = $2',
    'connections is given the rows of a query with a parameter in ON CONFLICT',
  ],
]

for (const [about, text, fault] of bad)
  test(`a statement is refused for ${about}`, async () => assert.deepEqual(await faults_of(text), [fault]))

const good = [
  'select * from store_orders where order_id = $1 and org_id = $2',
  'select * from (select * from store_orders where org_id = $1) o left join (select * from store_refunds where org_id = $1) r using (org_id, order_id)',
  'select * from connections c left join store_orders o on o.connection_id = c.connection_id and o.org_id = $1 where c.org_id = $1',
  "select * from public.store_orders where '019aa0b0-0000-7000-8000-000000000000'::uuid = org_id for update",
  'with store_orders as (select 1 as n) select n from store_orders',
  'update connections c set name = $2 from sync_runs r where c.org_id = $1 and r.org_id = $1',
  'insert into connections (name, org_id) values ($1, $2), ($3, $2)',
  'insert into sync_cursors (org_id) values ($1) on conflict (org_id) do update set updated_at = $2',
  'insert into connections (org_id, name) select $1, c.name from checkouts c where c.org_id = $1 returning 1',
  "begin read only; set local role tablero_app; select set_config('timezone', $1, true); set transaction isolation level repeatable read",
  'select * from fx_rates join pg_temp.stage_rates using (currency)',
]

for (const text of good) test(`a statement passes: ${text}`, async () => assert.deepEqual(await faults_of(text), []))

const sent = (text: string, role = 'tablero_app') => ({
  sender: 'src/some.ts',
  role,
  text,
  shape: text,
  test: 'some.test.ts',
})
const fault = 'connections is read by a query that does not name the organization'

test('a fault names the statement, the sending file, the test and the role; an exception applies only to its role', async () => {
  const query = 'select "org_id", "connection_id" from "connections" where "status" = $1 order by "next_sync_at" '
  assert.deepEqual(await check_statements([sent('select from connections'), sent(query, 'tablero_system')], false), {
    faults: [`${fault}: (src/some.ts in some.test.ts, as tablero_app) select from connections`],
    looked: '2 statements',
  })
  assert.equal((await check_statements([sent(query)], false)).faults.length, 1)
})

test('an exception applies only to the fault that it names', async () => {
  const named = 'select 1 from store_orders o, pg_temp."stage_store_orders" s where o.org_id = $1'
  assert.deepEqual((await check_statements([sent(named)], false)).faults, [])
  const unnamed = await check_statements([sent(named.replace('o.org_id = $1', 'true'))], false)
  assert.match(unnamed.faults.join(), /^store_orders is read by a query/)
})

test('an exception applies only to the tables that it names', async () => {
  const due =
    'select "org_id", "connection_id" from "connections" where "status" = $1 and exists (select from "store_orders")'
  const { faults } = await check_statements([sent(`${due} order by "next_sync_at" `, 'tablero_system')], false)
  assert.equal(faults.length, 1)
  assert.match(faults[0]!, /^store_orders is read by a query/)
})

test('a whole run fails for a table of an exception that nothing needs', async () => {
  const due = 'select "org_id", "connection_id" from "connections" where "status" = $1 order by "next_sync_at" '
  const { faults } = await check_statements([sent(due, 'tablero_system')], true)
  const left = faults.filter((one) => one.includes('next_sync_at'))
  assert.equal(left.length, 1)
  assert.match(left[0]!, /^an exception that no statement needs: orgs in /)
})

test('a whole run fails when nothing was recorded, and for an exception that nothing needs', async () => {
  const { faults } = await check_statements([], true)
  const needed = exceptions.filter(({ on_cluster }) => !on_cluster)
  assert.equal(faults.length, needed.flatMap(({ tables = ['any'] }) => tables).length + 1)
  assert.match(faults.at(-1)!, /only 0 of 500 statements/)
})
