-- Spreads a freshly migrated, empty Tablero over a Citus cluster by organization; docs/scale.md says when and what comes after.
--   psql -v ON_ERROR_STOP=1 -f deploy/citus.sql "$DATABASE_URL"     as a superuser, on the coordinator
-- test/contract/distribution.test.ts holds its two lists to the schema, and runs it where CITUS_URL names a coordinator.
set citus.enable_unsafe_triggers = on; -- they write into the row itself, or say that the directory changed
set citus.multi_shard_modify_mode = 'sequential';

-- What waits for the news listens at the coordinator; a worker could not say it in a transaction of two phases.
create or replace function announce_directory_change() returns trigger
  language plpgsql as $$
begin
  if (select groupid from pg_catalog.pg_dist_local_group) = 0 then
    perform pg_notify('tablero_directory', '');
  end if;
  return null;
end $$;

do $$
declare
  -- Whole on every node: small, read with every organization's rows, changed seldom.
  everywhere constant text[] := array['orgs', 'agency_clients', 'agency_access', 'access_requests', 'org_modules', 'api_keys', 'members', 'invitations', 'org_seals',
    'fx_rates',
    'metric_sources', 'metric_dimensions', 'metric_definitions'];
  -- On the coordinator alone: one row for a call or a request and not worth a network, or about this database itself. So is all of the queue.
  at_home constant text[] := array['rate_windows', 'schema_migrations', 'vendor_budgets'];
  keys jsonb;
  key jsonb;
  name text;
begin
  -- A table cannot be moved while another on the old side points to it.
  select jsonb_agg(jsonb_build_object('place', conrelid::regclass, 'name', conname, 'what', pg_get_constraintdef(oid))) into keys
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace;
  for key in select jsonb_array_elements(keys) loop
    execute format('alter table %s drop constraint %I', key ->> 'place', key ->> 'name');
  end loop;
  foreach name in array everywhere loop
    perform create_reference_table(name);
  end loop;
  for name in
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname <> all (everywhere || at_home) order by relname
  loop
    perform create_distributed_table(name, 'org_id');
  end loop;
  for key in select jsonb_array_elements(keys) loop
    execute format('alter table %s add constraint %I %s', key ->> 'place', key ->> 'name', key ->> 'what');
  end loop;
end $$;

-- Between nodes a transaction goes on as the role it runs as, with its organization, so that row security holds on every node.
-- Let the nodes' addresses in for these roles, and nobody else (pg_hba.conf).
alter role tablero_app login;
alter role tablero_sql login;
alter role tablero_views login;
alter role tablero_system login;
do $$ begin
  execute format('alter database %I set citus.propagate_set_commands = ''local''', current_database());
end $$;
