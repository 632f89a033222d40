-- Changes at platforms that were proposed, and the decisions about them. An action that is approved has an execution.
create table actions (
  org_id              uuid not null references orgs on delete cascade,
  action_id           uuid not null default uuid_v7(),
  action_type         text not null check (length(action_type) <= 100),
  platform            text not null check (length(platform) <= 40),
  connection_id       uuid not null,
  account_id          text not null check (length(account_id) <= 200),
  account_name        text not null check (length(account_name) <= 500),
  input               jsonb not null,
  mark                text not null check (length(mark) between 4 and 40),
  target              jsonb not null,
  target_key          text not null check (length(target_key) <= 500),
  differences         jsonb not null,
  warnings            jsonb not null,
  seen                jsonb not null,
  steps               text[] not null,
  inverse             jsonb,
  visible_within_s    int not null check (visible_within_s >= 0),
  reason              text check (length(reason) <= 1000),
  basis               jsonb not null,
  declaration         jsonb,
  undoes              uuid,
  proposed_by         text not null check (length(proposed_by) <= 200),
  proposed_by_user_id uuid,
  agent_slug          text check (length(agent_slug) <= 100),
  is_tainted          boolean not null default false,
  risk                text not null check (risk in ('low', 'medium', 'high')),
  currency            text not null check (length(currency) = 3),
  budget_micros       bigint check (budget_micros >= 0),
  amount_micros       bigint check (amount_micros >= 0),
  content_hash        bytea not null check (length(content_hash) = 32),
  digest              bytea not null check (length(digest) = 32),
  created_at          timestamptz not null,
  expires_at          timestamptz not null check (expires_at > created_at),
  status              text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'expired', 'executed', 'failed')),
  decided_by          text check (length(decided_by) <= 200),
  decided_by_user_id  uuid,
  decided_at          timestamptz,
  decision_reason     text check (length(decision_reason) <= 1000),
  execution_id        uuid,
  cause               text check (length(cause) <= 100),
  cause_text          text check (length(cause_text) <= 1000),
  ended_at            timestamptz,
  primary key (org_id, action_id),
  foreign key (org_id, connection_id) references connections on delete cascade,
  foreign key (org_id, execution_id) references action_executions on delete cascade,
  check ((status in ('approved', 'executed', 'failed')) = (execution_id is not null)),
  check ((status in ('pending', 'approved')) = (ended_at is null))
);
call protect('actions', for_system => true, for_calls => 'insert, update');
revoke delete on actions from tablero_work, tablero_system;
-- The same open change is proposed once.
create unique index actions_open on actions (org_id, content_hash) where status in ('pending', 'approved');
create unique index actions_execution on actions (org_id, execution_id);
create index actions_pending on actions (org_id, expires_at) where status = 'pending';
create index actions_due on actions (expires_at) where status = 'pending';
create index actions_ended on actions (org_id, created_at desc);
create index actions_target on actions (org_id, connection_id, target_key, decided_at desc);
create index actions_proposer on actions (org_id, proposed_by, created_at desc);
comment on table  actions is 'Changes at platforms that were proposed: what exactly, by whom, who decided, and how each ended.';
comment on column actions.action_type is 'Key of the change among those of the connector.';
comment on column actions.mark is 'Only this change uses it. Things that it makes carry it in their name.';
comment on column actions.differences is 'Fields with their values before and after. Amounts are decimal text with a currency.';
comment on column actions.seen is 'What the preview read and the steps need.';
comment on column actions.inverse is 'The change that restores what was before. null: it cannot be undone.';
comment on column actions.basis is 'The figures on which the proposal stands, with their sources.';
comment on column actions.declaration is 'Of a new campaign: what its proposer wrote and declared, which the approver signs.';
comment on column actions.undoes is 'The executed action that this one undoes.';
comment on column actions.proposed_by_user_id is 'The person who proposed, or for whom a program did. null: nobody is known.';
comment on column actions.is_tainted is 'The proposer had read text of strangers. Such a change is never approved automatically.';
comment on column actions.currency is 'Reporting currency of the amounts.';
comment on column actions.budget_micros is 'The daily budget after the change, in the reporting currency. null: no budget, or no exchange rate.';
comment on column actions.amount_micros is 'The change of what is spent in a day, in the reporting currency. null: no exchange rate.';
comment on column actions.content_hash is 'Of what is changed and how. The same open change has it too.';
comment on column actions.digest is 'SHA-256 of the canonical form (RFC 8785) of everything that was approved. It is compared before anything is sent.';
comment on column actions.decided_by is 'Who decided: a person, a key of a person, or guardrail:<id>@<version>.';
comment on column actions.cause is 'Why it failed.';

