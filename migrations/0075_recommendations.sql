-- What rules found that an organization could do better, and what people made of it.
create table recommendations (
  org_id            uuid not null default current_org() references orgs on delete cascade,
  recommendation_id uuid not null default uuid_v7(),
  rule              text not null check (length(rule) <= 60),
  subject           text not null check (length(subject) <= 600),
  subject_name      text not null check (length(subject_name) <= 500),
  connection_id     uuid,
  platform          text check (length(platform) <= 40),
  module            text not null check (length(module) <= 40),
  severity          text not null check (severity in ('info', 'warning', 'critical')),
  title             jsonb not null,
  text              jsonb not null,
  evidence          jsonb not null,
  effect_low_micros  bigint check (effect_low_micros >= 0),
  effect_high_micros bigint check (effect_high_micros >= effect_low_micros),
  currency          text not null check (length(currency) = 3),
  call              jsonb,
  action_type       text check (length(action_type) <= 100),
  action_target     text check (length(action_target) <= 200),
  status            text not null default 'new' check (status in ('new', 'applied', 'dismissed', 'snoozed', 'resolved')),
  snoozed_until     timestamptz,
  reason            text check (length(reason) <= 1000),
  action_id         uuid,
  changed_by        text not null check (length(changed_by) <= 200),
  changed_at        timestamptz not null,
  found_at          timestamptz not null,
  is_announced      boolean not null default false,
  created_at        timestamptz not null,
  primary key (org_id, recommendation_id),
  foreign key (org_id, connection_id) references connections on delete cascade,
  foreign key (org_id, action_id) references actions on delete cascade,
  check ((status = 'snoozed') = (snoozed_until is not null)),
  check ((effect_low_micros is null) = (effect_high_micros is null)),
  check ((action_type is null) = (action_target is null))
);
call protect('recommendations', for_calls => 'update');
-- One of a rule and its subject. A dismissed one keeps the rule silent about the subject for ever.
create unique index recommendations_open on recommendations (org_id, rule, subject) where status in ('new', 'snoozed', 'dismissed');
create index recommendations_listed on recommendations (org_id, status, created_at);
create index recommendations_to_announce on recommendations (org_id) where not is_announced;
create index recommendations_carried_out on recommendations (org_id, connection_id, action_type, action_target)
  where status in ('new', 'snoozed') and action_type is not null;
comment on table  recommendations is 'What rules found that an organization could do better.';
comment on column recommendations.rule is 'Name of the rule.';
comment on column recommendations.subject is 'What it is about. The same for the same thing on every day.';
comment on column recommendations.subject_name is 'Name of the subject for people.';
comment on column recommendations.module is 'Part of Tablero, as in notifications.';
comment on column recommendations.title is 'A message: its key in the catalog and its values.';
comment on column recommendations.text is 'A message: the evidence in words.';
comment on column recommendations.evidence is 'The figures on which it stands, with the days they are of.';
comment on column recommendations.effect_low_micros is 'Least effect in a month. null: it has no amount.';
comment on column recommendations.effect_high_micros is 'Largest effect in a month.';
comment on column recommendations.currency is 'Reporting currency of the amounts.';
comment on column recommendations.call is 'Tool and input with which a program or a person goes on. null: no tool does it.';
comment on column recommendations.action_type is 'A change of this type on the target carries the recommendation out.';
comment on column recommendations.action_target is 'Id of the target at the platform.';
comment on column recommendations.status is 'resolved: the evidence is no longer there.';
comment on column recommendations.snoozed_until is 'From then on it counts as new.';
comment on column recommendations.reason is 'Why it was dismissed.';
comment on column recommendations.action_id is 'The executed change that applied it.';
comment on column recommendations.changed_by is 'Actor of the last change of the status. rule: the rule itself.';
comment on column recommendations.found_at is 'When the rule last found it.';
comment on column recommendations.is_announced is 'Whether a notification was written about it, or none is needed.';

create table rule_verdicts (
  org_id    uuid not null default current_org() references orgs on delete cascade,
  rule      text not null check (length(rule) <= 60),
  evaluated_at timestamptz not null,
  state     text not null check (state in ('evaluated', 'in_part', 'unknown', 'no_source')),
  found     int not null check (found >= 0),
  kept      int not null check (kept between 0 and found),
  untrusted text[] not null,
  primary key (org_id, rule)
);
call protect('rule_verdicts');
comment on table  rule_verdicts is 'What each rule could evaluate when it last ran.';
comment on column rule_verdicts.state is 'in_part: some connections cannot be trusted. unknown: none that it needs can be. no_source: nothing that it needs is connected.';
comment on column rule_verdicts.found is 'Subjects that the rule found, without those about which it is silent.';
comment on column rule_verdicts.kept is 'Of them, those with a recommendation.';
comment on column rule_verdicts.untrusted is 'Names of connections whose figures were not evaluated.';
