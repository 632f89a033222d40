-- Apps that act for a person in one organization, by OAuth. The tables are those of @better-auth/oauth-provider, with our names. A grant
-- is the person's consent. Its tokens end with it, and no token is issued without it.
create table auth.oauth_clients (
  id                                   uuid primary key default gen_random_uuid(),
  client_id                            text not null unique check (length(client_id) between 1 and 2000),
  client_secret                        text,
  client_discovery_id                  text,
  disabled                             boolean,
  skip_consent                         boolean check (skip_consent is not true),
  enable_end_session                   boolean,
  subject_type                         text,
  scopes                               jsonb,
  client_credentials_scopes            jsonb,
  user_id                              uuid references auth.users on delete cascade,
  created_at                           timestamptz default now(),
  updated_at                           timestamptz,
  name                                 text,
  uri                                  text,
  icon                                 text,
  contacts                             jsonb,
  tos                                  text,
  policy                               text,
  software_id                          text,
  software_version                     text,
  software_statement                   text,
  redirect_uris                        jsonb not null,
  post_logout_redirect_uris            jsonb,
  backchannel_logout_uri               text,
  backchannel_logout_session_required  boolean,
  token_endpoint_auth_method           text,
  application_type                     text,
  jwks                                 text,
  jwks_uri                             text,
  grant_types                          jsonb,
  response_types                       jsonb,
  require_pkce                         boolean,
  dpop_bound_access_tokens             boolean,
  reference_id                         text,
  metadata                             jsonb
);
create index oauth_clients_user_id on auth.oauth_clients (user_id);
comment on table auth.oauth_clients is 'Apps that registered themselves, or that a document at their own address describes.';
comment on column auth.oauth_clients.client_secret is 'Encrypted with a key that is not in the database.';

create table auth.oauth_resources (
  id                                uuid primary key default gen_random_uuid(),
  identifier                        text not null unique,
  name                              text not null,
  access_token_ttl                  integer,
  refresh_token_ttl                 integer,
  signing_algorithm                 text,
  signing_key_id                    text,
  allowed_scopes                    jsonb,
  custom_claims                     jsonb,
  dpop_bound_access_tokens_required boolean,
  disabled                          boolean,
  created_at                        timestamptz,
  updated_at                        timestamptz,
  policy_version                    integer,
  metadata                          jsonb
);
comment on table auth.oauth_resources is 'Addresses that tokens are for: that of MCP, under each base address that this Tablero had.';

create table auth.oauth_client_resources (
  id          uuid primary key default gen_random_uuid(),
  client_id   text not null references auth.oauth_clients (client_id) on delete cascade,
  resource_id text not null references auth.oauth_resources (identifier) on delete cascade,
  metadata    jsonb,
  created_at  timestamptz,
  unique (client_id, resource_id)
);
create index oauth_client_resources_resource_id on auth.oauth_client_resources (resource_id);
comment on table auth.oauth_client_resources is 'The addresses that an app may ask tokens for.';

create table auth.oauth_grants (
  id                         uuid primary key default gen_random_uuid(),
  client_id                  text not null references auth.oauth_clients (client_id) on delete cascade,
  user_id                    uuid not null references auth.users on delete cascade,
  granted_org_id             uuid not null,
  resources                  jsonb,
  requested_user_info_claims jsonb,
  scopes                     jsonb not null,
  created_at                 timestamptz not null,
  updated_at                 timestamptz not null,
  last_used_at               timestamptz,
  unique (client_id, user_id, granted_org_id)
);
create index oauth_grants_user_id on auth.oauth_grants (user_id);
create index oauth_grants_granted_org_id on auth.oauth_grants (granted_org_id);
comment on table auth.oauth_grants is 'What a person allows an app to do in one organization.';
comment on column auth.oauth_grants.granted_org_id is 'The organization. A call checks that the person is still a member.';
comment on column auth.oauth_grants.last_used_at is 'Last call, exact to some minutes.';

