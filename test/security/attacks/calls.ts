// Functions that an untrusted caller must not call, and all places in a statement where a call is possible.
import { lines } from './text.ts'

/** Calls that would read files, sleep, lock, change settings, run other SQL, reach other servers or reveal facts about the server. */
export const dangerous_calls = lines(String.raw`
set_config('app.org', '{victim}', true)
set_config('role', 'tablero_system', true)
current_setting('app.org')
current_setting('data_directory')
pg_sleep(10)
pg_sleep_for('10 seconds')
pg_sleep_until(now() + interval '10 s')
pg_read_file('/etc/passwd')
pg_read_binary_file('/etc/passwd')
pg_stat_file('/etc/passwd')
pg_ls_dir('/')
pg_ls_logdir()
pg_ls_waldir()
pg_ls_tmpdir()
pg_file_write('/tmp/x', 'x', false)
pg_logfile_rotate()
lo_import('/etc/passwd')
lo_export(1, '/tmp/x')
lo_create(1)
lo_from_bytea(0, 'x')
lo_get(1)
lo_put(1, 0, 'x')
lo_open(1, 131072)
lo_unlink(1)
loread(1, 100)
lowrite(1, 'x')
pg_terminate_backend(1)
pg_cancel_backend(1)
pg_reload_conf()
pg_rotate_logfile()
pg_switch_wal()
pg_create_restore_point('x')
pg_backup_start('x')
pg_promote()
pg_advisory_lock(1)
pg_advisory_xact_lock(1)
pg_try_advisory_lock(1)
pg_advisory_unlock_all()
pg_notify('tablero_directory', '')
pg_export_snapshot()
pg_backend_pid()
pg_stat_get_activity(1)
pg_stat_reset()
pg_get_viewdef('store_orders')
pg_get_functiondef(1)
pg_get_userbyid(10)
pg_describe_object(1259, 1, 0)
pg_relation_size('store_orders')
pg_database_size('postgres')
pg_total_relation_size('orgs')
pg_relation_filepath('orgs')
pg_postmaster_start_time()
pg_conf_load_time()
pg_is_in_recovery()
pg_current_wal_lsn()
pg_current_xact_id()
txid_current()
txid_current_snapshot()
pg_prepared_statement()
pg_cursor()
pg_timezone_names()
pg_show_all_settings()
pg_config()
pg_hba_file_rules()
pg_lock_status()
pg_typeof(1)
pg_column_size(1)
pg_replication_origin_create('x')
pg_create_physical_replication_slot('x')
pg_logical_emit_message(true, 'x', 'x')
pg_logical_slot_get_changes('x', null, null)
query_to_xml('select * from orgs', true, true, '')
query_to_xmlschema('select 1', true, true, '')
query_to_xml_and_xmlschema('select 1', true, true, '')
cursor_to_xml('answer', 1, true, true, '')
table_to_xml('orgs', true, true, '')
schema_to_xml('public', true, true, '')
database_to_xml(true, true, '')
xpath('/a', '<a/>')
xpath_exists('/a', '<a/>')
xml_is_well_formed('<a/>')
ts_stat('select to_tsvector(name) from orgs')
ts_rewrite('a', 'select 1, 2')
dblink('dbname=postgres', 'select 1')
dblink_connect('host=127.0.0.1')
dblink_exec('drop table orgs')
postgres_fdw_get_connections()
has_table_privilege('orgs', 'select')
has_database_privilege('postgres', 'connect')
pg_has_role('postgres', 'member')
row_security_active('orgs')
to_regclass('orgs')
to_regproc('pg_sleep')
to_regrole('postgres')
format_type(25, null)
obj_description(1, 'pg_class')
col_description(1, 1)
shobj_description(1, 'pg_database')
inet_server_addr()
inet_client_addr()
inet_server_port()
version()
current_database()
current_schemas(true)
current_query()
nextval('graphile_worker.jobs_id_seq')
setval('graphile_worker.jobs_id_seq', 1)
lastval()
count_call('x', 1, 1)
enqueue_job('sync_connection', '{}', null, 1)
current_org()
uuid_v7()
graphile_worker.add_job('sync_connection')
public.enqueue_job('x', '{}', null, 1)
published.x()
pg_catalog.pg_sleep(1)
"pg_catalog"."pg_sleep"(1)
PG_SLEEP(1)
"pg_sleep"(1)
U&"\0070g_sleep"(1)
U&"pg!005fsleep" uescape '!' (1)
repeat('x', 1000000000)
lpad('x', 1000000000)
rpad('x', 1000000000, 'yz')
format('%1$s', 'x')
replace('x', 'x', 'y')
translate('x', 'x', 'y')
regexp_replace('aaaaaaaaaaaaaaaaaaaaaaaa', '(a+)+b', 'c')
regexp_match('aaaa', '(a+)+b')
regexp_count('aaaa', '(a+)+b')
regexp_split_to_array('a', 'a')
string_to_array('a', 'a')
string_agg('a', 'a')
array_agg(1)
json_agg(1)
jsonb_object_agg('a', 1)
xmlagg('<a/>'::text)
generate_series(1, 1000000000)
generate_subscripts(array[1], 1)
unnest(array[1])
jsonb_each('{}')
jsonb_path_query('{}', '$.**')
jsonb_populate_record(null, '{}')
jsonb_set('{}', '{a}', '1')
convert_from('\x41', 'utf8')
encode('x', 'base64')
decode('eA==', 'base64')
chr(0)
ascii('x')
md5('x')
sha256('x')
random()
setseed(0.1)
gen_random_uuid()
clock_timestamp()
timeofday()
power(10, 100000)
factorial(100000)
exp(5000)
gcd(1, 2)
width_bucket(1, 1, 2, 3)
to_tsvector('x')
ts_headline('x', to_tsquery('x'))
plpgsql_call_handler()
fmgr_sql_validator(1)
binary_upgrade_set_next_pg_type_oid(1)
pg_nextoid('pg_class', 'oid', 'pg_class_oid_index')
amvalidate(1)
record_out(null)
textin('x')
int4out(1)
byteaout('x')
array_in('x', 1, 1)`)

