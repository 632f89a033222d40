-- A platform can leave out the conversions of a day. Such a day is not known, so that no change is computed from it.
alter table action_impacts drop constraint action_impacts_reason_check;
alter table action_impacts add constraint action_impacts_reason_check
  check (reason in ('history_short', 'nothing_before', 'no_others', 'other_action', 'unstated'));
comment on column action_impacts.reason is 'history_short: fewer than 70 days before; nothing_before: too little before the action; no_others: nothing to compare with; other_action: another action on the account; unstated: the platform leaves out the value of some days.';
