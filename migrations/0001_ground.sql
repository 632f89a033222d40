-- Roles, and the few functions every table leans on. Roles belong to the cluster, so they may exist already.

-- tablero_app runs every call. tablero_sql runs a stranger's SELECT over the published views and sees nothing else.
-- tablero_views owns those views, so that row security applies to what they read. tablero_system reads across organizations
-- where the product must (keys, schedules), and only the tables that say so.
do $$
declare
  role_name text;
begin
  foreach role_name in array array['tablero_app', 'tablero_sql', 'tablero_views', 'tablero_system'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      begin
        execute format('create role %I nologin noinherit nosuperuser nobypassrls nocreatedb nocreaterole', role_name);
      exception when duplicate_object or unique_violation then
        null; -- another database of this cluster was migrating at the same moment
      end;
    end if;
    execute format('grant %I to current_user', role_name);
  end loop;
end $$;

revoke create on schema public from public;
grant usage on schema public to tablero_app, tablero_views, tablero_system;

-- The organization of this transaction; null when none is set, so that every policy then shows nothing.
create function current_org() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.org_id', true), '')::uuid;
comment on function current_org() is 'Organization of the current transaction (app.org_id), or null: then no row is visible.';

-- Version 7, so that ids sort by creation. PostgreSQL has its own only from 18 on.
create function uuid_v7() returns uuid
  language sql volatile parallel safe
  return encode(
    set_bit(
      set_bit(
        overlay(uuid_send(gen_random_uuid())
          placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
          from 1 for 6),
        52, 1),
      53, 1),
    'hex')::uuid;
comment on function uuid_v7() is 'A UUID version 7: sorts by creation time.';

create function touch_updated_at() returns trigger
  language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- Puts a table under the organization: forced row security, the one policy, grants, updated_at.
-- for_system: tablero_system may read and write it across organizations.
create procedure protect(table_name text, for_system boolean default false)
  language plpgsql as $$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format(
    'create policy org on %I to tablero_app, tablero_views using (org_id = current_org()) with check (org_id = current_org())',
    table_name);
  execute format('grant select, insert, update, delete on %I to tablero_app', table_name);
  if for_system then
    execute format('create policy system on %I to tablero_system using (true) with check (true)', table_name);
    execute format('grant select, insert, update, delete on %I to tablero_system', table_name);
  end if;
  if exists (select from information_schema.columns c
             where c.table_schema = 'public' and c.table_name = protect.table_name and c.column_name = 'updated_at') then
    execute format('create trigger touch before update on %I for each row execute function touch_updated_at()', table_name);
  end if;
end $$;
comment on procedure protect(text, boolean) is 'Forced row security, the organization policy and grants for a table with org_id.';
