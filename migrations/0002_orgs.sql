create table orgs (
  org_id     uuid primary key default uuid_v7(),
  name       text not null check (name <> ''),
  kind       text not null default 'business' check (kind in ('business', 'agency')),
  plan       text not null default 'standard',
  time_zone  text not null default 'UTC',
  currency   char(3) not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  industry   text,
  profile    jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
call protect('orgs', for_system => true);
comment on table  orgs is 'Organizations: a business or an agency. Everything else belongs to one.';
comment on column orgs.time_zone is 'IANA name; calendar days of every figure are days of this zone.';
comment on column orgs.currency is 'Reporting currency (ISO 4217) of every total.';
comment on column orgs.profile is 'Brand identity, ideal customers and competitors as the organization describes them.';

create table agency_clients (
  org_id        uuid not null references orgs on delete cascade,
  client_org_id uuid not null references orgs on delete cascade,
  created_at    timestamptz not null default now(),
  primary key (org_id, client_org_id)
);
call protect('agency_clients', for_system => true);
comment on table agency_clients is 'Client organizations an agency (org_id) may act on with X-Svc-Org.';

create table org_modules (
  org_id     uuid not null references orgs on delete cascade,
  module     text not null,
  enabled    boolean not null,
  updated_at timestamptz not null default now(),
  primary key (org_id, module)
);
call protect('org_modules', for_system => true);
comment on table org_modules is 'Modules switched on or off against the default of the plan.';

create table api_keys (
  org_id       uuid not null references orgs on delete cascade,
  key_id       uuid not null default uuid_v7(),
  name         text not null,
  prefix       text not null unique check (prefix ~ '^svc_[0-9A-Za-z]{10}$'),
  secret_hash  bytea not null check (length(secret_hash) = 32),
  scopes       text[] not null,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz,
  revoked_at   timestamptz,
  primary key (org_id, key_id)
);
call protect('api_keys', for_system => true);
comment on table  api_keys is 'API keys. The secret itself is shown once and never stored.';
comment on column api_keys.prefix is 'The public part of the key, by which it is looked up.';
comment on column api_keys.secret_hash is 'SHA-256 of the whole key; it has 256 random bits, so no slow hash is needed.';

-- Every process keeps keys, organizations and modules in memory; a change tells them at once.
create function announce_directory_change() returns trigger
  language plpgsql as $$
begin
  perform pg_notify('tablero_directory', '');
  return null;
end $$;
create trigger announce after insert or update or delete on orgs           for each statement execute function announce_directory_change();
create trigger announce after insert or update or delete on agency_clients for each statement execute function announce_directory_change();
create trigger announce after insert or update or delete on org_modules    for each statement execute function announce_directory_change();
create trigger announce after insert or update or delete on api_keys       for each statement execute function announce_directory_change();

create table credit_balances (
  org_id        uuid primary key references orgs on delete cascade,
  balance       bigint not null check (balance >= 0),
  monthly_grant bigint not null check (monthly_grant >= 0),
  renews_on     date not null,
  updated_at    timestamptz not null default now()
);
call protect('credit_balances', for_system => true);
comment on table  credit_balances is 'Credits left this month; a call that would need more answers 402.';

create table rate_windows (
  org_id uuid not null,
  tool   text not null,
  turns  timestamptz[] not null,
  primary key (org_id, tool)
);
call protect('rate_windows', for_system => true);
comment on table rate_windows is 'When the calls of the last minute were let in, by organization and tool.';

create table calls (
  org_id      uuid not null,
  call_id     uuid not null default uuid_v7(),
  request_id  text not null,
  actor       text not null,
  tool        text not null,
  door        text not null,
  outcome     text not null,
  input_hash  bytea,
  duration_ms double precision not null,
  called_at   timestamptz not null,
  primary key (org_id, call_id)
);
call protect('calls', for_system => true);
create index on calls (org_id, called_at desc);
comment on table  calls is 'Every call of a tool: who, what, how it ended.';
comment on column calls.actor is 'key:<key_id>; people and agents have prefixes of their own.';
comment on column calls.input_hash is 'SHA-256 of the input; the input itself is not kept.';
