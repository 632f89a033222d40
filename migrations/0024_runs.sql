-- A run is the work of a call outside its transaction; run_steps holds its finished steps. A call whose work other jobs do (the syncs of
-- trigger_sync) has a run, too. Runs replace followed_calls.
create table runs (
  org_id              uuid not null references orgs on delete cascade,
  run_id              uuid not null default uuid_v7(),
  tool                text not null,
  actor               text not null,
  request_id          text not null,
  transport           text not null,
  call_hash           bytea,
  input_hash          bytea not null,
  input               json not null,
  begin_result        json,
  state               text not null check (state in ('queued', 'running', 'succeeded', 'failed', 'cancelled', 'delegated')),
  starts              int not null default 0,
  faults              int not null default 0,
  progress            real not null default 0 check (progress between 0 and 1),
  message             text not null default '',
  result              json,
  outcome             text,
  error               text,
  credits_held        bigint not null default 0 check (credits_held >= 0),
  credits_spent       bigint check (credits_spent between 0 and credits_held),
  created_at          timestamptz not null,
  started_at          timestamptz,
  ended_at            timestamptz,
  delivered_at            timestamptz,
  cancel_requested_at timestamptz,
  primary key (org_id, run_id),
  check ((state in ('succeeded', 'failed', 'cancelled')) = (ended_at is not null)),
  check ((state in ('succeeded', 'failed', 'cancelled')) = (credits_spent is not null))
);
call protect('runs', for_system => true);
-- The same call joins the run that is in progress, unless somebody has asked to cancel it.
create unique index runs_in_progress on runs (org_id, call_hash)
  where state in ('queued', 'running') and cancel_requested_at is null and call_hash is not null;
create index runs_not_delivered on runs (org_id, call_hash, ended_at) where ended_at is not null and delivered_at is null;
create index on runs (created_at);
comment on table  runs is 'Work of a call that continues outside its transaction, and its outcome.';
comment on column runs.actor is 'The caller. Only calls of the same caller join the run.';
comment on column runs.request_id is 'The request of the call that made the run. An internal error of the work is logged with it.';
comment on column runs.call_hash is 'SHA-256 of caller, tool and input. Null: no call joins the run by its input.';
comment on column runs.input_hash is 'SHA-256 of the input, for the record of the outcome.';
comment on column runs.input is 'The input of the call.';
comment on column runs.result is 'The result of the work. Of a delegated run: the answer of the call, by which the tool finds the work.';
comment on column runs.begin_result is 'What the transaction of the call prepared for the work.';
comment on column runs.state is 'delegated: other jobs do the work, and the tool reads its progress from its own tables.';
comment on column runs.starts is 'How often a worker started the work. More than one after a worker was killed.';
comment on column runs.faults is 'How often the work threw an error other than a refusal.';
comment on column runs.outcome is 'The outcome, as of any call.';
comment on column runs.credits_held is 'Credits taken when the run was made: the most that the run can cost.';
comment on column runs.credits_spent is 'The cost of the finished steps. The transaction that ended the run returned the rest.';
comment on column runs.delivered_at is 'When a caller first received the outcome. Until then, the same call gets it.';

create table run_steps (
  org_id      uuid not null,
  run_id      uuid not null,
  name        text not null check (length(name) between 1 and 200),
  value       json,
  credits     bigint not null default 0 check (credits >= 0),
  finished_at timestamptz not null,
  primary key (org_id, run_id, name),
  foreign key (org_id, run_id) references runs on delete cascade
);
call protect('run_steps', for_system => true);
comment on table  run_steps is 'Finished steps of runs. Work that starts again uses their values.';
comment on column run_steps.credits is 'What the step cost.';

alter table idempotency_keys add column run_id uuid;
comment on column idempotency_keys.run_id is 'The run of the call, if it has one.';

drop table followed_calls;
