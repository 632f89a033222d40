-- Alert rules of organizations, what evaluating them found, and the alerts that they opened.
create table alert_rules (
  org_id            uuid not null default current_org() references orgs on delete cascade,
  rule_id           uuid not null default uuid_v7(),
  name              text not null check (length(name) between 1 and 120),
  description       text check (length(description) <= 1000),
  platform          text check (length(platform) <= 40),
  metric            text not null check (length(metric) <= 100),
  condition         text not null
    check (condition in ('above', 'below', 'increase_percent', 'decrease_percent', 'change_percent', 'anomaly')),
  threshold         numeric(24, 6) not null,
  comparison_period text check (comparison_period in ('previous_day', 'same_weekday', 'previous_7_days', 'previous_30_days')),
  channels          text[] check (cardinality(channels) between 1 and 4),
  enabled           boolean not null default true,
  unit              text not null check (unit in ('money', 'count', 'ratio', 'position')),
  currency          text check (length(currency) = 3),
  created_by        text not null,
  is_firing         boolean not null default false,
  no_data_since     timestamptz,
  no_data_reason    text check (length(no_data_reason) <= 100),
  no_data_source    text check (length(no_data_source) <= 100),
  flapping_since    date,
  state             text not null generated always as (
    case when no_data_since is not null then 'no_data' when flapping_since is not null then 'flapping'
      when is_firing then 'firing' else 'ok' end) stored,
  evaluated_day     date,
  last_value        numeric,
  evaluated_at      timestamptz,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  primary key (org_id, rule_id)
);
call protect('alert_rules', for_system => true, for_calls => 'insert, update, delete');
comment on table  alert_rules is 'Conditions on figures of an organization, which open alerts.';
comment on column alert_rules.platform is 'Only the figures of this platform. null: of all platforms of the metric.';
comment on column alert_rules.metric is 'source.metric of the metric catalog.';
comment on column alert_rules.threshold is 'In the unit of the metric, in percent, or in robust deviations, by condition.';
comment on column alert_rules.comparison_period is 'What a value is compared with; of above and below: the days that are compared with the threshold.';
comment on column alert_rules.channels is 'Where alerts go. null: to every channel that is set.';
comment on column alert_rules.unit is 'Unit of the metric.';
comment on column alert_rules.currency is 'Currency of an amount that is the threshold: the reporting currency when it was set.';
comment on column alert_rules.created_by is 'Actor who made the rule.';
comment on column alert_rules.is_firing is 'Whether an alert is open. Missing data leaves it as it is.';
comment on column alert_rules.state is 'What lists show: ok, firing, flapping or no_data.';
comment on column alert_rules.no_data_since is 'Since when the figures cannot be trusted. null: they can.';
comment on column alert_rules.no_data_reason is 'The health of the source, or absent.';
comment on column alert_rules.no_data_source is 'Id of the connection whose figures cannot be trusted, or the platform that is not connected.';
comment on column alert_rules.flapping_since is 'Day of the fourth opening in 14 days. null: openings are rarer.';
comment on column alert_rules.evaluated_day is 'The newest complete day that was evaluated.';
comment on column alert_rules.last_value is 'Value of that day, in units. null: not known.';

create table alert_evaluations (
  org_id       uuid not null default current_org(),
  rule_id      uuid not null,
  day          date not null,
  version      text not null check (length(version) = 16),
  value        numeric,
  expected     numeric,
  measure      numeric,
  breaches     boolean,
  evaluated_at timestamptz not null,
  primary key (org_id, rule_id, day, version),
  foreign key (org_id, rule_id) references alert_rules on delete cascade
);
call protect('alert_evaluations', for_calls => 'insert, delete');
comment on table  alert_evaluations is 'Each day that was evaluated for a rule, once for each version of its data.';
comment on column alert_evaluations.version is 'Hash of the values that decide the day.';
comment on column alert_evaluations.measure is 'What was compared with the threshold: the value, its change in percent, or the score.';
comment on column alert_evaluations.breaches is 'null: the figures are not known, or there is nothing to compare with.';

create table alert_incidents (
  org_id      uuid not null default current_org(),
  incident_id uuid not null default uuid_v7(),
  rule_id     uuid not null,
  day         date not null,
  state       text not null default 'open' check (state in ('open', 'resolved', 'withdrawn', 'ended')),
  severity    text not null check (severity in ('info', 'warning', 'critical')),
  value       numeric not null,
  expected    numeric,
  is_complete boolean not null,
  is_settled  boolean not null,
  version     text not null check (length(version) = 16),
  is_sent     boolean not null,
  channels    text[],
  opened_at   timestamptz not null,
  closed_at   timestamptz,
  closed_day  date,
  primary key (org_id, incident_id),
  foreign key (org_id, rule_id) references alert_rules on delete cascade,
  check ((state = 'open') = (closed_at is null))
);
call protect('alert_incidents', for_calls => 'insert, update');
create unique index alert_incidents_open on alert_incidents (org_id, rule_id) where state = 'open';
create index alert_incidents_of_rule on alert_incidents (org_id, rule_id, day);
comment on table  alert_incidents is 'Alerts: when a rule was breached, and how that ended.';
comment on column alert_incidents.day is 'The day that opened the alert.';
comment on column alert_incidents.state is 'withdrawn: with the restated data it would not have opened. ended: the rule was changed or switched off.';
comment on column alert_incidents.is_complete is 'False: the day was not over, and what was over exceeded the threshold already.';
comment on column alert_incidents.is_settled is 'Whether the platform could no longer change the day when the alert opened.';
comment on column alert_incidents.version is 'Version of the day''s data that opened the alert.';
comment on column alert_incidents.is_sent is 'False: the rule was flapping, so no message was sent.';
comment on column alert_incidents.channels is 'Where the alert went, and a correction goes. null: to every channel that was set.';
comment on column alert_incidents.closed_day is 'The complete day that resolved it.';
