/** Each statement must be refused with a sentence. None may be answered, hang or crash the process. */
export const attacks = `
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
set app.org = '00000000-0000-0000-0000-000000000000'
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
select * from org_data_keys
select secrets from connections
select email from contacts
select recovery_url from checkouts
select body_text from email_campaigns
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
select current_setting('app.org')
select set_config('app.org', 'x', true)
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