create table auth.oauth_refresh_tokens (
  id                         uuid primary key default gen_random_uuid(),
  token                      text not null unique,
  client_id                  text not null references auth.oauth_clients (client_id) on delete cascade,
  session_id                 uuid references auth.sessions on delete set null,
  user_id                    uuid not null references auth.users on delete cascade,
  granted_org_id             uuid not null,
  authorization_code_id      text,
  resources                  jsonb,
  requested_user_info_claims jsonb,
  expires_at                 timestamptz not null,
  created_at                 timestamptz not null,
  revoked                    timestamptz,
  rotated_at                 timestamptz,
  rotation_replay_response   text,
  rotation_replay_expires_at timestamptz,
  auth_time                  timestamptz,
  confirmation               jsonb,
  scopes                     jsonb not null,
  foreign key (client_id, user_id, granted_org_id) references auth.oauth_grants (client_id, user_id, granted_org_id) on delete cascade
);
create index oauth_refresh_tokens_session_id on auth.oauth_refresh_tokens (session_id);
create index oauth_refresh_tokens_user_id on auth.oauth_refresh_tokens (user_id);
create index oauth_refresh_tokens_authorization_code_id on auth.oauth_refresh_tokens (authorization_code_id);
create index oauth_refresh_tokens_grant on auth.oauth_refresh_tokens (client_id, user_id, granted_org_id);
comment on table auth.oauth_refresh_tokens is 'Refresh tokens, as SHA-256. A new one replaces each that was used.';
comment on column auth.oauth_refresh_tokens.rotation_replay_response is 'The answer to the use of the token, for a repetition within seconds. Encrypted with a key that is not in the database.';

create table auth.oauth_access_tokens (
  id                         uuid primary key default gen_random_uuid(),
  token                      text not null unique,
  client_id                  text not null references auth.oauth_clients (client_id) on delete cascade,
  session_id                 uuid references auth.sessions on delete set null,
  user_id                    uuid not null references auth.users on delete cascade,
  granted_org_id             uuid not null,
  authorization_code_id      text,
  resources                  jsonb,
  requested_user_info_claims jsonb,
  refresh_id                 uuid references auth.oauth_refresh_tokens on delete cascade,
  expires_at                 timestamptz not null,
  created_at                 timestamptz not null,
  revoked                    timestamptz,
  confirmation               jsonb,
  scopes                     jsonb not null,
  foreign key (client_id, user_id, granted_org_id) references auth.oauth_grants (client_id, user_id, granted_org_id) on delete cascade
);
create index oauth_access_tokens_session_id on auth.oauth_access_tokens (session_id);
create index oauth_access_tokens_user_id on auth.oauth_access_tokens (user_id);
create index oauth_access_tokens_authorization_code_id on auth.oauth_access_tokens (authorization_code_id);
create index oauth_access_tokens_refresh_id on auth.oauth_access_tokens (refresh_id);
create index oauth_access_tokens_grant on auth.oauth_access_tokens (client_id, user_id, granted_org_id);
comment on table auth.oauth_access_tokens is 'Access tokens, as SHA-256.';

create table auth.oauth_assertions (
  id         text primary key,
  expires_at timestamptz not null
);
create index oauth_assertions_expires_at on auth.oauth_assertions (expires_at);
comment on table auth.oauth_assertions is 'Signed statements of apps that were used, so that none is used twice.';

grant select, insert, update, delete on auth.oauth_clients, auth.oauth_resources, auth.oauth_client_resources, auth.oauth_grants,
  auth.oauth_refresh_tokens, auth.oauth_access_tokens, auth.oauth_assertions to tablero_auth;
-- The look-up of a token, for calls, and what people see and end of their grants.
grant select (token, client_id, user_id, granted_org_id, resources, expires_at, revoked, confirmation, scopes) on auth.oauth_access_tokens
  to tablero_system;
grant select, delete, update (last_used_at) on auth.oauth_grants to tablero_system;
grant select (client_id, disabled, name, uri, redirect_uris) on auth.oauth_clients to tablero_system;

-- A grant or token that ends is forgotten by every process within a second. A new token is known to no process.
create trigger announce after delete or update of scopes on auth.oauth_grants
  for each statement execute function announce_directory_change();
create trigger announce after delete or update of revoked on auth.oauth_access_tokens
  for each statement execute function announce_directory_change();
create trigger announce after update of disabled on auth.oauth_clients
  for each statement execute function announce_directory_change();

create function auth.check_grant() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from public.members m where m.org_id = new.granted_org_id and m.user_id = new.user_id;
  if not found then
    raise foreign_key_violation using message = 'the person of the grant is no member of its organization';
  end if;
  return new;
end $$;
comment on function auth.check_grant() is 'Issues tokens only for members. That the grant exists is a foreign key.';
create function auth.end_grants() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth.oauth_grants g where g.user_id = new.user_id;
  return null;
