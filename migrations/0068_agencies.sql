-- Agencies act on clients by person: an admin on all clients, a colleague where the agency says so. A client's admin accepts and ends it.
create table agency_access (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  client_org_id uuid not null,
  user_id       uuid not null,
  role          text not null check (role in ('admin', 'member', 'viewer')),
  created_at    timestamptz not null default now(),
  primary key (org_id, client_org_id, user_id),
  foreign key (org_id, client_org_id) references agency_clients on delete cascade,
  foreign key (org_id, user_id) references members on delete cascade
);
call protect('agency_access', for_system => true, for_calls => 'insert, update, delete');
create index agency_access_of_person on agency_access (org_id, user_id);
comment on table  agency_access is 'Which colleague of an agency (org_id) acts on which client. Admins of the agency act on all clients.';
comment on column agency_access.user_id is 'A member of the agency.';
comment on column agency_access.role is 'What the colleague may do on the client.';

create table access_requests (
  org_id       uuid not null default current_org() references orgs on delete cascade,
  request_id   uuid not null default uuid_v7(),
  email        text not null check (length(email) between 3 and 254),
  requested_by text not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  primary key (org_id, request_id),
  unique (org_id, email)
);
call protect('access_requests', for_system => true, for_calls => 'insert, update, delete');
create index access_requests_by_email on access_requests (email);
comment on table  access_requests is 'Requests of agencies (org_id) to act on an organization. They name a person and no organization, so that they reveal none.';
comment on column access_requests.email is 'Who decides: an admin of the client with this verified address.';
comment on column access_requests.requested_by is 'Actor who asked.';

-- An organization that was ended stays for some days, in which an admin can take it back.
alter table orgs add column ended_at timestamptz;
comment on column orgs.ended_at is 'An admin ended the organization. It refuses all calls, and is deleted some days later.';

-- An agency gives a client up by itself. Nobody gets a client without its consent, so calls insert no row.
grant delete on agency_clients to tablero_app;
create index agency_clients_of_client on agency_clients (client_org_id);

-- A request concerns two organizations. Calls work on theirs alone, and these functions on the other one.
create function access_requests_to(person uuid) returns table (request_id uuid, agency_org_id uuid, name text, created_at timestamptz, expires_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.request_id, o.org_id, o.name, r.created_at, r.expires_at
  from public.members m
    join public.access_requests r on r.email = m.email
    join public.orgs o on o.org_id = r.org_id
  where m.org_id = public.current_org() and m.user_id = person and m.role = 'admin'
    and o.org_id <> m.org_id and o.kind = 'agency' and o.ended_at is null
  order by r.created_at desc, r.request_id
$$;
comment on function access_requests_to(uuid) is 'Requests of agencies that an admin of the organization may answer.';

create function accept_access_request(wanted uuid, person uuid, at timestamptz, clients_max int) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  client constant uuid := public.current_org();
  agency uuid;
begin
  select r.agency_org_id into agency from public.access_requests_to(person) r where r.request_id = wanted and r.expires_at > at;
  if not found then
    return 'none';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('clients of ' || agency::text, 0));
  if (select count(*) from public.agency_clients c where c.org_id = agency and c.client_org_id <> client) >= clients_max then
    return 'full';
  end if;
  delete from public.access_requests r where r.org_id = agency and r.request_id = wanted;
  if not found then
    return 'none'; -- answered at the same moment
  end if;
  insert into public.agency_clients (org_id, client_org_id) values (agency, client) on conflict do nothing;
  return 'accepted';
end $$;
comment on function accept_access_request(uuid, uuid, timestamptz, int) is 'Lets the agency of a request act on the organization. accepted, none (no such request), or full (the agency has its most clients).';

