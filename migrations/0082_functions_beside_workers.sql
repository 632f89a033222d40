-- On a cluster of Citus, a function of another role cannot use rows of workers: Citus would log in as that role, in a transaction of its own.
-- So an agency's call makes its new client, as this organization: row security allows a call no other one, and one that exists cannot be
-- made. The rights are to all columns, because Citus names those with a default too.
grant insert on orgs, credit_balances to tablero_app;

create function join_agency(client uuid, clients_max int) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  agency constant uuid := public.current_org();
begin
  -- An older organization joins by a request that its admin accepts.
  perform from public.orgs o where o.org_id = client and o.created_at = now();
  if not found then
    raise invalid_parameter_value using message = 'only an organization that this transaction made joins an agency';
  end if;
  perform from public.orgs o where o.org_id = agency and o.kind = 'agency';
  if not found then
    raise invalid_parameter_value using message = 'only an agency has clients';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('clients of ' || agency::text, 0));
  if (select count(*) from public.agency_clients c where c.org_id = agency) >= clients_max then
    return false;
  end if;
  insert into public.agency_clients (org_id, client_org_id) values (agency, client);
  return true;
end $$;
comment on function join_agency(uuid, int) is 'Makes a new organization a client of this agency. False: the agency has its most clients.';
revoke execute on function join_agency(uuid, int) from public;
grant create on schema public to tablero_system;
alter function join_agency(uuid, int) owner to tablero_system;
revoke create on schema public from tablero_system;
grant execute on function join_agency(uuid, int) to tablero_app;

drop function make_client(text, text, text, text, bigint, date, int);

-- Balances are on the coordinator, beside their functions. Runs are on workers, so the balance itself says what runs hold.
alter table credit_balances add column held bigint not null default 0 check (held >= 0);
comment on column credit_balances.held is 'Credits that runs in progress hold. They are no part of the balance.';
update credit_balances b set held = r.held from (
  select org_id, sum(credits_held) as held from runs where ended_at is null group by org_id) r where r.org_id = b.org_id;

create function hold_credits(credits bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  organization constant uuid := public.current_org();
begin
  if credits < 0 then
    raise invalid_parameter_value using message = 'credits to hold are not negative';
  end if;
  update public.credit_balances b set balance = b.balance - credits, held = b.held + credits where b.org_id = organization and b.balance >= credits;
  return found;
end $$;
comment on function hold_credits(bigint) is 'Takes credits of the organization for a run. False, and without an effect, when it has fewer.';

create function settle_credits(credits bigint, spent bigint) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  organization constant uuid := public.current_org();
begin
  update public.credit_balances b set balance = b.balance + credits - spent, held = b.held - credits
    where b.org_id = organization and spent between 0 and credits and credits <= b.held;
  if not found then
    raise invalid_parameter_value using message = 'only credits that runs hold are settled';
  end if;
end $$;
comment on function settle_credits(bigint, bigint) is 'Ends a hold of a run: gives back what it did not spend. Called once, when the run ends.';
revoke execute on function hold_credits(bigint), settle_credits(bigint, bigint) from public;
grant create on schema public to tablero_system;
alter function hold_credits(bigint) owner to tablero_system;
alter function settle_credits(bigint, bigint) owner to tablero_system;
revoke create on schema public from tablero_system;
grant execute on function hold_credits(bigint), settle_credits(bigint, bigint) to tablero_app, tablero_work;
drop function return_credits(uuid, bigint);