end $$;
comment on function auth.end_grants() is 'A new password ends what apps may do for the person: a thief of the old one may have connected some.';
create function auth.standing_of(person uuid, organization uuid)
  returns table (role text, is_approver boolean, misses_two_factor boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.role, m.is_approver, o.demands_two_factor and not coalesce(u.two_factor_enabled, false)
  from public.members m join public.orgs o on o.org_id = m.org_id join auth.users u on u.id = m.user_id
  where m.user_id = person and m.org_id = organization
$$;
comment on function auth.standing_of(uuid, uuid) is 'What a person may allow an app in an organization. No row for somebody who is no member.';
revoke execute on function auth.check_grant(), auth.end_grants(), auth.standing_of(uuid, uuid) from public;
grant create on schema auth to tablero_system;
alter function auth.check_grant() owner to tablero_system;
alter function auth.end_grants() owner to tablero_system;
alter function auth.standing_of(uuid, uuid) owner to tablero_system;
revoke create on schema auth from tablero_system;
grant execute on function auth.standing_of(uuid, uuid) to tablero_auth;
create trigger granted before insert on auth.oauth_refresh_tokens for each row execute function auth.check_grant();
create trigger granted before insert on auth.oauth_access_tokens for each row execute function auth.check_grant();
create trigger ends_grants after update of password on auth.accounts
  for each row when (new.password is distinct from old.password) execute function auth.end_grants();
create trigger first_password_ends_grants after insert on auth.accounts
  for each row when (new.password is not null) execute function auth.end_grants();

-- What an organization sees and ends of the grants that its members have given.
create function connected_apps() returns table (
    grant_id uuid, user_id uuid, client_id text, name text, uri text, redirect_uris jsonb, scopes jsonb,
    created_at timestamptz, last_used_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select g.id, g.user_id, g.client_id, c.name, c.uri, c.redirect_uris, g.scopes, g.created_at, g.last_used_at
  from auth.oauth_grants g join auth.oauth_clients c on c.client_id = g.client_id
  where g.granted_org_id = public.current_org()
$$;
comment on function connected_apps() is 'Apps that members have connected to the organization.';
create function disconnect_app(wanted uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth.oauth_grants g where g.granted_org_id = public.current_org() and g.id = wanted;
  return found;
end $$;
comment on function disconnect_app(uuid) is 'Ends a grant of the organization, with all of its tokens. False: there was none.';
create function end_grants_of(owner uuid) returns int
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  ended int;
begin
  delete from auth.oauth_grants g where g.granted_org_id = public.current_org() and g.user_id = owner;
  get diagnostics ended = row_count;
  return ended;
end $$;
comment on function end_grants_of(uuid) is 'Ends the grants of a member in the organization, and returns their number.';
revoke execute on function connected_apps(), disconnect_app(uuid), end_grants_of(uuid) from public;
grant create on schema public to tablero_system;
alter function connected_apps() owner to tablero_system;
alter function disconnect_app(uuid) owner to tablero_system;
alter function end_grants_of(uuid) owner to tablero_system;
revoke create on schema public from tablero_system;
grant execute on function connected_apps(), disconnect_app(uuid), end_grants_of(uuid) to tablero_app;

create or replace function auth.forget_expired() returns int
  language sql security definer set search_path = pg_catalog, pg_temp as $$
  with sessions as (delete from auth.sessions where expires_at < now() returning 1),
    verifications as (delete from auth.verifications where expires_at < now() returning 1),
    attempts as (delete from auth.attempts where since < now() - interval '1 day' returning 1),
    access_tokens as (delete from auth.oauth_access_tokens where expires_at < now() - interval '1 hour' returning 1),
    refresh_tokens as (delete from auth.oauth_refresh_tokens where expires_at < now() returning 1),
    assertions as (delete from auth.oauth_assertions where expires_at < now() returning 1),
    -- Without a token that can be renewed, the app has to ask again.
    grants as (
      delete from auth.oauth_grants g where g.updated_at < now() - interval '1 day'
        and not exists (select from auth.oauth_refresh_tokens r where r.client_id = g.client_id and r.user_id = g.user_id
          and r.granted_org_id = g.granted_org_id and r.expires_at > now())
        and not exists (select from auth.oauth_access_tokens a where a.client_id = g.client_id and a.user_id = g.user_id
          and a.granted_org_id = g.granted_org_id and a.expires_at > now())
      returning 1),
    clients as (
      delete from auth.oauth_clients c where c.created_at < now() - interval '30 days'
        and not exists (select from auth.oauth_grants g where g.client_id = c.client_id)
      returning 1)
  select ((select count(*) from sessions) + (select count(*) from verifications) + (select count(*) from attempts)
    + (select count(*) from access_tokens) + (select count(*) from refresh_tokens) + (select count(*) from assertions)
    + (select count(*) from grants) + (select count(*) from clients))::int
$$;
comment on function auth.forget_expired() is 'Deletes what has expired, and apps that nobody uses, and returns the number of rows.';
