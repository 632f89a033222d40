-- Changes at platforms. A step is stored before it is sent and after it is answered, so that no process sends it a second time.
create table action_executions (
  org_id        uuid not null references orgs on delete cascade,
  execution_id  uuid not null default uuid_v7(),
  connection_id uuid not null,
  account_id    text not null check (length(account_id) <= 200),
  action        text not null check (length(action) <= 100),
  input         jsonb not null,
  mark          text not null check (length(mark) between 4 and 40),
  target        jsonb not null,
  target_key    text not null check (length(target_key) <= 500),
  differences   jsonb not null,
  seen          jsonb not null,
  inverse       jsonb,
  state         text not null default 'queued'
    check (state in ('queued', 'sending', 'checking', 'unknown', 'executed', 'executed_differently', 'partly', 'failed')),
  cause         text
    check (cause in ('refused', 'target_changed', 'already_so', 'not_applied', 'disconnected', 'too_late', 'read_back_differs', 'step_refused', 'part_refused')),
  reason        text check (length(reason) <= 1000),
  refused_parts jsonb not null default '[]',
  left_behind   jsonb not null default '[]',
  found         jsonb,
  looks         int not null default 0,
  unread_since  timestamptz,
  again_at      timestamptz,
  created_at    timestamptz not null,
  ended_at      timestamptz,
  primary key (org_id, execution_id),
  foreign key (org_id, connection_id) references connections on delete cascade,
  check ((state in ('executed', 'executed_differently', 'partly', 'failed')) = (ended_at is not null)),
  check ((ended_at is null) = (again_at is not null))
);
call protect('action_executions', for_system => true, for_calls => 'insert');
-- One change of a target at a time.
create unique index action_executions_open on action_executions (org_id, connection_id, target_key) where ended_at is null;
create index action_executions_due on action_executions (again_at) where ended_at is null;
comment on table  action_executions is 'Changes at platforms that somebody approved: what was to change, and how the change ended.';
comment on column action_executions.action is 'Key of the action among those of the connector.';
comment on column action_executions.mark is 'Only this execution uses it. Things that it makes carry it in their name, and are found again by it.';
comment on column action_executions.target is 'Kind, id, name and account of what is changed.';
comment on column action_executions.target_key is 'Names the target among those of the connection. Two open changes of one target exclude each other.';
comment on column action_executions.differences is 'Fields with their values before and after. Amounts are decimal text with a currency.';
comment on column action_executions.seen is 'What the preflight read and the steps need.';
comment on column action_executions.inverse is 'The action and input that restore what was before. null: the change cannot be undone.';
comment on column action_executions.state is 'sending: a request is on its way. checking: reading shows what became of it. unknown: nothing could be read for a day.';
comment on column action_executions.reason is 'Why it ended so, in the words of the platform or of Tablero, without secrets.';
comment on column action_executions.refused_parts is 'Parts that the platform refused while it accepted others.';
comment on column action_executions.left_behind is 'Ids of what was made before a later step failed.';
comment on column action_executions.found is 'Fields as the platform showed them at the last look.';
comment on column action_executions.looks is 'How often the platform was read to settle the current wait.';
comment on column action_executions.unread_since is 'Since when the platform cannot be read.';
comment on column action_executions.again_at is 'When a job continues. null: it has ended.';

create table action_steps (
  org_id       uuid not null,
  execution_id uuid not null,
  position     int not null check (position between 0 and 99),
  name         text not null check (length(name) <= 100),
  state        text not null default 'waiting' check (state in ('waiting', 'sending', 'accepted', 'unanswered', 'done', 'refused', 'failed')),
  sent_at      timestamptz,
  answered_at  timestamptz,
  answer       text check (length(answer) <= 4000),
  made         jsonb not null default '{}',
  primary key (org_id, execution_id, position),
  foreign key (org_id, execution_id) references action_executions on delete cascade
);
call protect('action_steps', for_system => true, for_calls => 'insert');
comment on table  action_steps is 'The requests of a change, in order. Each is sent at most once.';
comment on column action_steps.state is 'sending: committed before the request is sent. unanswered: sent, and nobody answered. done: the platform shows it.';
comment on column action_steps.answer is 'What the platform answered, shortened.';
comment on column action_steps.made is 'Ids of what the step made.';
