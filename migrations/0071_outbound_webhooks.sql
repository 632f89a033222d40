-- Events of an organization, and the webhooks that receive them. An event and its deliveries are written in the transaction of their
-- cause. A dispatcher of the worker processes sends what is due.
create table events (
  org_id      uuid not null default current_org() references orgs on delete cascade,
  event_id    uuid not null default uuid_v7(),
  type        text not null check (type ~ '^[a-z_]+\.[a-z_]+$' and length(type) <= 100),
  data        jsonb not null check (length(data::text) <= 20000),
  occurred_at timestamptz not null,
  primary key (org_id, event_id)
);
call protect('events', for_system => true, for_calls => 'insert');
create index events_by_time on events (org_id, occurred_at desc);
comment on table  events is 'What happened in an organization, for webhooks and for whatever starts by an event. Kept for 30 days.';
comment on column events.type is 'Name as noun.verb, such as order.created.';
comment on column events.data is 'What receivers get as data. It has ids and figures, and no personal data.';

create table webhooks (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  webhook_id    uuid not null default uuid_v7(),
  name          text check (length(name) between 1 and 120),
  url           text not null check (length(url) <= 2000 and url ~* '^https://'),
  events        text[] not null check (cardinality(events) between 1 and 100),
  is_active     boolean not null default true,
  secret        bytea,
  old_secret    bytea,
  old_secret_until timestamptz,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  primary key (org_id, webhook_id)
);
call protect('webhooks', for_system => true, for_calls => 'insert, update, delete');
comment on table  webhooks is 'Addresses that receive events of an organization.';
comment on column webhooks.events is 'Types of events that the address receives.';
comment on column webhooks.secret is 'The signing secret, encrypted with the master key, bound to organization and webhook.';
comment on column webhooks.old_secret is 'The secret before the last rotation, encrypted. It signs too until old_secret_until.';

create table webhook_health (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  webhook_id    uuid not null,
  failures      int not null default 0,
  failing_since timestamptz,
  is_slow       boolean not null default false,
  off_reason    text check (off_reason in ('gone', 'failing')),
  dropped       bigint not null default 0,
  primary key (org_id, webhook_id),
  foreign key (org_id, webhook_id) references webhooks on delete cascade
);
call protect('webhook_health', for_system => true, for_calls => 'insert, update, delete');
comment on table  webhook_health is 'How well deliveries to a webhook work. No row: nothing has failed.';
comment on column webhook_health.failures is 'Consecutive failed attempts.';
comment on column webhook_health.failing_since is 'When the first of these attempts failed.';
comment on column webhook_health.is_slow is 'The last attempt had no answer in time. The address is tried beside the others and does not delay them.';
comment on column webhook_health.off_reason is 'Why Tablero switched the webhook off. gone: the address answered 410. failing: nothing succeeded for days.';
comment on column webhook_health.dropped is 'Events that got no delivery, because too many deliveries of the organization waited. A replay delivers them.';

create table webhook_deliveries (
  org_id      uuid not null default current_org() references orgs on delete cascade,
  event_id    uuid not null,
  webhook_id  uuid not null,
  state       text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'stopped')),
  attempts    int not null default 0,
  next_at     timestamptz,
  is_leased   boolean not null default false,
  created_at  timestamptz not null,
  primary key (org_id, event_id, webhook_id),
  foreign key (org_id, event_id) references events on delete cascade,
  foreign key (org_id, webhook_id) references webhooks on delete cascade,
  check ((state = 'waiting') = (next_at is not null))
);
call protect('webhook_deliveries', for_system => true, for_calls => 'insert, update');
create index webhook_deliveries_due on webhook_deliveries (org_id, webhook_id, next_at);
create index webhook_deliveries_waiting on webhook_deliveries (org_id) where next_at is not null;
create index webhook_deliveries_created on webhook_deliveries (created_at);
comment on table  webhook_deliveries is 'Which event goes to which webhook. Kept for 30 days.';
comment on column webhook_deliveries.state is 'failed: every attempt failed. stopped: the webhook was switched off before.';
comment on column webhook_deliveries.attempts is 'Attempts that have ended.';
comment on column webhook_deliveries.next_at is 'When the next attempt is due. During an attempt: when another process may repeat it. null: no further attempt.';
comment on column webhook_deliveries.is_leased is 'A process is sending it, until next_at.';

create table webhook_attempts (
  org_id       uuid not null default current_org() references orgs on delete cascade,
  attempt_id   uuid not null default uuid_v7(),
  webhook_id   uuid not null,
  event_id     uuid not null,
  attempted_at timestamptz not null,
  duration_ms  int not null check (duration_ms >= 0),
  status_code  int check (status_code between 100 and 599),
  error        text check (length(error) <= 200),
  response     text check (length(response) <= 2048),
  primary key (org_id, attempt_id),
  foreign key (org_id, event_id, webhook_id) references webhook_deliveries on delete cascade
);
call protect('webhook_attempts', for_system => true);
create index webhook_attempts_of_webhook on webhook_attempts (org_id, webhook_id, attempted_at desc);
create index webhook_attempts_of_delivery on webhook_attempts (org_id, event_id, webhook_id);
create index webhook_attempts_by_time on webhook_attempts (attempted_at);
comment on table  webhook_attempts is 'Attempts to deliver events. Kept for 30 days.';
comment on column webhook_attempts.status_code is 'Status of the answer. null: there was none.';
comment on column webhook_attempts.error is 'Why there was no answer.';
comment on column webhook_attempts.response is 'Beginning of the answer.';
