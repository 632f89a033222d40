-- Platforms announce changes. An announcement is stored before it is answered, and a job then reads what it names again.
create table webhook_inbox (
  org_id        uuid not null references orgs on delete cascade,
  connection_id uuid not null,
  event_key     text not null check (length(event_key) <= 100),
  kind          text not null check (kind in ('changed', 'uninstalled', 'suspended', 'resumed', 'redact_person', 'redact_account', 'data_request')),
  stream        text,
  ids           text[] not null default '{}' check (cardinality(ids) <= 10000),
  person        jsonb not null default '{}',
  is_hint       boolean not null default false,
  received_at   timestamptz not null,
  taken_at      timestamptz,
  done_at       timestamptz,
  primary key (org_id, connection_id, event_key),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('webhook_inbox', for_system => true);
create index webhook_inbox_waiting on webhook_inbox (org_id, connection_id, received_at) where done_at is null;
create index webhook_inbox_received on webhook_inbox (received_at);
comment on table  webhook_inbox is 'Announcements of platforms of the last days. None has a figure: the platform is asked for what they name.';
comment on column webhook_inbox.event_key is 'The platform''s id of the event, else the hash of its body. Of an unsigned hint: the hash of the resource.';
comment on column webhook_inbox.stream is 'The stream whose records changed.';
comment on column webhook_inbox.ids is 'The platform''s ids of these records, or of the orders of a privacy request.';
comment on column webhook_inbox.person is 'Whom a privacy request is about: customer_id, email, phone. Emptied when the request is done.';
comment on column webhook_inbox.is_hint is 'Nobody signed it, so it may only cause a read.';
comment on column webhook_inbox.taken_at is 'When a job began to work on it. A later announcement of the same clears it.';

create table webhook_states (
  org_id        uuid not null references orgs on delete cascade,
  connection_id uuid not null,
  registered_at timestamptz,
  checked_at    timestamptz,
  problem       text check (length(problem) <= 500),
  received      bigint not null default 0,
  duplicates       bigint not null default 0,
  forged        bigint not null default 0,
  late          bigint not null default 0,
  dropped       bigint not null default 0,
  missed        bigint not null default 0,
  last_received_at timestamptz,
  last_missed_at   timestamptz,
  primary key (org_id, connection_id),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('webhook_states', for_system => true);
comment on table  webhook_states is 'Whether a platform announces changes of a connection, and how well.';
comment on column webhook_states.registered_at is 'Since when all announcements are registered. null: they are not.';
comment on column webhook_states.checked_at is 'When the registrations were last compared with the platform''s list.';
comment on column webhook_states.problem is 'Why they are not registered, as a sentence without secrets.';
comment on column webhook_states.duplicates is 'Announcements that had come before.';
comment on column webhook_states.forged is 'Announcements with a wrong signature. None had an effect.';
comment on column webhook_states.late is 'Announcements that came more than some minutes after their event.';
comment on column webhook_states.dropped is 'Unsigned hints that were dropped, because too many waited.';
comment on column webhook_states.missed is 'Changed records that a sync found and no announcement had brought.';

create table privacy_requests (
  org_id        uuid not null references orgs on delete cascade,
  connection_id uuid not null,
  request_id    uuid not null default uuid_v7(),
  kind          text not null check (kind in ('redact_person', 'redact_account', 'data_request')),
  received_at   timestamptz not null,
  done_at       timestamptz not null,
  stored        jsonb not null default '{}',
  primary key (org_id, request_id),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('privacy_requests', for_system => true);
comment on table  privacy_requests is 'Privacy requests that platforms passed on, and what was done. They name no person.';
comment on column privacy_requests.stored is 'Of an erasure: erased rows by table. Of a data request: what is stored, as ids of records by table.';
