import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { in_system } from '#db/org.ts'
import { type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'

/** Each must be refused with a sentence; none may be answered, hang or break the process. */
const attacks = `
insert into store_orders values (1)
update store_orders set total = 0
delete from store_orders
truncate store_orders
drop table store_orders
create table t (a int)
create temp table t as select 1
alter role tablero_sql superuser
grant all on store_orders to public
copy store_orders to stdout
copy (select 1) to program 'id'
select 1; select 2
select 1; drop table orgs
; ; select 1; select 1
begin; commit
commit
rollback
set role postgres
set app.org_id = '00000000-0000-0000-0000-000000000000'
reset role
set local role tablero_system
show all
explain select 1
explain analyze delete from store_orders
prepare p as select 1
execute p
declare c cursor for select 1
do $$ begin raise notice 'x'; end $$
call protect('orgs')
vacuum
listen x
notify x
lock table store_orders
with x as (delete from store_orders returning *) select * from x
with x as (insert into store_orders values (1) returning *) select * from x
with x as (update store_orders set total = 1 returning *) select * from x
with recursive r as (select 1 as n union all select n + 1 from r) select * from r
with recursive store_orders as (select 1) select * from store_orders
select * into t from store_orders
select * from store_orders for update
select * from store_orders for share
select * from orgs
select * from api_keys
select * from connections
select * from public.store_orders
select * from published.store_orders
select * from pg_catalog.pg_class
select * from pg_class
select * from pg_roles
select * from pg_user
select * from pg_settings
select * from pg_stat_activity
select * from information_schema.tables
select * from "pg_authid"
select * from PG_SHADOW
select * from metrics.store_orders
select * from graphile_worker.jobs
with x as (with pg_class as (select 1) select 1) select * from pg_class
select (select 1 from pg_class limit 1)
select 1 where exists (select 1 from orgs)
select 1 from store_orders where order_id in (select name from orgs)
select 1 from store_orders join orgs on true
select 1 from store_orders, lateral (select * from api_keys) x
select 1 union select name from orgs
select 1 union all (select 1 from api_keys)
table orgs
table store_orders, orgs
select current_setting('app.org_id')
select set_config('app.org_id', 'x', true)
select set_config('role', 'postgres', false)
select pg_sleep(10)
select pg_sleep_for('10 s')
select pg_read_file('/etc/passwd')
select pg_ls_dir('/')
select pg_terminate_backend(1)
select pg_cancel_backend(1)
select pg_reload_conf()
select pg_advisory_lock(1)
select pg_backend_pid()
select lo_import('/etc/passwd')
select lo_export(1, '/tmp/x')
select lo_create(1)
select dblink('x', 'select 1')
select * from dblink('x', 'select 1') as t(a int)
select version()
select current_user
select session_user
select user
select current_role
select current_catalog
select current_schema
select current_database()
select inet_server_addr()
select has_table_privilege('orgs', 'select')
select 'orgs'::regclass
select 1::oid::regclass
select cast('pg_class' as regclass)
select to_regclass('orgs')
select 'postgres'::regrole
select query_to_xml('select * from orgs', true, true, '')
select table_to_xml('orgs', true, true, '')
select database_to_xml(true, true, '')
select xmlparse(document '<a/>')
select xpath('/a', '<a/>')
select row_to_json(o) from store_orders o
select json_agg(o) from store_orders o
select string_agg(order_id, ',') from store_orders
select array_agg(order_id) from store_orders
select repeat('x', 1000000000)
select lpad('x', 1000000000)
select rpad('x', 1000000000)
select format('%s', 'x')
select replace('x', 'x', 'y')
select regexp_replace('x', 'x', 'y')
select regexp_matches('aaaa', '(a+)+b')
select 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa' ~ '(a+)+$'
select 'a' similar to 'b'
select generate_series(1, 1000000000)
select * from generate_series(1, 10)
select * from unnest(array[1,2])
select unnest(array[1,2])
select * from rows from (jsonb_array_elements('[1]'), generate_series(1, 5))
select 9.9 ^ 99999
select 1 operator(pg_catalog.+) 1
select o.pg_typeof from store_orders o
select o.to_json from store_orders o
select o.row_to_json from store_orders o
select (o).to_jsonb from store_orders o
select (o.journey).x from store_orders o
select o.* from store_orders o, pg_class
select ctid, xmin, tableoid from store_orders
select $1
select :x
select * from store_orders tablesample system (10)
select nextval('x')
select currval('x')
select uuid_v7()
select public.current_org()
select current_org()
select pg_catalog.pg_sleep(1)
select "pg_sleep"(1)
select U&"\\0070g_sleep"(1)
select pg_catalog."set_config"('a','b',true)
select count(*) filter (where pg_sleep(1) is null) from store_orders
select 1 order by pg_sleep(1)
select 1 limit pg_sleep(1)
select 1 group by pg_sleep(1)
select 1 having pg_sleep(1) is null
select sum(1) over (partition by pg_sleep(1))
select case when true then pg_sleep(1) end
select coalesce(pg_sleep(1)::text, 'x')
select array[pg_sleep(1)]
select (select pg_sleep(1))
select 1 in (select pg_sleep(1))
select jsonb_array_elements(set_config('a','b',true)::jsonb)
values (pg_sleep(1))
values (1), (set_config('a', 'b', true)::int)
select 1 from store_orders o natural join pg_class
select random()
select gen_random_uuid()
select txid_current()
select pg_current_xact_id()
select convert_from('x'::bytea, 'utf8')
select 'x'::bytea
select '1'::xml
select 'x'::json
select 1::int4range
select 'x'::myschema.mytype
select 1 collate "C"
select row(1,2)
select grouping(1)
select treat(1 as int)
select overlay('a' placing 'b' from 1)
select normalize('a')
select json_object('a': 1)
select json_table('[]', '$' columns (a int path '$'))
select merge_action()
merge into store_orders using store_orders on true when matched then delete
select
select from
select * from
'
"
/*
$$
select 1)
select 1) q; drop table orgs; --
(select 1
--
/* x */
`
  .split('\n')
  .filter(Boolean)

describe('run_readonly_sql', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let acme: FiguresOrg
  let globex: FiguresOrg
  const fresh = () => in_system(bench.pool, (db) => db.deleteFrom('rate_windows').execute())
  before(async () => {
    bench = await figures_bench()
    acme = await bench.org()
    globex = await bench.org({ name: 'Globex' })
    for (const [org, name] of [
      [acme, 'acme'],
      [globex, 'globex'],
    ] as const) {
      const shop = await org.connect('sx')
      await org.insert(async (db) => {
        await db
          .insertInto('store_connections')
          .values({
            store_connection_id: shop,
            platform: 'sx',
            store_id: name,
            store_name: name,
            store_url: `https://${name}.example`,
            currency: 'MXN',
            time_zone: 'UTC',
          })
          .execute()
        await db
          .insertInto('store_orders')
          .values([
            store_order(shop, {
              order_id: `${name} 1`,
              ordered_at: '2026-11-16T05:59:59Z',
              total: '48.90',
              journey: '[{"source":"google"},{"source":"mail"}]',
            }),
            store_order(shop, { order_id: `${name} 2`, ordered_at: '2026-11-17T12:00:00Z', total: '10.00' }),
          ])
          .execute()
      })
    }
  })
  after(() => bench.close())

  const rows = async (sql: string) => {
    await fresh()
    return (await acme.ask('run_readonly_sql', { sql })).rows
  }

  it('answers rows as they are, of the caller’s organization only, in its calendar', async () => {
    assert.deepEqual(
      await rows(
        'select o.order_id, o.total, o.ordered_at::date as day, s.store_name from store_orders o join store_connections s using (store_connection_id) order by 1 -- newest last',
      ),
      [
        { order_id: 'acme 1', total: 48.9, day: '2026-11-15', store_name: 'acme' },
        { order_id: 'acme 2', total: 10, day: '2026-11-17', store_name: 'acme' },
      ],
    )
    assert.deepEqual(await rows('select count(*) from store_orders;'), [{ count: 2 }])
    assert.deepEqual(await rows('select count(*) as n from store_orders where true or order_id is null'), [{ n: 2 }])
  })

  it('answers the questions people ask: CTEs, windows, dates, journeys', async () => {
    assert.deepEqual(
      await rows(`with daily as (
          select date_trunc('day', ordered_at)::date as day, sum(total) as revenue, count(*) filter (where total > 20) as big
          from store_orders where not is_voided and ordered_at > now() - interval '30 days' group by 1)
        select day, revenue, big, sum(revenue) over (order by day) as running,
          case when revenue >= 48.9 then 'high' else 'low' end as level, round(revenue / nullif(big, 0), 2) as each
        from daily order by day`),
      [
        { day: '2026-11-15', revenue: 48.9, big: 1, running: 48.9, level: 'high', each: 48.9 },
        { day: '2026-11-17', revenue: 10, big: 0, running: 58.9, level: 'low', each: null },
      ],
    )
    assert.deepEqual(
      await rows(`select v.value ->> 'source' as source, count(*) from store_orders o, jsonb_array_elements(o.journey) v
        where upper(v.value ->> 'source') like 'G%' or extract(year from o.ordered_at) in (2026) group by 1 order by 1`),
      [
        { source: 'google', count: 1 },
        { source: 'mail', count: 1 },
      ],
    )
    assert.deepEqual(await rows('select 9007199254740993::int8 as big, null as nothing, true as yes'), [
      { big: '9007199254740993', nothing: null, yes: true },
    ])
    assert.deepEqual(await rows('select name from ad_accounts union all select title from meta_ad_creatives'), [])
  })

  for (const sql of attacks) {
    it(`refuses: ${sql.slice(0, 100)}`, async () => {
      await fresh()
      assert.ok((await acme.refused('run_readonly_sql', { sql })).length > 10)
    })
  }

  it('caps rows and says so, refuses what takes too long, too wide, too deep', async () => {
    const wide = `select ${Array.from({ length: 8 }, (_, at) => `'${'x'.repeat(900)}' as c${at}`).join(', ')} from store_orders a, store_orders b, store_orders c, store_orders d, store_orders e, store_orders f`
    await fresh()
    const cut = await acme.ask('run_readonly_sql', { sql: wide })
    assert.deepEqual([cut.truncated, cut.count < 64, cut.count > 0], [true, true, true])
    const cross = Array.from({ length: 60 }, (_, at) => `store_orders a${at}`).join(', ')
    const many = await acme.ask('run_readonly_sql', {
      sql: `select 1 as one from ${cross.split(', ').slice(0, 11).join(', ')}`,
    })
    assert.deepEqual([many.count, many.truncated, many.total], [1000, true, null])
    const refused = async (sql: string) => {
      await fresh()
      return acme.refused('run_readonly_sql', { sql })
    }
    assert.match(await refused(`select count(*) from ${cross}`), /longer than 5 seconds/)
    assert.match(await refused(`select ${'order_id || '.repeat(10)}order_id from store_orders`), /At most 8/)
    assert.match(await refused(`select ${'not '.repeat(2000)}true`), /deeply/)
    assert.match(await refused(`select ${'1 + '.repeat(2400)}1`), /deeply/)
    assert.match(await refused(`select '${'x'.repeat(11_000)}'`), /at most 10000/)
    assert.match(await refused('select 1 / 0'), /division by zero/)
    assert.match(await refused('select nope from store_orders'), /column "nope" does not exist/)
    assert.match(await refused('select 1\0'), /NUL/)
  })

  it('leaves nothing behind: the next call runs with its own role and settings', async () => {
    await acme.refused('run_readonly_sql', { sql: 'select 1 / 0' })
    assert.equal((await acme.ask('query_orders')).orders_in_period, 2)
    assert.equal((await globex.ask('query_orders')).orders_in_period, 2)
  })
})
