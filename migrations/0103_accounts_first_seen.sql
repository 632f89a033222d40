-- An order is new when it was placed after the first look at its account. A connection can get further accounts later.
alter table connection_accounts add column first_seen_at timestamptz;
comment on column connection_accounts.first_seen_at is 'When the platform first listed the account. null: before this was stored, so since the first sync of the connection.';
