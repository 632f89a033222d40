-- Members and invitations of organizations, and keys with an owner. Whoever signs in is an account of schema auth, which no statement
-- of an organization reads: name and email of a member are copies that are kept here.
create table members (
  org_id       uuid not null default current_org() references orgs on delete cascade,
  user_id      uuid not null,
  email        text not null check (length(email) between 3 and 254),
  name         text not null check (length(name) between 1 and 100),
  role         text not null check (role in ('admin', 'member', 'viewer')),
  is_approver  boolean not null default false,
  two_factor   boolean not null default false,
  joined_at    timestamptz not null default now(),
  last_seen_at timestamptz,
  primary key (org_id, user_id)
);
call protect('members', for_system => true, for_calls => 'insert, update, delete');
create index members_of_person on members (user_id);
comment on table  members is 'People who belong to an organization.';
comment on column members.user_id is 'The account, auth.users.';
comment on column members.email is 'Copy of the account''s verified address, in the form of normalized addresses.';
comment on column members.name is 'Copy of the account''s name.';
comment on column members.is_approver is 'An admin has allowed this member to approve changes of platforms.';
comment on column members.two_factor is 'Copy: whether the account signs in with a second factor.';
comment on column members.last_seen_at is 'Last call in this organization, exact to some minutes.';

create table invitations (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  invitation_id uuid not null default uuid_v7(),
  email         text not null check (length(email) between 3 and 254),
  role          text not null check (role in ('admin', 'member', 'viewer')),
  token_hash    bytea not null check (length(token_hash) = 32),
  invited_by    text not null,
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  accepted_at   timestamptz,
  accepted_by   uuid,
  primary key (org_id, invitation_id)
);
call protect('invitations', for_system => true, for_calls => 'insert, update, delete');
create unique index invitations_open on invitations (org_id, email) where accepted_at is null;
create index invitations_by_token on invitations (token_hash);
create index invitations_by_email on invitations (email) where accepted_at is null;
comment on table  invitations is 'Invitations of people to an organization. A renewed one keeps its id, and its earlier link no longer works.';
comment on column invitations.token_hash is 'SHA-256 of the token, which has 256 random bits.';
comment on column invitations.invited_by is 'Actor who invited.';
comment on column invitations.accepted_by is 'The account that accepted.';

-- A key with an owner can do no more than its owner.
alter table api_keys add column user_id uuid, add column last_used_at timestamptz;
create index api_keys_of_owner on api_keys (org_id, user_id) where user_id is not null;
comment on column api_keys.user_id is 'The member who owns the key. null: an operator made it.';
comment on column api_keys.last_used_at is 'Last use, exact to some minutes.';

-- Calls may not write keys, except through these functions.
create function revoke_keys_of(owner uuid, at timestamptz) returns int
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  organization constant uuid := public.current_org();
  revoked int;
begin
  update public.api_keys k set revoked_at = at where k.org_id = organization and k.user_id = owner and k.revoked_at is null;
  get diagnostics revoked = row_count;
  return revoked;
end $$;
comment on function revoke_keys_of(uuid, timestamptz) is 'Revokes the keys of a member, and returns their number.';

create function agencies_with_access() returns table (agency_org_id uuid, name text)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select o.org_id, o.name from public.agency_clients c join public.orgs o on o.org_id = c.org_id
  where c.client_org_id = public.current_org() order by o.name, o.org_id
$$;
comment on function agencies_with_access() is 'Agencies that may act on the organization.';

-- The person who acts, when no organization does: the same signature as of an organization.
create function current_person() returns uuid
  language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp as $$
declare
  sealed text := nullif(current_setting('app.person', true), '');
  part text[];
  key public.org_seals;
