-- On a cluster of Citus, a table that is complete on every node has its triggers on each. A worker could not say the news: it takes part
-- in a transaction of two phases, and nobody listens there. The coordinator says it.
create or replace function announce_directory_change() returns trigger
  language plpgsql as $$
begin
  if current_setting('application_name') not like 'citus\_internal%' then
    perform pg_notify('tablero_directory', '');
  end if;
  return null;
end $$;

-- A worker runs the text of a function. It cannot read a body that PostgreSQL keeps parsed.
create or replace function metrics.org_time_zone() returns text
  language sql stable parallel safe
  as 'select o.time_zone from public.orgs o where o.org_id = public.current_org()';

-- A new table of a cluster is distributed at once, because its foreign keys to tables of the organization exist only then: a migration
-- adds them after this call. The policy is one that Citus takes. Before its tables have places, a cluster is as PostgreSQL is.
create or replace procedure protect(table_name text, for_system boolean default false, for_calls text default null)
  language plpgsql as $$
declare
  is_spread boolean := false;
  mine text;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute $query$select exists (select from pg_dist_partition where logicalrelid = 'orgs'::regclass)$query$ into is_spread;
  end if;
  mine := case when is_spread then 'org_id = current_org()' else 'org_id = (select current_org())' end;
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format('create policy org on %I to tablero_app, tablero_work, tablero_views using (%s) with check (%s)', table_name, mine, mine);
  execute format('grant select, insert, update, delete on %I to tablero_work', table_name);
  execute format('grant select on %I to tablero_app', table_name);
  if for_calls is not null then
    execute format('grant %s on %I to tablero_app', for_calls, table_name);
  end if;
  if for_system then
    execute format('create policy system on %I to tablero_system using (true) with check (true)', table_name);
    execute format('grant select, insert, update, delete on %I to tablero_system', table_name);
  end if;
  if is_spread then
    perform set_config('citus.enable_unsafe_triggers', 'on', true);
    perform set_config('citus.multi_shard_modify_mode', 'sequential', true);
    execute format('select create_distributed_table(%L, %L)', table_name, 'org_id');
  end if;
  if exists (select from information_schema.columns c
             where c.table_schema = 'public' and c.table_name = protect.table_name and c.column_name = 'updated_at') then
    execute format('create trigger touch before update on %I for each row execute function touch_updated_at()', table_name);
  end if;
end $$;