/** The places where a call is possible. Each call must be refused in each place. */
const places = lines(`
select 1 as a where {call} is not null
select 1 as a order by {call}
select 1 as a limit {call}
select 1 as a offset {call}
select 1 as a group by {call}
select 1 as a having {call} is null
with x as (select {call} as y) select y from x
with x as materialized (values ({call})) select column1 from x
select count(*) filter (where {call} is null) from store_orders
select sum(1) over (partition by {call}) as a
select sum(1) over (order by {call} rows between 1 preceding and current row) as a
select sum(1) over (w) as a from store_orders window w as (order by {call})
select case when {call} is null then 1 else 2 end as a
select case {call} when 1 then 1 end as a
select coalesce({call}::text, 'x') as a
select nullif({call}::text, 'x') as a
select greatest({call}::text, 'x') as a
select ({call})::text as a
select cast({call} as text) as a
select array[{call}] as a
select (select {call}) as a
select exists (select {call}) as a
select 1 in (select 1 where {call} is null) as a
select '1' = any (select {call}::text) as a
select distinct on ({call}) order_id from store_orders
select percentile_cont(0.5) within group (order by {call}) as a
select percentile_cont({call}) within group (order by total) as a from store_orders
select mode() within group (order by {call}) as a
select max({call}::text) as a
select 1 as a union select {call}
select 1 as a from store_orders o join store_connections s on {call} is null
select 1 as a from store_orders o, lateral (select {call} as b) x
select 1 as a from store_orders o left join lateral (values ({call})) x(b) on true
select * from {call}
select * from {call} as t(a)
select * from {call} with ordinality
select * from rows from ({call})
select * from rows from (jsonb_array_elements('[]'), {call})
select * from lateral {call}
select x.* from store_orders o cross join lateral {call} as x
values (1), ({call})
select date_trunc({call}::text, now()) as a
select ordered_at at time zone {call}::text as a from store_orders
select -({call}) as a
select not ({call} is null) as a
select {call} between 1 and 2 as a
select {call} is distinct from 1 as a
select upper({call}::text) as a
select (jsonb_array_elements(journey) -> {call}::text) as a from store_orders`)

const calls_in_places = ["set_config('app.org', '{victim}', true)", 'pg_sleep(10)', "pg_read_file('/etc/passwd')"]

export const calls_everywhere = calls_in_places.flatMap((call) => places.map((place) => place.replace('{call}', call)))
