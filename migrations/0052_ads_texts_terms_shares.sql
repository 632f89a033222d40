-- All texts of an ad, the searches that showed ads, and the impressions that campaigns of search ads missed.
alter table ads add column headlines text[], add column descriptions text[];
comment on column ads.headlines is 'All headlines; the platform chooses among them. null: only one is read (headline).';
comment on column ads.descriptions is 'All descriptions; the platform chooses among them. null: only one is read (description).';

create table search_term_daily (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  account_id    text not null,
  campaign_id   text not null,
  date          date not null,
  search_term   text not null,
  platform      text not null,
  currency      char(3) not null,
  spend_micros  bigint not null,
  impressions   bigint not null,
  clicks        bigint not null,
  conversions   numeric(20, 6) not null,
  conversion_value_micros bigint not null,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, account_id, campaign_id, date, search_term),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('search_term_daily');
create index on search_term_daily (org_id, date);
comment on table  search_term_daily is 'The figures of campaign_daily by what people searched for. The platform hides rare searches.';

create table campaign_share_daily (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  account_id    text not null,
  campaign_id   text not null,
  date          date not null,
  platform      text not null,
  impressions   bigint not null,
  impression_share     numeric(20, 6) not null check (impression_share > 0),
  lost_to_budget_share numeric(20, 6),
  lost_to_rank_share   numeric(20, 6),
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, account_id, campaign_id, date),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('campaign_share_daily');
create index on campaign_share_daily (org_id, date);
comment on table  campaign_share_daily is 'The part of its possible impressions in search that a campaign had, and why it missed the others. Days without a share have no row.';
comment on column campaign_share_daily.impression_share is 'As the platform reports it: 0.0999 stands for less than a tenth.';
comment on column campaign_share_daily.lost_to_budget_share is 'As the platform reports it: 0.9001 stands for more than nine tenths.';
comment on column campaign_share_daily.lost_to_rank_share is 'As the platform reports it: 0.9001 stands for more than nine tenths.';

create view metrics.ad_search_terms with (security_invoker = true) as
select org_id, connection_id, d.date, d.platform, d.currency, d.spend_micros, d.impressions, d.clicks, d.conversion_value_micros, d.conversions, account_id, a.name as account,
  campaign_id, c.name as campaign, c.status, c.objective, c.channel_type, d.search_term
from search_term_daily d
left join ad_campaigns c using (org_id, connection_id, account_id, campaign_id)
left join ad_accounts a using (org_id, connection_id, account_id);
comment on view metrics.ad_search_terms is 'Daily figures of search ads by what people searched for.';

-- Shares do not add up, so they become impressions: those that were possible, and those that were missed.
create view metrics.ad_shares with (security_invoker = true) as
select org_id, connection_id, d.date, d.platform, d.impressions as shared_impressions,
  d.impressions / d.impression_share as possible_impressions,
  d.impressions / d.impression_share * d.lost_to_budget_share as lost_to_budget,
  case when d.lost_to_budget_share is not null then d.impressions / d.impression_share end as possible_with_budget,
  d.impressions / d.impression_share * d.lost_to_rank_share as lost_to_rank,
  case when d.lost_to_rank_share is not null then d.impressions / d.impression_share end as possible_with_rank,
  account_id, a.name as account, campaign_id, c.name as campaign, c.status, c.objective, c.channel_type
from campaign_share_daily d
left join ad_campaigns c using (org_id, connection_id, account_id, campaign_id)
left join ad_accounts a using (org_id, connection_id, account_id);
comment on view metrics.ad_shares is 'Daily impressions of search ads, had and missed.';
grant select on metrics.ad_search_terms, metrics.ad_shares to tablero_app, tablero_work;

update metric_sources set relations = relations || '{ad_search_terms,ad_shares}', tables = tables || '{search_term_daily,campaign_share_daily}'
where source = 'search_ads';
insert into metric_dimensions (source, dimension, column_name, type, description) values
  ('search_ads', 'search_term', 'search_term', 'text',
   'What people searched for. The platform hides rare searches. Not together with ad groups, ads, countries or devices.');
insert into metric_definitions (source, metric, kind, unit, column_name, numerator, denominator, description) values
  ('search_ads', 'impression_share', 'ratio', 'ratio', null, 'shared_impressions', 'possible_impressions',
   'Impressions in search divided by those that were possible. A day below 10 % counts as 9.99 %, as the platform reports it.'),
  ('search_ads', 'lost_to_budget', 'ratio', 'ratio', null, 'lost_to_budget', 'possible_with_budget',
   'Part of the possible impressions in search that were missed because the budget was too small. More than 90 % counts as 90.01 %.'),
  ('search_ads', 'lost_to_rank', 'ratio', 'ratio', null, 'lost_to_rank', 'possible_with_rank',
   'Part of the possible impressions in search that were missed because of the ad rank. More than 90 % counts as 90.01 %.');

grant create on schema published to tablero_views;
grant select on search_term_daily, campaign_share_daily to tablero_views;
create view published.search_term_daily as
select connection_id, account_id, campaign_id, date, search_term, platform, currency::text as currency,
  trim_scale(spend_micros * 0.000001) as spend, impressions, clicks, conversions,
  trim_scale(conversion_value_micros * 0.000001) as conversion_value,
  connection_id = any ((select metrics.counted_connections('search_term_daily'))::uuid[])
    and (connection_id || '/' || account_id) <> all ((select metrics.uncounted_accounts('search_term_daily'))::text[]) as counts
from search_term_daily;
comment on view published.search_term_daily is 'Search ads by what people searched for. The platform hides rare searches, so the rows do not reach campaign_daily.';
comment on column published.search_term_daily.counts is 'Figures of other tools include the row.';
alter view published.search_term_daily owner to tablero_views;
create view published.campaign_share_daily as
select connection_id, account_id, campaign_id, date, platform, impressions, impression_share, lost_to_budget_share, lost_to_rank_share,
  connection_id = any ((select metrics.counted_connections('campaign_share_daily'))::uuid[])
    and (connection_id || '/' || account_id) <> all ((select metrics.uncounted_accounts('campaign_share_daily'))::text[]) as counts
from campaign_share_daily;
comment on view published.campaign_share_daily is 'Impression share of search ads. Shares do not add up: impressions / impression_share are the possible impressions.';
comment on column published.campaign_share_daily.counts is 'Figures of other tools include the row.';
comment on column published.campaign_share_daily.impression_share is 'As the platform reports it: 0.0999 stands for less than a tenth.';
comment on column published.campaign_share_daily.lost_to_budget_share is 'As the platform reports it: 0.9001 stands for more than nine tenths.';
comment on column published.campaign_share_daily.lost_to_rank_share is 'As the platform reports it: 0.9001 stands for more than nine tenths.';
alter view published.campaign_share_daily owner to tablero_views;
revoke create on schema published from tablero_views;
grant select on published.search_term_daily, published.campaign_share_daily to tablero_sql;
