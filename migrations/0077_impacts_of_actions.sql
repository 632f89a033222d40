-- What executed changes of campaigns did, after days that can no longer change. A row is written once and is never changed.
create table action_impacts (
  org_id         uuid not null default current_org() references orgs on delete cascade,
  action_id      uuid not null,
  days           int not null check (days in (7, 14)),
  measure        text not null check (measure in ('spend', 'conversions')),
  from_day       date not null,
  to_day         date not null,
  change_percent numeric(14, 1) check (change_percent between low_percent and high_percent),
  low_percent    numeric(14, 1) check (low_percent >= -100),
  high_percent   numeric(14, 1),
  reason         text check (reason in ('history_short', 'nothing_before', 'no_others', 'other_action')),
  measured_at    timestamptz not null,
  primary key (org_id, action_id, days, measure),
  foreign key (org_id, action_id) references actions on delete cascade,
  check (to_day - from_day = days - 1),
  check ((reason is null) = (change_percent is not null)),
  check ((change_percent is null) = (low_percent is null) and (change_percent is null) = (high_percent is null))
);
call protect('action_impacts');
revoke update, delete on action_impacts from tablero_work;
create index actions_of_campaigns on actions (org_id, connection_id, account_id, ended_at)
  where status = 'executed' and action_type in ('pause_campaign', 'resume_campaign', 'set_daily_budget');
comment on table  action_impacts is 'How a campaign changed after an executed action, against the other campaigns of its account.';
comment on column action_impacts.days is 'Settled days after the action that are compared.';
comment on column action_impacts.change_percent is 'Percent against what the other campaigns lead to expect. null: reason says why there is no number.';
comment on column action_impacts.low_percent is 'Lower end of the 90 % interval.';
comment on column action_impacts.high_percent is 'Upper end of the 90 % interval.';
comment on column action_impacts.reason is 'history_short: fewer than 70 days before; nothing_before: too little before the action; no_others: nothing to compare with; other_action: another action on the account.';
