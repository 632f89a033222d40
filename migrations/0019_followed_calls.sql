-- Work that goes on after a call was answered: what the call answered, so that any process can tell how far it is; and an end for
-- syncs that somebody stopped.
create table followed_calls (
  org_id     uuid not null references orgs on delete cascade,
  call_id    text not null check (length(call_id) between 1 and 100),
  tool       text not null,
  answer     json not null,
  created_at timestamptz not null,
  primary key (org_id, call_id)
);
call protect('followed_calls', for_system => true);
create index on followed_calls (created_at);
comment on table  followed_calls is 'Calls whose work goes on after the answer, for as long as clients may ask how far it is.';
comment on column followed_calls.answer is 'What the call answered; the tool finds its work by it.';

alter table sync_runs drop constraint sync_runs_state_check;
alter table sync_runs add constraint sync_runs_state_check
  check (state in ('queued', 'running', 'succeeded', 'failed', 'cancelled'));
