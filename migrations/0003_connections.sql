create table connections (
  org_id               uuid not null references orgs on delete cascade,
  connection_id        uuid not null default uuid_v7(),
  platform             text not null,
  name                 text not null,
  status               text not null default 'active' check (status in ('active', 'revoked')),
  settings             jsonb not null default '{}',
  secrets              bytea,
  needs_reconnection   boolean not null default false,
  last_sync_started_at timestamptz,
  last_sync_at         timestamptz,
  last_rows_at         timestamptz,
  last_error           text,
  last_error_at        timestamptz,
  next_sync_at         timestamptz not null default now(),
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  revoked_at           timestamptz,
  primary key (org_id, connection_id)
);
call protect('connections', for_system => true);
create index on connections (next_sync_at) where status = 'active';
comment on table  connections is 'A platform account that an organization connected.';
comment on column connections.settings is 'What the connector needs beside secrets: account ids, shop domain, site address.';
comment on column connections.secrets is 'Tokens, AES-256-GCM with the organization''s data key, bound to organization and connection.';
comment on column connections.last_sync_at is 'End of the last sync that ran through.';
comment on column connections.last_rows_at is 'When a sync last brought rows; a connection that runs but brings none is empty_sync.';

create table org_data_keys (
  org_id      uuid primary key references orgs on delete cascade,
  wrapped_key bytea not null,
  created_at  timestamptz not null default now()
);
call protect('org_data_keys', for_system => true);
comment on table org_data_keys is 'The organization''s data key, encrypted with the master key.';

create table sync_runs (
  org_id        uuid not null references orgs on delete cascade,
  run_id        uuid not null default uuid_v7(),
  connection_id uuid not null,
  trigger       text not null check (trigger in ('schedule', 'tool', 'operator', 'webhook')),
  state         text not null default 'running' check (state in ('queued', 'running', 'succeeded', 'failed')),
  stream        text,
  progress      real not null default 0 check (progress between 0 and 1),
  rows          bigint not null default 0,
  pages         bigint not null default 0,
  restatements  bigint not null default 0,
  error         text,
  created_at    timestamptz not null default now(),
  started_at    timestamptz,
  finished_at   timestamptz,
  primary key (org_id, run_id),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('sync_runs', for_system => true);
create index on sync_runs (org_id, connection_id, created_at desc);
comment on table sync_runs is 'One sync of one connection: what it brought and how it ended.';

create table sync_cursors (
  org_id        uuid not null references orgs on delete cascade,
  connection_id uuid not null,
  stream        text not null,
  account_id    text not null default '',
  cursor        jsonb not null,
  updated_at    timestamptz not null default now(),
  primary key (org_id, connection_id, stream, account_id),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('sync_cursors', for_system => true);
comment on table  sync_cursors is 'How far each stream of a connection has been read and stored.';
comment on column sync_cursors.cursor is 'Advances only in the transaction that stores what was read.';

create table metric_restatements (
  org_id         uuid not null references orgs on delete cascade,
  restatement_id uuid not null default uuid_v7(),
  connection_id  uuid not null,
  table_name     text not null,
  row_key        jsonb not null,
  date           date,
  metric         text not null,
  old_value      text,
  new_value      text,
  restated_at    timestamptz not null default now(),
  primary key (org_id, restatement_id),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('metric_restatements', for_system => true);
create index on metric_restatements (org_id, connection_id, date);
comment on table metric_restatements is 'Figures of complete days that a platform changed afterwards: what, from, to, when.';
