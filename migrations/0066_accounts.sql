-- Accounts of people: who signs in, and how. They belong to no organization, and no statement of an organization reads them. The tables
-- are those of better-auth, with our names.
do $$
begin
  if not exists (select from pg_roles where rolname = 'tablero_auth') then
    begin
      create role tablero_auth nologin noinherit nosuperuser nobypassrls nocreatedb nocreaterole;
    exception when duplicate_object or unique_violation then
      null; -- another database of this cluster was migrating at the same moment
    end;
  end if;
  grant tablero_auth to current_user;
end $$;

create schema auth;
grant usage on schema auth to tablero_auth, tablero_system;
comment on schema auth is 'Accounts of people. Only tablero_auth reads and writes them, except for what names a session''s person.';

create table auth.users (
  id                 uuid primary key default gen_random_uuid(),
  name               text not null check (length(name) between 1 and 100),
  email              text not null unique check (length(email) between 3 and 254),
  email_verified     boolean not null default false,
  image              text,
  two_factor_enabled boolean default false,
  language           text check (language in ('en', 'es', 'pt')),
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now()
);
comment on table auth.users is 'Accounts.';
comment on column auth.users.email is 'Normalized: lower case, domain in ASCII.';

create table auth.sessions (
  id         uuid primary key default gen_random_uuid(),
  token      text not null unique,
  user_id    uuid not null references auth.users on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user_id on auth.sessions (user_id);
comment on table auth.sessions is 'Sessions of browsers. A token alone opens nothing: its cookie is signed with a key that is not in the database.';

create table auth.accounts (
  id                       uuid primary key default gen_random_uuid(),
  account_id               text not null,
  provider_id              text not null,
  user_id                  uuid not null references auth.users on delete cascade,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz,
  refresh_token_expires_at timestamptz,
  scope                    text,
  password                 text,
  created_at               timestamptz not null default now(),
  updated_at               timestamptz not null default now()
);
create index accounts_user_id on auth.accounts (user_id);
comment on table auth.accounts is 'How an account signs in: a password, as a salted scrypt hash, or another provider.';

create table auth.verifications (
  id         uuid primary key default gen_random_uuid(),
  identifier text not null,
  value      text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on auth.verifications (identifier);
comment on table auth.verifications is 'Links and second steps that wait for a person, for minutes.';

create table auth.two_factors (
  id                        uuid primary key default gen_random_uuid(),
  secret                    text not null,
  backup_codes              text not null,
  user_id                   uuid not null references auth.users on delete cascade,
  verified                  boolean default true,
  failed_verification_count integer default 0,
  locked_until              timestamptz
);
create index two_factors_user_id on auth.two_factors (user_id);
comment on table auth.two_factors is 'Second factors. Secret and recovery codes are encrypted with a key that is not in the database.';

create table auth.attempts (
  account_hash bytea not null check (length(account_hash) = 32),
  device       text not null default '' check (length(device) <= 100),
  failures     integer not null,
  since        timestamptz not null,
  last_at      timestamptz not null,
  primary key (account_hash, device)
);
create index attempts_since on auth.attempts (since);
comment on table auth.attempts is 'Failed sign-ins of the last minutes, by the hash of the address. A browser that has signed in before is counted alone.';
comment on column auth.attempts.device is 'The browser that has signed in to this account before. Empty: all others.';

create table auth.outbox (
  mail_id    uuid primary key default uuid_v7(),
  sealed     bytea not null,
  attempts   integer not null default 0,
  next_at    timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index outbox_next on auth.outbox (next_at);
comment on table auth.outbox is 'Emails of accounts that wait to be sent. They have links that open an account, so they are encrypted.';

grant select, insert, update, delete on all tables in schema auth to tablero_auth;
-- The look-up of a session, for calls.
grant select (id, name, email, email_verified, two_factor_enabled, language) on auth.users to tablero_system;
grant select (token, user_id, expires_at) on auth.sessions to tablero_system;

-- A session that ends, or a person that changes, is forgotten by every process within a second.
create trigger announce after update or delete on auth.sessions for each statement execute function announce_directory_change();
create trigger announce after delete or update of name, email, email_verified, two_factor_enabled, language on auth.users
  for each statement execute function announce_directory_change();

-- Members have copies of what their account says of them.
create function auth.copy_person() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.members m set name = new.name, email = new.email, two_factor = coalesce(new.two_factor_enabled, false) where m.user_id = new.id;
  return null;
end $$;
comment on function auth.copy_person() is 'Copies name, address and second factor of an account to its memberships.';
create function auth.forget_person() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.api_keys k set revoked_at = now() where k.user_id = old.id and k.revoked_at is null;
  delete from public.members m where m.user_id = old.id;
  return null;
end $$;
comment on function auth.forget_person() is 'Ends the memberships and keys of a deleted account.';
create function auth.has_invitation(address text) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.invitations i where i.email = address and i.accepted_at is null and i.expires_at > now())
$$;
comment on function auth.has_invitation(text) is 'Whether any organization invites this address.';
create function auth.last_admin_of(person uuid) returns text[]
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(array_agg(o.name order by o.name), '{}') from public.members m join public.orgs o on o.org_id = m.org_id
  where m.user_id = person and m.role = 'admin' and not exists (
    select from public.members other where other.org_id = m.org_id and other.user_id <> person and other.role = 'admin')
$$;
comment on function auth.last_admin_of(uuid) is 'Names of the organizations that would have no admin without this person.';
revoke execute on function auth.copy_person(), auth.forget_person(), auth.has_invitation(text), auth.last_admin_of(uuid) from public;
grant create on schema auth to tablero_system;
alter function auth.copy_person() owner to tablero_system;
alter function auth.forget_person() owner to tablero_system;
alter function auth.has_invitation(text) owner to tablero_system;
alter function auth.last_admin_of(uuid) owner to tablero_system;
revoke create on schema auth from tablero_system;
grant execute on function auth.has_invitation(text), auth.last_admin_of(uuid), public.uuid_v7() to tablero_auth;
grant usage on schema public to tablero_auth;
create trigger copied after update of name, email, two_factor_enabled on auth.users for each row execute function auth.copy_person();
create trigger forgotten after delete on auth.users for each row execute function auth.forget_person();

-- An invitation and its email are stored together.
create function auth.post_mail(sealed bytea) returns void
  language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into auth.outbox (sealed) values (sealed)
$$;
comment on function auth.post_mail(bytea) is 'Stores an email that waits to be sent. It is encrypted before.';
revoke execute on function auth.post_mail(bytea) from public;
grant insert on auth.outbox to tablero_system;
grant create on schema auth to tablero_system;
alter function auth.post_mail(bytea) owner to tablero_system;
revoke create on schema auth from tablero_system;
grant usage on schema auth to tablero_app;
grant execute on function auth.post_mail(bytea) to tablero_app;

create function auth.forget_expired() returns int
  language sql security definer set search_path = pg_catalog, pg_temp as $$
  with sessions as (delete from auth.sessions where expires_at < now() returning 1),
    verifications as (delete from auth.verifications where expires_at < now() returning 1),
    attempts as (delete from auth.attempts where since < now() - interval '1 day' returning 1)
  select ((select count(*) from sessions) + (select count(*) from verifications) + (select count(*) from attempts))::int
$$;
comment on function auth.forget_expired() is 'Deletes what has expired, and returns the number of rows.';
revoke execute on function auth.forget_expired() from public;
grant create on schema auth to tablero_auth;
alter function auth.forget_expired() owner to tablero_auth;
revoke create on schema auth from tablero_auth;
grant execute on function auth.forget_expired() to tablero_system;
