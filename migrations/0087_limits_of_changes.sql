-- A rule keeps the currency in which an admin wrote its amounts. Another reporting currency would otherwise change every limit.
-- A key that was handed on before acts for an agent, as below.
alter table guardrails add column currency text check (length(currency) = 3);
select set_config('citus.multi_shard_modify_mode', 'sequential', true);
do $$
declare
  -- Row security holds the owner of the tables too. A migration knows no organization, so it would see no row.
  is_held constant boolean := not (select rolsuper or rolbypassrls from pg_roles where rolname = current_user);
  forced constant text[] := array(select relname::text from pg_class
    where relnamespace = 'public'::regnamespace and relforcerowsecurity and relname in ('orgs', 'guardrails', 'api_keys', 'record_changes'));
  name text;
  handed record;
begin
  if is_held then
    foreach name in array forced loop
      execute format('alter table %I no force row level security', name);
    end loop;
  end if;

  update guardrails g set currency = o.currency from orgs o where o.org_id = g.org_id;
  for handed in
    select org_id, record_id from record_changes
    where record = 'api_key' and after ? 'user_id' and before ->> 'user_id' is distinct from after ->> 'user_id'
  loop
    update api_keys set acts_for = 'agent' where org_id = handed.org_id and key_id = handed.record_id;
  end loop;

  if is_held then
    foreach name in array forced loop
      execute format('alter table %I force row level security', name);
    end loop;
  end if;
end $$;
alter table guardrails alter column currency set not null;
comment on column guardrails.currency is 'Currency of the amounts: the reporting currency when the rule was written.';
comment on column guardrails.automatic_amount_micros is 'Largest automatic change of what is spent in a day.';
comment on column guardrails.day_amount_micros is 'Sum of the automatic changes of a day.';
comment on column guardrails.budget_max_micros is 'Largest daily budget that anybody may set.';
comment on column guardrail_days.amount_micros is 'In the currency of the rule.';

-- A change is looked for by its target, whichever connection reads the account.
drop index actions_target;
create index actions_target on actions (org_id, platform, target_key, decided_at desc);
-- An account can be read by two connections, and a change through one must not pass a change through the other.
drop index action_executions_open;
create unique index action_executions_open on action_executions (org_id, target_key) where ended_at is null;
comment on column action_executions.target_key is 'Names the target among those of the organization. Two open changes of one target exclude each other.';
create index actions_of_accounts on actions (org_id, platform, account_id);
comment on column actions.amount_micros is 'The change of what is spent in a day, in the reporting currency. null: not known, as without an exchange rate.';

-- A key speaks for the person who declared it. Nobody can declare that for another person.
create or replace function assign_key(wanted uuid, owner uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  organization constant uuid := public.current_org();
begin
  perform from public.members m where m.org_id = organization and m.user_id = owner;
  if not found then
    raise invalid_parameter_value using message = 'a key belongs to a member';
  end if;
  update public.api_keys k set user_id = owner, acts_for = case when k.user_id = owner then k.acts_for else 'agent' end
    where k.org_id = organization and k.key_id = wanted;
end $$;
comment on function assign_key(uuid, uuid) is 'Gives a key of the organization to a member. With another owner, it acts for an agent.';
grant create on schema public to tablero_system;
alter function assign_key(uuid, uuid) owner to tablero_system;
revoke create on schema public from tablero_system;
-- The key or app that said yes, or that proposed what rules approved, can be revoked before the change is sent. An agency's key belongs to the
-- agency.
drop function may_approve(uuid);
create function may_still_act(person uuid, actor text) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
      when actor ~ '^key:[0-9a-f-]{36}$' then
        exists (select from public.api_keys k where k.key_id = substr(actor, 5)::uuid and k.revoked_at is null)
      when actor ~ '^oauth:[0-9a-f-]{36}$' then
        exists (select from auth.oauth_grants g where g.id = substr(actor, 7)::uuid)
      else true
    end
    and (person is null or coalesce(
      (select m.role = 'admin' or (m.role = 'member' and m.is_approver) from public.members m
         where m.org_id = public.current_org() and m.user_id = person),
      exists (select from public.agency_clients c
        join public.orgs o on o.org_id = c.org_id and o.kind = 'agency' and o.ended_at is null
        join public.members m on m.org_id = c.org_id and m.user_id = person
        left join public.agency_access a on a.org_id = c.org_id and a.client_org_id = c.client_org_id and a.user_id = person
        where c.client_org_id = public.current_org() and (m.role = 'admin' or a.role = 'admin'))))
$$;
comment on function may_still_act(uuid, text) is 'Whether the key or app still works, and the person may approve changes of the organization. No person: the key or app alone.';
revoke execute on function may_still_act(uuid, text) from public;
grant create on schema public to tablero_system;
alter function may_still_act(uuid, text) owner to tablero_system;
revoke create on schema public from tablero_system;
grant execute on function may_still_act(uuid, text) to tablero_work;