-- What a person approves can never change, and every status follows from the one before. Row security keeps org_id.
create function keep_action() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  decisions constant text[] := array['org_id', 'status', 'decided_by', 'decided_by_user_id', 'decided_at', 'decision_reason', 'execution_id',
    'cause', 'cause_text', 'ended_at'];
begin
  if to_jsonb(new) - decisions is distinct from to_jsonb(old) - decisions then
    raise check_violation using message = 'a proposed change is never changed';
  end if;
  if new.status <> old.status and not (
    (old.status = 'pending' and new.status in ('approved', 'rejected', 'expired')) or
    (old.status = 'approved' and new.status in ('executed', 'failed'))) then
    raise check_violation using message = format('an action does not become %s after %s', new.status, old.status);
  end if;
  if old.decided_at is not null and (new.decided_by, new.decided_by_user_id, new.decided_at, new.execution_id)
    is distinct from (old.decided_by, old.decided_by_user_id, old.decided_at, old.execution_id) then
    raise check_violation using message = 'a decision is never changed';
  end if;
  return new;
end $$;
comment on function keep_action() is 'Refuses changes of a proposed change, of a decision, and of the order of statuses.';
revoke execute on function keep_action() from public;
create trigger keep before update on actions for each row execute function keep_action();

create table action_changes (
  org_id     uuid not null,
  action_id  uuid not null,
  status     text not null check (status in ('pending', 'approved', 'rejected', 'expired', 'executed', 'failed')),
  changed_at timestamptz not null,
  actor      text not null check (length(actor) <= 200),
  note       text check (length(note) <= 1000),
  primary key (org_id, action_id, status),
  foreign key (org_id, action_id) references actions on delete cascade
);
call protect('action_changes', for_system => true, for_calls => 'insert');
revoke update, delete on action_changes from tablero_work, tablero_system;
comment on table  action_changes is 'Every status of an action: since when, and by whom.';
comment on column action_changes.actor is 'Who caused the status. platform: the platform did. clock: the time for a decision was over.';

-- Rules about who must say yes. A changed rule is a new version.
create table guardrails (
  org_id                   uuid not null references orgs on delete cascade,
  guardrail_id             uuid not null default uuid_v7(),
  version                  int not null default 1 check (version >= 1),
  agent_slug               text check (length(agent_slug) <= 100),
  action_type              text check (length(action_type) <= 100),
  needs_approval           boolean not null default true,
  automatic_amount_micros  bigint check (automatic_amount_micros >= 0),
  automatic_percent        int check (automatic_percent between 0 and 1000),
  cooldown_hours           int check (cooldown_hours between 0 and 8760),
  day_amount_micros        bigint check (day_amount_micros >= 0),
  day_count                int check (day_count between 0 and 10000),
  budget_max_micros        bigint check (budget_max_micros > 0),
  raise_max_percent        int check (raise_max_percent between 0 and 10000),
  cut_max_percent          int check (cut_max_percent between 0 and 100),
  created_by               text not null check (length(created_by) <= 200),
  created_at               timestamptz not null,
  replaced_at              timestamptz,
  primary key (org_id, guardrail_id, version)
);
call protect('guardrails', for_calls => 'insert, update');
create unique index guardrails_in_force on guardrails (org_id, coalesce(agent_slug, ''), coalesce(action_type, '')) where replaced_at is null;
comment on table  guardrails is 'Who must say yes to which change, and what nobody may do. Rows of earlier versions stay.';
comment on column guardrails.agent_slug is 'The agent whose proposals it concerns. null: everybody’s.';
comment on column guardrails.action_type is 'The kind of change. null: every kind.';
comment on column guardrails.needs_approval is 'False: a change within the automatic limits is approved by the rule itself.';
comment on column guardrails.automatic_amount_micros is 'Largest automatic change of what is spent in a day, in the reporting currency.';
comment on column guardrails.cooldown_hours is 'Time after a change of the same target in which none is automatic.';
comment on column guardrails.day_amount_micros is 'Sum of the automatic changes of a day, in the reporting currency.';
comment on column guardrails.budget_max_micros is 'Largest daily budget that anybody may set, in the reporting currency.';
comment on column guardrails.raise_max_percent is 'Largest raise of a budget, for people too.';
comment on column guardrails.replaced_at is 'null: in force.';

