// Relations that are not published, in every place where a statement can read from a relation.
import { lines } from './text.ts'

/** Relations that are not published, in every spelling. */
const hidden = lines(`
orgs
api_keys
public.store_orders
published.store_orders
graphile_worker.jobs
pg_class
pg_catalog.pg_class
pg_authid
pg_stat_activity
pg_settings
information_schema.tables
"store_orders "
public.connections
org_data_keys
credit_balances
public.contacts
sync_cursors
sync_runs
schema_migrations
public.fx_rates
public.orgs
"published"."store_orders"
metrics.store_orders
graphile_worker._private_jobs
pg_temp.x
pg_temp_1.x
pg_toast.pg_toast_1259
postgres.published.store_orders
template1.public.orgs
"pg_class"
PG_CLASS
U&"pg\\005fclass"
pg_shadow
pg_roles
pg_user
pg_database
pg_stat_statements
pg_stats
pg_statistic
pg_policies
pg_file_settings
pg_hba_file_rules
pg_locks
pg_cursors
pg_prepared_statements
pg_proc
pg_namespace
pg_attribute
pg_largeobject
pg_views
pg_tables
pg_matviews
pg_indexes
pg_foreign_server
pg_user_mappings
pg_subscription
pg_replication_slots
pg_timezone_names
pg_available_extensions
information_schema.columns
information_schema.routines
information_schema.role_table_grants
information_schema.enabled_roles
"Store_Orders"
"store_orders;"
ｓtore_orders
store‌_orders
"store_orders""; drop table orgs; --"
old
new
excluded`)

const places = lines(`
select * from {relation}
table {relation}
select 1 as a where exists (select 1 from {relation})
select (select count(*) from {relation}) as a
select order_id from store_orders union all select name from {relation}
select 1 as a from store_orders o join {relation} x on true
with {relation_name} as (select 1 as a), y as (select * from {relation}_) select * from y
select 1 as a from store_orders, lateral (select * from {relation}) x
select 1 as a from only {relation}`)

/** Each relation once, and the first twelve relations in every place. */
export const relations = hidden.flatMap((relation, at) =>
  (at < 12 ? places : places.slice(0, 1)).map((place) =>
    place.replace('{relation_name}', 'y').replace('{relation}_', relation).replaceAll('{relation}', relation),
  ),
)