begin
  if sealed is null then
    return null;
  end if;
  part := string_to_array(sealed, '.'); -- person, last second, seal_id, HMAC
  select * into key from public.org_seals s where s.seal_id = part[3];
  if not found or cardinality(part) <> 4 or
    encode(sha256(key.outer_key || sha256(key.inner_key || convert_to(part[1] || '.' || part[2] || '.' || part[3], 'UTF8'))), 'hex') <> part[4]
  then
    raise insufficient_privilege using message = 'the person of this transaction was not signed by a known key';
  end if;
  if part[2]::bigint < extract(epoch from now()) then
    raise insufficient_privilege using message = 'the person of this transaction was signed too long ago';
  end if;
  return part[1]::uuid;
end $$;
comment on function current_person() is 'Person of the current transaction (app.person, signed), or null: then no row of a person is visible.';
create policy person on members for select to tablero_app using (user_id = (select current_person()));

revoke execute on function revoke_keys_of(uuid, timestamptz), agencies_with_access(), current_person() from public;
grant create on schema public to tablero_system;
alter function revoke_keys_of(uuid, timestamptz) owner to tablero_system;
alter function agencies_with_access() owner to tablero_system;
revoke create on schema public from tablero_system;
grant execute on function revoke_keys_of(uuid, timestamptz), agencies_with_access() to tablero_app;
grant execute on function current_person() to tablero_app;

-- The last use of a key changes each minute, and concerns no cache.
drop trigger announce on api_keys;
create trigger announce after insert or delete or update of scopes, secret_hash, prefix, expires_at, revoked_at, user_id on api_keys
  for each statement execute function announce_directory_change();

alter table orgs add column demands_two_factor boolean not null default false;
comment on column orgs.demands_two_factor is 'People need a second factor to act on the organization.';

-- People make keys for themselves. A key's secret is read by nobody but the look-up of keys.
grant select (org_id, key_id, name, prefix, scopes, created_at, expires_at, revoked_at, user_id, last_used_at), update (name)
  on api_keys to tablero_app;
create function make_key(owner uuid, key_name text, key_prefix text, hash bytea, key_scopes text[], until timestamptz) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  organization constant uuid := public.current_org();
  made uuid;
begin
  perform from public.members m where m.org_id = organization and m.user_id = owner;
  if not found then
    raise invalid_parameter_value using message = 'a key belongs to a member';
  end if;
  insert into public.api_keys (org_id, name, prefix, secret_hash, scopes, expires_at, user_id)
    values (organization, key_name, key_prefix, hash, key_scopes, until, owner) returning key_id into made;
  return made;
end $$;
comment on function make_key(uuid, text, text, bytea, text[], timestamptz) is 'Stores a new key of a member.';
create function revoke_key(wanted uuid, at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.api_keys k set revoked_at = at
    where k.org_id = public.current_org() and k.key_id = wanted and k.revoked_at is null;
  return found;
end $$;
comment on function revoke_key(uuid, timestamptz) is 'Revokes a key of the organization. False, and without an effect, when it was revoked before.';
create function assign_key(wanted uuid, owner uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  organization constant uuid := public.current_org();
begin
  perform from public.members m where m.org_id = organization and m.user_id = owner;
  if not found then
    raise invalid_parameter_value using message = 'a key belongs to a member';
  end if;
  update public.api_keys k set user_id = owner where k.org_id = organization and k.key_id = wanted;
end $$;
comment on function assign_key(uuid, uuid) is 'Gives a key of the organization to a member.';
revoke execute on function make_key(uuid, text, text, bytea, text[], timestamptz), revoke_key(uuid, timestamptz), assign_key(uuid, uuid)
  from public;
grant create on schema public to tablero_system;
alter function make_key(uuid, text, text, bytea, text[], timestamptz) owner to tablero_system;
alter function revoke_key(uuid, timestamptz) owner to tablero_system;
alter function assign_key(uuid, uuid) owner to tablero_system;
revoke create on schema public from tablero_system;
grant execute on function make_key(uuid, text, text, bytea, text[], timestamptz), revoke_key(uuid, timestamptz), assign_key(uuid, uuid)
  to tablero_app;

-- Admins change the settings of their organization in the dashboard.
grant update (name, currency, time_zone, language, industry, demands_two_factor) on orgs to tablero_app;
