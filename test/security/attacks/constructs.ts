// Parts of SQL that are not allowed.
import { lines } from './text.ts'

export const constructs = lines(String.raw`
with recursive r as (select 1 as n union all select n + 1 from r) select n from r
with recursive r(n) as (values (1) union select n * 2 from r where n < 1e9) select count(*) from r
with recursive store_orders as (select 1 as a) select * from store_orders
with recursive r as (select 1 as n union all select n + 1 from r) search depth first by n set o select * from r
with recursive r as (select 1 as n union all select n from r) cycle n set c using p select * from r
with x as not materialized (select 1 as a) select a from x
with pg_class as (select * from pg_class) select * from pg_class
with x as (select * from y), y as (select 1 as a) select * from x
with x as (with pg_class as (select 1 as a) select a from pg_class) select * from pg_class
select * into x from store_orders
select 1 as a into temp x
select 1 as a into unlogged table x from store_orders
select * from store_orders for update
select * from store_orders for no key update
select * from store_orders for share
select * from store_orders for key share
select * from store_orders for update of store_orders nowait
select * from store_orders for update skip locked
select * from (select * from store_orders for update) x
with x as (select * from store_orders for share) select * from x
select 1 operator(pg_catalog.+) 1 as a
select 1 operator(public.+) 1 as a
select 'a' operator(pg_catalog.~) 'b' as a
select 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' ~ '(a+)+$' as a
select 'a' ~* 'b' as a
select 'a' !~ 'b' as a
select 'a' similar to '(a|b)*' as a
select 'a' like 'b' escape 'c' as a
select 2 ^ 1000000 as a
select 9.9 ^ 99999 as a
select |/ 2 as a
select @ -1 as a
select 20 !! as a
select 1 & 2 as a
select 1 << 2000000000 as a
select '{1,2}'::int[] && '{1}'::int[] as a
select 'a' <-> 'b' as a
select '{}'::jsonb @@ '$.a' as a
select '{}'::jsonb @? '$.a' as a
select '{}'::jsonb ? 'a' as a
select '{}'::jsonb #- '{a}' as a
select 'a' ^@ 'b' as a
select (journey).x from store_orders
select (o).order_id from store_orders o
select (store_orders).* from store_orders
select (store_orders.*)::text from store_orders
select o from store_orders o
select store_orders from store_orders
select count(o) from store_orders o
select o::text from store_orders o
select o = o as a from store_orders o
select o.* is null as a from store_orders o
select count(o.*) from store_orders o
select count(distinct o) from store_orders o
select coalesce(o.*) from store_orders o
select x from (select order_id, total from store_orders) x
select row(1, 2) as a
select (1, 2) as a
select (1, 2) = (1, 2) as a
select (order_id, total) in (select order_id, total from store_orders) as a from store_orders
select o.pg_typeof from store_orders o
select o.row_to_json from store_orders o
select o.name from store_orders o, (select 1) x
select 1 as row_to_json, o.row_to_json from store_orders o
select 1 as pg_typeof, o.pg_typeof from store_orders o
select 1 as json_agg, o.json_agg from store_orders o
select 1 as record_out, o.record_out from store_orders o
select 1 as quote_literal, o.quote_literal from store_orders o
select 1 as pg_column_size, o.pg_column_size from store_orders o
select 1 as hash_record, o.hash_record from store_orders o
select 1 as jsonb_pretty, v.jsonb_pretty from store_orders o, jsonb_array_elements(o.journey) v
select row_to_json.row_to_json from store_orders row_to_json
select v.jsonb_each from store_orders, jsonb_array_elements(journey) v(a)
select published.store_orders.order_id from store_orders
select store_orders.order_id.x from store_orders
select a.b.c.d from store_orders
select (array[1, 2])[1] as a
select (array[1, 2])[1:2] as a
select journey['0'] from store_orders
select array(select order_id from store_orders) as a
select array[order_id] from store_orders
select array[array[1], array[total]] from store_orders
select array(select 1 from store_orders a, store_orders b) as a
select '1' collate "C" as a
select order_id from store_orders order by order_id collate "und-x-icu"
select order_id from store_orders order by order_id using >
select order_id from store_orders order by total using operator(pg_catalog.<)
select * from store_orders tablesample system (10)
select * from store_orders tablesample bernoulli (1) repeatable (1)
select * from rows from (generate_series(1, 5))
select * from rows from (jsonb_array_elements('[1]'), generate_series(1, 5))
select * from json_table('[]', '$' columns (a int path '$')) x
select * from xmltable('/a' passing '<a/>' columns b text path 'b')
select * from jsonb_to_recordset('[]') as x(a int)
select * from jsonb_array_elements('[1]') as x(a int, b int), generate_series(1, 2)
select * from store_orders, unnest(array[1, 2]) x
select xmlelement(name a, 'b') as a
select xmlforest('a' as b) as a
select xmlparse(document '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>') as a
select xmlserialize(content '<a/>' as text) as a
select xmlpi(name php) as a
select json_object('a': 1) as a
select json_array(1, 2) as a
select json_value('{}', '$.a') as a
select json_query('{}', '$.a') as a
select json_exists('{}', '$.a') as a
select '{}' is json as a
select json_serialize('{}') as a
select overlay('a' placing 'b' from 1) as a
select normalize('a') as a
select 'a' is normalized as a
select trim(both from collation for ('a')) as a
select grouping(order_id) from store_orders group by order_id
select merge_action() as a
select current_user as a
select user as a
select session_user as a
select current_role as a
select system_user as a
select current_catalog as a
select current_schema as a
select $1 as a
select $1::int as a
select :a as a
select :'a' as a
select ? as a
select @a as a
select @@version as a
select b'101' as a
select x'1F' as a
select '\x41'::bytea as a
select ctid from store_orders where current of answer
select cast(default as int) as a
select concat(variadic array['a', 'b']) as a
select concat(a => 'b') as a
select count(all order_id order by pg_sleep(1)) from store_orders
select sum(total) filter (where pg_sleep(1) is null) from store_orders
select first_value(order_id) ignore nulls over () from store_orders
select percentile_disc(array[0.1, 0.9]) within group (order by order_id) from store_orders
select percentile_disc('{0.1,0.9}'::float8[]) within group (order by order_id) from store_orders
select 'x'::char(10485760) as a
select cast('x' as char(1000000)) as a
select 'x'::varchar(10485760)::char(10485760) as a
select 1 as "__proto__"
select x.a from (select 1) x("__proto__")
select 1 as a, 2 as a
select o.currency, s.currency from store_orders o join store_connections s using (store_connection_id)
select order_id as a, total as a from store_orders
select order_id from store_orders where order_id like utm_source
select order_id from store_orders where order_id like '%' || utm_source || '%'
select strpos(order_id, order_number) from store_orders
select order_id like any (select order_number from store_orders) as a from store_orders
select order_id from store_orders limit all offset (select count(*) from orgs)
select order_id from store_orders fetch first (select count(*) from orgs) rows only
select * from store_orders natural join pg_class
select * from store_orders join pg_class using (oid)
select * from (store_orders cross join orgs)
select * from ((select * from orgs)) x
select * from store_orders as orgs, orgs as x
select (table orgs) as a
select (values (1), (2)) from orgs
values ((select name from orgs))
values (1, default)`)

export const types = lines(`
regclass
regproc
regprocedure
regrole
regnamespace
regtype
regoper
regconfig
oid
xid
cid
tid
name
xml
json
jsonpath
bytea
inet
cidr
macaddr
point
polygon
circle
tsvector
tsquery
pg_lsn
pg_snapshot
int4range
nummultirange
money
bit(1000000)
varbit
record
unknown
internal
cstring
anyelement
void
trigger
refcursor
aclitem
pg_node_tree
store_orders
published.store_orders
public.orgs
orgs
information_schema.sql_identifier
pg_catalog.regclass
"regclass"
setof text
store_orders.order_id%type
nope`).flatMap((type) => [`select 'x'::${type} as a`, `select cast(null as ${type}) as a`])
