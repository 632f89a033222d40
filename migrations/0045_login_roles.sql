-- Calls, jobs and SQL of callers log in as roles of their own, and the organization of a transaction is a value that only Tablero can
-- sign. Roles belong to the cluster, so they may exist already.

-- Jobs and commands of operators work within an organization, with more rights than calls.
do $$
begin
  if not exists (select from pg_roles where rolname = 'tablero_work') then
    begin
      create role tablero_work nologin noinherit nosuperuser nobypassrls nocreatedb nocreaterole;
    exception when duplicate_object or unique_violation then
      null; -- another database of this cluster was migrating at the same moment
    end;
  end if;
  grant tablero_work to current_user;
end $$;

create table org_seals (
  seal_id    text primary key,
  inner_key  bytea not null check (length(inner_key) = 64),
  outer_key  bytea not null check (length(outer_key) = 64),
  created_at timestamptz not null default now()
);
comment on table  org_seals is 'What verifies the organization of a transaction. No role but the owner may read it.';
comment on column org_seals.seal_id is 'The master key from which the keys are derived, by a name that does not reveal it.';
comment on column org_seals.inner_key is 'HMAC-SHA256 (RFC 2104): the key, mixed with the inner constant.';
comment on column org_seals.outer_key is 'HMAC-SHA256 (RFC 2104): the key, mixed with the outer constant.';

-- A value that is present and not valid is an error and not null: an empty answer would look like an organization without rows.
-- now() is the begin of the transaction, so a long one does not expire.
create or replace function current_org() returns uuid
  language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp as $$
declare
  sealed text := nullif(current_setting('app.org', true), '');
  part text[];
  key public.org_seals;
begin
  if sealed is null then
    return null;
  end if;
  part := string_to_array(sealed, '.'); -- organization, last second, seal_id, HMAC
  select * into key from public.org_seals s where s.seal_id = part[3];
  if not found or cardinality(part) <> 4 or
    encode(sha256(key.outer_key || sha256(key.inner_key || convert_to(part[1] || '.' || part[2] || '.' || part[3], 'UTF8'))), 'hex') <> part[4]
  then
    raise insufficient_privilege using message = 'the organization of this transaction was not signed by a known key';
  end if;
  if part[2]::bigint < extract(epoch from now()) then
    raise insufficient_privilege using message = 'the organization of this transaction was signed too long ago';
  end if;
  return part[1]::uuid;
end $$;
comment on function current_org() is 'Organization of the current transaction (app.org, signed), or null: then no row is visible.';

-- Puts a table under the organization: forced row security, the one policy, rights, updated_at. The organization is verified once a
-- statement, because the policy asks in a subquery.
-- for_system: work across organizations may read and write it. for_calls: what calls may do beside reading, such as 'insert, update'.
drop procedure protect(text, boolean);
create procedure protect(table_name text, for_system boolean default false, for_calls text default null)
  language plpgsql as $$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format(
    'create policy org on %I to tablero_app, tablero_work, tablero_views using (org_id = (select current_org())) with check (org_id = (select current_org()))',
    table_name);
  execute format('grant select, insert, update, delete on %I to tablero_work', table_name);
  execute format('grant select on %I to tablero_app', table_name);
  if for_calls is not null then
    execute format('grant %s on %I to tablero_app', for_calls, table_name);
  end if;
  if for_system then
    execute format('create policy system on %I to tablero_system using (true) with check (true)', table_name);
    execute format('grant select, insert, update, delete on %I to tablero_system', table_name);
  end if;
  if exists (select from information_schema.columns c
             where c.table_schema = 'public' and c.table_name = protect.table_name and c.column_name = 'updated_at') then
    execute format('create trigger touch before update on %I for each row execute function touch_updated_at()', table_name);
  end if;
end $$;
comment on procedure protect(text, boolean, text) is 'Forced row security, the organization policy and rights for a table with org_id.';
revoke execute on procedure protect(text, boolean, text) from public;

-- Jobs get what calls have had, and calls keep what they need.
do $$
declare
  place record;
begin
  for place in select tablename from pg_policies where schemaname = 'public' and policyname = 'org' loop
    execute format(
      'alter policy org on %I to tablero_app, tablero_work, tablero_views using (org_id = (select current_org())) with check (org_id = (select current_org()))',
      place.tablename);
  end loop;
  for place in select table_schema, table_name, privilege_type from information_schema.role_table_grants
               where grantee = 'tablero_app' and table_schema in ('public', 'metrics', 'published') loop
    execute format('grant %s on %I.%I to tablero_work', place.privilege_type, place.table_schema, place.table_name);
  end loop;
end $$;
grant usage on schema public, metrics, published to tablero_work;
grant execute on function current_org(), uuid_v7(), enqueue_job(text, jsonb, text, int, text), metrics.org_time_zone(),
  person_of(text, text, text, text, uuid), count_call(text, int, int) to tablero_work; -- jobs may call tools
revoke insert, update, delete on all tables in schema public from tablero_app;
grant insert, update on audit_log, audit_heads, idempotency_keys, rate_windows, record_changes, runs, sync_runs to tablero_app;
revoke update on audit_log, record_changes from tablero_app;
grant delete on idempotency_keys to tablero_app; -- of a run that failed, so that the key may be used again
grant update on connections to tablero_app;
revoke select on api_keys, org_data_keys from tablero_app;
-- Operators make keys, in the name of the system.
revoke insert, update, delete on api_keys from tablero_work;
revoke insert, update, delete on orgs, org_modules, credit_balances from tablero_work;

-- Nobody but the system writes a balance. A call takes credits, and the end of a run gives back what it held and did not spend. The
-- functions work as tablero_system, because row security binds the owner, too.
create function take_credits(credits bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  organization constant uuid := public.current_org();
begin
  if credits < 0 then
    raise invalid_parameter_value using message = 'credits to take are not negative';
  end if;
  update public.credit_balances b set balance = b.balance - credits where b.org_id = organization and b.balance >= credits;
  return found;
end $$;
comment on function take_credits(bigint) is 'Takes credits of the organization. False, and without an effect, when it has fewer.';
create function return_credits(of_run uuid, credits bigint) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  organization constant uuid := public.current_org();
begin
  perform from public.runs r where r.org_id = organization and r.run_id = of_run and r.ended_at is null and credits between 0 and r.credits_held;
  if not found then
    raise invalid_parameter_value using message = 'only a run in progress gives credits back, and at most those that it holds';
  end if;
  update public.credit_balances b set balance = b.balance + credits where b.org_id = organization;
end $$;
comment on function return_credits(uuid, bigint) is 'Gives back credits that a run in progress holds. Called once, when it ends.';
revoke execute on function take_credits(bigint), return_credits(uuid, bigint) from public;
grant create on schema public to tablero_system;
alter function take_credits(bigint) owner to tablero_system;
alter function return_credits(uuid, bigint) owner to tablero_system;
revoke create on schema public from tablero_system;
grant execute on function take_credits(bigint), return_credits(uuid, bigint) to tablero_app, tablero_work;

-- The state of a process: missing migrations, waiting jobs.
grant select (name) on schema_migrations to tablero_system;