create table guardrail_days (
  org_id        uuid not null references orgs on delete cascade,
  guardrail_id  uuid not null,
  day           date not null,
  amount_micros bigint not null check (amount_micros >= 0),
  count         int not null check (count >= 0),
  primary key (org_id, guardrail_id, day)
);
call protect('guardrail_days', for_calls => 'insert, update');
comment on table guardrail_days is 'What automatic changes have used of a rule’s day, in the organization’s calendar.';

alter table action_executions drop constraint action_executions_cause_check;
alter table action_executions add constraint action_executions_cause_check check (cause in ('refused', 'target_changed', 'already_so',
  'not_applied', 'disconnected', 'too_late', 'read_back_differs', 'step_refused', 'part_refused', 'guardrail', 'approval_ended', 'digest'));

alter table orgs add column demands_second_approver boolean not null default false;
comment on column orgs.demands_second_approver is 'Who proposed a change cannot approve it.';
grant update (demands_second_approver) on orgs to tablero_app;

-- What a person may do can end between the yes and the sending. The same rule as for calls: a member, or a colleague of an agency.
create function may_approve(person uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(
    (select m.role = 'admin' or (m.role = 'member' and m.is_approver) from public.members m
       where m.org_id = public.current_org() and m.user_id = person),
    exists (select from public.agency_clients c
      join public.orgs o on o.org_id = c.org_id and o.kind = 'agency' and o.ended_at is null
      join public.members m on m.org_id = c.org_id and m.user_id = person
      left join public.agency_access a on a.org_id = c.org_id and a.client_org_id = c.client_org_id and a.user_id = person
      where c.client_org_id = public.current_org() and (m.role = 'admin' or a.role = 'admin')))
$$;
comment on function may_approve(uuid) is 'Whether the person may approve changes of the organization now.';
revoke execute on function may_approve(uuid) from public;
grant create on schema public to tablero_system;
alter function may_approve(uuid) owner to tablero_system;
revoke create on schema public from tablero_system;
grant execute on function may_approve(uuid) to tablero_app, tablero_work;

-- A program decides about changes only when its owner said that it acts for a person.
alter table api_keys add column acts_for text not null default 'agent' check (acts_for in ('person', 'agent'));
grant select (acts_for) on api_keys to tablero_app;
comment on column api_keys.acts_for is 'agent: the key cannot approve or reject changes, whatever its scopes.';
drop function make_key(uuid, text, text, bytea, text[], timestamptz);
create function make_key(owner uuid, key_name text, key_prefix text, hash bytea, key_scopes text[], until timestamptz, key_acts_for text)
  returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  organization constant uuid := public.current_org();
  made uuid;
begin
  perform from public.members m where m.org_id = organization and m.user_id = owner;
  if not found then
    raise invalid_parameter_value using message = 'a key belongs to a member';
  end if;
  insert into public.api_keys (org_id, name, prefix, secret_hash, scopes, expires_at, user_id, acts_for)
    values (organization, key_name, key_prefix, hash, key_scopes, until, owner, key_acts_for) returning key_id into made;
  return made;
end $$;
comment on function make_key(uuid, text, text, bytea, text[], timestamptz, text) is 'Stores a new key of a member.';
revoke execute on function make_key(uuid, text, text, bytea, text[], timestamptz, text) from public;
grant create on schema public to tablero_system;
alter function make_key(uuid, text, text, bytea, text[], timestamptz, text) owner to tablero_system;
revoke create on schema public from tablero_system;
grant execute on function make_key(uuid, text, text, bytea, text[], timestamptz, text) to tablero_app;
