-- Approvals that need a one-time code, and how long proposals wait for a decision.
alter table orgs add column code_amount_micros bigint check (code_amount_micros >= 0);
alter table orgs add column code_currency text check (length(code_currency) = 3);
alter table orgs add constraint orgs_code_amount_check check ((code_amount_micros is null) = (code_currency is null));
comment on column orgs.code_amount_micros is 'An approval of a larger change of what is spent in a day needs a one-time code. null: none does.';
comment on column orgs.code_currency is 'Currency of code_amount_micros: the reporting currency when it was set.';
grant update (code_amount_micros, code_currency) on orgs to tablero_app;

create table action_expiries (
  org_id      uuid not null default current_org() references orgs on delete cascade,
  action_type text not null check (length(action_type) between 1 and 100),
  hours       int not null check (hours between 1 and 720),
  primary key (org_id, action_type)
);
call protect('action_expiries', for_calls => 'insert, update, delete');
comment on table  action_expiries is 'How long proposals of a kind of change wait for a decision, where it is not the usual time.';
comment on column action_expiries.action_type is 'Key of the change among those of the connectors.';
comment on column action_expiries.hours is 'Time for a decision. Proposals that are stored keep theirs.';
create index actions_undoes on actions (org_id, undoes) where undoes is not null;