create function decline_access_request(wanted uuid, person uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  agency uuid;
begin
  select r.agency_org_id into agency from public.access_requests_to(person) r where r.request_id = wanted;
  delete from public.access_requests r where r.org_id = agency and r.request_id = wanted;
  return found;
end $$;
comment on function decline_access_request(uuid, uuid) is 'Deletes a request. False: the person has no such request.';

create function end_agency(agency uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('clients of ' || agency::text, 0));
  delete from public.agency_clients c where c.org_id = agency and c.client_org_id = public.current_org();
  return found;
end $$;
comment on function end_agency(uuid) is 'Ends the access of an agency to the organization. False: it had none.';

create function make_client(client_name text, client_currency text, client_time_zone text, client_language text, credits bigint, renews date, clients_max int)
  returns uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  agency constant uuid := public.current_org();
  made uuid;
begin
  perform from public.orgs o where o.org_id = agency and o.kind = 'agency';
  if not found then
    raise invalid_parameter_value using message = 'only an agency has clients';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('clients of ' || agency::text, 0));
  if (select count(*) from public.agency_clients c where c.org_id = agency) >= clients_max then
    return null;
  end if;
  insert into public.orgs (name, currency, time_zone, language) values (client_name, client_currency, client_time_zone, client_language)
    returning org_id into made;
  insert into public.credit_balances (org_id, balance, monthly_grant, renews_on) values (made, credits, credits, renews);
  insert into public.agency_clients (org_id, client_org_id) values (agency, made);
  return made;
end $$;
comment on function make_client(text, text, text, text, bigint, date, int) is 'Makes an organization on which the agency acts. null: the agency has its most clients.';

create function clients_of_agency() returns table (client_org_id uuid, name text, currency char(3), time_zone text, since timestamptz, ended_at timestamptz, admins int)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select o.org_id, o.name, o.currency, o.time_zone, c.created_at, o.ended_at,
    (select count(*) from public.members m where m.org_id = o.org_id and m.role = 'admin')::int
  from public.agency_clients c join public.orgs o on o.org_id = c.client_org_id
  where c.org_id = public.current_org() order by o.name, o.org_id
$$;
comment on function clients_of_agency() is 'Organizations on which the agency acts, with the number of their own admins.';

-- When notifications may be sent, and by which channels.
alter table orgs
  add column quiet_from text check (quiet_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  add column quiet_to text check (quiet_to ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  add column email_notifications boolean not null default true,
  add constraint orgs_quiet_hours check ((quiet_from is null) = (quiet_to is null) and quiet_from <> quiet_to);
comment on column orgs.quiet_from is 'Start of the hours without notifications, HH:MM in the time zone of the organization.';
comment on column orgs.quiet_to is 'End of the hours without notifications. Earlier than the start: on the next day.';
comment on column orgs.email_notifications is 'Notifications are sent by email.';
grant update (ended_at, quiet_from, quiet_to, email_notifications) on orgs to tablero_app;

-- What a person takes along: of the account, nothing with which somebody could sign in.
create function auth.data_of_person(person uuid, sessions_max int) returns jsonb
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'created_at', u.created_at,
    'sign_ins', (select coalesce(jsonb_agg(jsonb_build_object('provider', a.provider_id, 'since', a.created_at) order by a.created_at), '[]')
      from auth.accounts a where a.user_id = u.id),
    'sessions', (select coalesce(jsonb_agg(s.shown), '[]') from (
      select jsonb_build_object('started_at', o.created_at, 'expires_at', o.expires_at, 'ip_address', o.ip_address, 'user_agent', o.user_agent) as shown
      from auth.sessions o where o.user_id = u.id order by o.created_at desc limit sessions_max) s))
  from auth.users u where u.id = person
$$;
comment on function auth.data_of_person(uuid, int) is 'Account, providers and newest sessions of a person, without secrets.';

revoke execute on function access_requests_to(uuid), accept_access_request(uuid, uuid, timestamptz, int), decline_access_request(uuid, uuid),
  end_agency(uuid), make_client(text, text, text, text, bigint, date, int), clients_of_agency(), auth.data_of_person(uuid, int) from public;
grant create on schema public to tablero_system;
alter function access_requests_to(uuid) owner to tablero_system;
alter function accept_access_request(uuid, uuid, timestamptz, int) owner to tablero_system;
alter function decline_access_request(uuid, uuid) owner to tablero_system;
alter function end_agency(uuid) owner to tablero_system;
alter function make_client(text, text, text, text, bigint, date, int) owner to tablero_system;
alter function clients_of_agency() owner to tablero_system;
revoke create on schema public from tablero_system;
grant execute on function access_requests_to(uuid), accept_access_request(uuid, uuid, timestamptz, int), decline_access_request(uuid, uuid),
  end_agency(uuid), make_client(text, text, text, text, bigint, date, int), clients_of_agency() to tablero_app;
grant create on schema auth to tablero_auth;
alter function auth.data_of_person(uuid, int) owner to tablero_auth;
revoke create on schema auth from tablero_auth;
grant execute on function auth.data_of_person(uuid, int) to tablero_system;
