-- What was changed in an organization's own records: tasks, leads, plans and the like. Written by the engine in the transaction of
-- the change, so that a record and its history never part.
create table record_changes (
  org_id     uuid not null default current_org() references orgs on delete cascade,
  change_id  uuid not null default uuid_v7(),
  record     text not null,
  record_id  uuid not null,
  changed_at timestamptz not null default clock_timestamp(),
  actor      text not null,
  request_id text,
  before     jsonb,
  after      jsonb,
  primary key (org_id, change_id)
);
create index record_changes_of on record_changes (org_id, record, record_id, changed_at);
call protect('record_changes');
revoke update, delete on record_changes from tablero_app;
comment on table record_changes is 'One change of one record of the organization; kept when the record is deleted.';
comment on column record_changes.record is 'Table of the record.';
comment on column record_changes.actor is 'key:<key_id>; people and agents have prefixes of their own.';
comment on column record_changes.request_id is 'The call that made the change; null where a job did.';
comment on column record_changes.before is 'Changed fields as they were; null: the record was created.';
comment on column record_changes.after is 'Changed fields as they are; null: the record was deleted.';
