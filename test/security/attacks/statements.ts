// Statements that are not queries: alone, after a query and within a query.
import { lines } from './text.ts'

/** Whole statements that are not queries. */
export const statements = lines(String.raw`
insert into store_orders values (1)
insert into store_orders default values
insert into published.store_orders select * from store_orders
insert into orgs (name) values ('x') returning *
insert into store_orders values (1) on conflict do update set order_id = 'x'
update store_orders set total = 0
update only store_orders set total = 0 where true returning *
delete from store_orders
delete from store_orders using orgs
truncate store_orders
truncate store_orders, orgs restart identity cascade
merge into store_orders using store_orders s on true when matched then delete
drop table store_orders
drop view published.store_orders cascade
drop schema published cascade
drop role tablero_app
drop owned by tablero_app
drop database postgres
drop function current_org()
create table x (a int)
create temp table x as select 1
create unlogged table x as table store_orders
create view x as select 1
create or replace temp view store_orders as select * from orgs
create materialized view x as select 1
create index on store_orders (order_id)
create function x() returns int language sql as 'select 1'
create function x() returns int language c as '/lib/x.so'
create procedure x() language plpgsql as 'begin end'
create operator === (leftarg = int, rightarg = int, function = int4eq)
create cast (text as int) with inout
create aggregate x(int) (sfunc = int4pl, stype = int)
create trigger x before insert on store_orders execute function f()
create rule x as on select to store_orders do instead select 1
create policy x on store_orders using (true)
create extension dblink
create extension plpython3u
create foreign table x (a int) server s
create server s foreign data wrapper postgres_fdw
create user mapping for public server s
create language plpython3u
create role x superuser login
create user x
create database x
create schema x
create sequence x
create type x as (a int)
create domain x as int
create collation x from "C"
create publication x for all tables
create subscription x connection 'host=127.0.0.1' publication y
create event trigger x on ddl_command_start execute function f()
create tablespace x location '/tmp'
create statistics x on order_id, total from store_orders
create text search configuration x (copy = simple)
alter table store_orders disable row level security
alter table store_orders no force row level security
alter view store_orders owner to postgres
alter role tablero_sql superuser
alter role tablero_sql set row_security = off
alter system set log_statement = 'all'
alter database postgres set search_path = x
alter default privileges grant all on tables to public
alter function current_org() security definer
grant all on all tables in schema public to public
grant tablero_system to tablero_sql
grant set on parameter log_statement to tablero_sql
revoke all on store_orders from tablero_sql
reassign owned by tablero_app to tablero_sql
security label on table store_orders is 'x'
comment on table store_orders is 'x'
copy store_orders to stdout
copy store_orders from stdin
copy (select 1) to '/tmp/x'
copy (select 1) to program 'id'
copy orgs from program 'curl http://127.0.0.1'
copy (select * from orgs) to stdout (format csv)
begin
begin isolation level serializable
start transaction read write
commit
commit and chain
end
rollback
rollback and chain
abort
savepoint x
rollback to savepoint x
release savepoint x
prepare transaction 'x'
commit prepared 'x'
rollback prepared 'x'
set role postgres
set local role tablero_system
set session authorization postgres
set app.org = '{victim}'
set local app.org to '{victim}'
set search_path = public
set statement_timeout = 0
set local statement_timeout = 0
set row_security = off
set transaction read write
set session characteristics as transaction read write
set constraints all deferred
set standard_conforming_strings = off
set time zone 'UTC'
set names 'latin1'
set xml option document
reset role
reset all
reset app.org
show all
show app.org
show data_directory
discard all
discard temp
discard plans
explain select 1
explain analyze select * from store_orders
explain (analyze, buffers, verbose) select * from store_orders
explain (format json) delete from store_orders
explain execute p
prepare p as select * from orgs
prepare p (int) as select $1
execute p
execute p (1)
deallocate all
declare c cursor for select 1
declare c scroll cursor with hold for select * from orgs
fetch all from answer
fetch forward 10 from answer
move all in answer
close answer
close all
do $$ begin perform pg_sleep(10); end $$
do language plpgsql 'begin raise notice ''x''; end'
call protect('orgs')
call x()
listen tablero_directory
unlisten *
notify tablero_directory
notify tablero_directory, 'x'
lock table store_orders
lock store_orders in access exclusive mode nowait
vacuum
vacuum full store_orders
analyze
analyze store_orders
reindex table store_orders
reindex database postgres
cluster store_orders
checkpoint
load 'x'
load '$libdir/dblink'
refresh materialized view x
import foreign schema public from server s into public
return 1
plpgsql
select
select from store_orders
select distinct
with x as (select 1)
values
table
(select 1
select 1)
select 1) q
select 1) q; drop table orgs; --
select 1) q) to stdout; --
'
"
$$
$x$
/*
/* /* */
--
;
;;
\d
\! id
\copy orgs to '/tmp/x'
@
#
!`)

/** Two statements instead of one, and comments that could hide the second. */
export const stacked = lines(`
; select 1
; drop table orgs
; commit
; set role postgres
; set app.org = '{victim}'; select * from store_orders
;select pg_sleep(10)
; ; select 2
/* ; */ ; select 2
; /* x */ delete from store_orders
; begin; delete from store_orders; commit
;\tselect 2
;\u000bselect 2
;\u00a0select 2
; close answer; declare answer cursor for select * from orgs
; fetch all from answer`).map((rest) => `select 1 as a${rest}`)

export const data_changing = lines(`
delete from store_orders returning *
insert into store_orders values (1) returning *
update store_orders set total = 1 returning *
merge into store_orders using store_orders s on true when matched then delete returning *
delete from store_orders
insert into orgs default values returning *
update orgs set name = 'x' returning *`).flatMap((change) => [
  `with x as (${change}) select 1 as a`,
  `with x as materialized (${change}) select * from x`,
  `with a as (with x as (${change}) select 1 as b) select * from a`,
  `select 1 as a from (with x as (${change}) select 1 as b) y`,
  `select * from (${change}) x`,
  `select (${change}) as a`,
])
