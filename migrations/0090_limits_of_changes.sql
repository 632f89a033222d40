-- A rule keeps the currency in which an admin wrote its amounts. Another reporting currency would otherwise change every limit.
alter table guardrails add column currency text check (length(currency) = 3);
select set_config('citus.multi_shard_modify_mode', 'sequential', true);
update guardrails g set currency = o.currency from orgs o where o.org_id = g.org_id;
alter table guardrails alter column currency set not null;
comment on column guardrails.currency is 'Currency of the amounts: the reporting currency when the rule was written.';
comment on column guardrails.automatic_amount_micros is 'Largest automatic change of what is spent in a day.';
comment on column guardrails.day_amount_micros is 'Sum of the automatic changes of a day.';
comment on column guardrails.budget_max_micros is 'Largest daily budget that anybody may set.';
comment on column guardrail_days.amount_micros is 'In the currency of the rule.';

-- A change is looked for by its target, whichever connection reads the account.
drop index actions_target;
create index actions_target on actions (org_id, platform, target_key, decided_at desc);
comment on column actions.amount_micros is 'The change of what is spent in a day, in the reporting currency. null: not known, as without an exchange rate.';
