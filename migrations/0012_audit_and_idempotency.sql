-- Every call, chained: each row's hash covers the row before it, so that an edited, removed or inserted row shows.
drop table calls;

create table audit_log (
  org_id      uuid not null references orgs on delete cascade,
  seq         bigint not null check (seq > 0),
  request_id  text not null,
  actor       text not null,
  tool        text not null,
  door        text not null,
  outcome     text not null,
  input_hash  bytea not null,
  duration_ms double precision not null,
  called_at   timestamptz not null,
  hash        bytea not null check (length(hash) = 32),
  primary key (org_id, seq)
);
call protect('audit_log');
revoke update, delete on audit_log from tablero_app;
create index on audit_log (org_id, called_at);
comment on table  audit_log is 'Every call of a tool: who, what, how it ended. Rows are only ever added.';
comment on column audit_log.seq is 'Counts the organization''s calls without a gap.';
comment on column audit_log.actor is 'key:<key_id>; people and agents have prefixes of their own.';
comment on column audit_log.input_hash is 'SHA-256 of the input; the input itself is not kept.';
comment on column audit_log.hash is 'HMAC-SHA-256 over the hash before it and this row, with the organization''s audit key.';

create table audit_heads (
  org_id      uuid primary key references orgs on delete cascade,
  seq         bigint not null default 0,
  hash        bytea not null,
  wrapped_key bytea not null
);
call protect('audit_heads');
revoke delete on audit_heads from tablero_app;
comment on table  audit_heads is 'Where each organization''s chain ends; its lock is what makes calls follow one another.';
comment on column audit_heads.wrapped_key is 'The audit key, encrypted with the master key.';

create table idempotency_keys (
  org_id     uuid not null references orgs on delete cascade,
  key        text not null check (length(key) between 1 and 255),
  tool       text not null,
  input_hash bytea not null,
  result     json,
  created_at timestamptz not null default now(),
  primary key (org_id, key)
);
call protect('idempotency_keys', for_system => true);
create index on idempotency_keys (created_at);
comment on table idempotency_keys is 'Answers of writes that were called with an Idempotency-Key, for as long as the key is remembered.';

-- What is lost with a crash of PostgreSQL is a minute of counting, so it need not be logged.
alter table rate_windows set unlogged;
