-- An agency's new client. A function of another role could not make it on a cluster of Citus: there, Citus would log in as that role, in a
-- transaction of its own. So the call makes the organization, as this organization: row security allows a call no other one, and one that
-- exists cannot be made. The rights are to all columns, because Citus names those with a default too.
grant insert on orgs, credit_balances to tablero_app;

create function join_agency(agency uuid, clients_max int) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  client constant uuid := public.current_org();
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
comment on function join_agency(uuid, int) is 'Makes a new organization a client of the agency. False: the agency has its most clients.';
revoke execute on function join_agency(uuid, int) from public;
alter function join_agency(uuid, int) owner to tablero_system;
grant execute on function join_agency(uuid, int) to tablero_app;

drop function make_client(text, text, text, text, bigint, date, int);
