-- Which days of a platform's history are stored, for each stream and account. A figure of other days is unknown, not zero.
create table connection_accounts (
  org_id        uuid not null references orgs on delete cascade,
  connection_id uuid not null,
  account_id    text not null,
  name          text not null,
  currency      text,
  time_zone     text not null,
  created_on    date,
  extra         jsonb not null default '{}',
  state         text not null default 'read' check (state in ('read', 'skipped', 'gone')),
  reason        text,
  state_since   timestamptz not null default now(),
  seen_at       timestamptz not null,
  primary key (org_id, connection_id, account_id),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('connection_accounts', for_system => true);
comment on table  connection_accounts is 'The accounts that a connection covers, as the platform last listed them.';
comment on column connection_accounts.created_on is 'First day of the account, when the platform says it. Before it, a zero is real.';
comment on column connection_accounts.state is 'read; skipped: listed, but it cannot be read; gone: no longer listed.';
comment on column connection_accounts.reason is 'Why the account is skipped or gone.';
comment on column connection_accounts.seen_at is 'When the platform last listed the account.';

alter table sync_cursors
  add column covered_from  date,
  add column covered_until date,
  add column read_until    date,
  add column covered_at    timestamptz,
  add column state         text not null default 'ok' check (state in ('ok', 'denied', 'failed', 'suspect')),
  add column reason        text,
  add column state_since   timestamptz;
comment on column sync_cursors.covered_from is 'First day of which every row is stored; -infinity: nothing older exists. null: no day yet.';
comment on column sync_cursors.covered_until is 'Last day that was over, and delivered by the platform, when it was read; in the account''s time zone.';
comment on column sync_cursors.read_until is 'Last day that was read at least in part. null for streams that are read by time of change.';
comment on column sync_cursors.covered_at is 'Streams that are read by time of change: everything up to this instant is stored.';
comment on column sync_cursors.state is 'ok; denied: the platform gives no access; failed: the last read ended with an error; suspect: a read lost too much.';
comment on column sync_cursors.reason is 'Why the state is not ok, as a sentence without secrets.';

-- What earlier syncs stored. A day counts as over when it ended before the last complete read.
update sync_cursors set
  read_until = (cursor->>'read_to')::date,
  covered_at = case when not cursor ? 'read_to' then (cursor->>'finished_at')::timestamptz end,
  covered_from = case
    when cursor ? 'read_to' then (cursor->>'read_from')::date
    when cursor ? 'finished_at' then coalesce((cursor->>'read_from')::timestamptz::date + 1, '-infinity') end,
  covered_until = case
    when cursor ? 'read_to' then least((cursor->>'read_to')::date, (cursor->>'finished_at')::timestamptz::date - 1) end,
  cursor = case
    when cursor ? 'read_to' then cursor || jsonb_build_object('whole_until',
      least((cursor->>'read_to')::date, (cursor->>'finished_at')::timestamptz::date - 1))
    when cursor ? 'changed_at' and cursor ? 'finished_at' then cursor || jsonb_build_object('read_at', cursor->>'finished_at')
    else cursor end;
