-- A list of accounts can take minutes, and the next request of the browser can reach another process.
alter table sign_ins
  add column listed_until timestamptz,
  add column list_stopped jsonb;
comment on column sign_ins.listed_until is 'A process lists the accounts, and says so again before this time. Past: that process has ended. null: none lists them.';
comment on column sign_ins.list_stopped is 'Why the accounts were not listed: key and values of a message. null: nothing stopped the list, or a page has said it.';
