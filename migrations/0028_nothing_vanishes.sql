-- What a re-read did not bring, and the platforms' own totals. Both decide whether a stored row is really gone.
create table missing_rows (
  org_id        uuid not null references orgs on delete cascade,
  connection_id uuid not null,
  table_name    text not null,
  row_key       jsonb not null,
  account_id    text not null,
  date          date,
  missing_since timestamptz not null,
  missed_at     timestamptz not null,
  is_confirmed  boolean not null default false,
  primary key (org_id, connection_id, table_name, row_key),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('missing_rows', for_system => true);
comment on table  missing_rows is 'Stored rows that the platform did not report when their days were read again. They stay until that is confirmed.';
comment on column missing_rows.row_key is 'Key of the row in its table, without organization and connection.';
comment on column missing_rows.date is 'Day of the row. null: the table has no days.';
comment on column missing_rows.missing_since is 'Start of the first read that did not bring the row.';
comment on column missing_rows.missed_at is 'Start of the last read that did not bring the row.';
comment on column missing_rows.is_confirmed is 'A later read lacked the row too, and brought other rows of its day.';

create table ledger (
  org_id         uuid not null references orgs on delete cascade,
  connection_id  uuid not null,
  stream         text not null,
  account_id     text not null,
  date           date not null,
  measure        text not null,
  platform_total numeric not null,
  stored_sum     numeric not null,
  difference     numeric not null generated always as (platform_total - stored_sum) stored,
  tolerance      numeric not null,
  verdict        text not null check (verdict in ('matches', 'rounding', 'drift', 'estimate')),
  checked_at     timestamptz not null,
  read_again_at  timestamptz,
  primary key (org_id, connection_id, stream, account_id, date, measure),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('ledger', for_system => true);
comment on table  ledger is 'The platform''s own total of a day next to the sum of the stored rows. Amounts are micros of the account''s currency.';
comment on column ledger.measure is 'Column of the stream''s first table.';
comment on column ledger.tolerance is 'The largest difference that the platform''s own rounding of rows explains.';
comment on column ledger.verdict is 'matches; rounding: within the tolerance; drift: beyond it; estimate: differs, but the platform only estimates the figure.';
comment on column ledger.read_again_at is 'When the rows were read again because of this drift, and still differed.';
