-- Ads. Money is in micros of the account's currency. A daily figure stands at exactly one level per table; levels are never added up.
create table ad_accounts (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  account_id    text not null,
  platform      text not null,
  name          text not null,
  currency      char(3) not null,
  time_zone     text not null,
  status        text,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, account_id),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('ad_accounts');
comment on table  ad_accounts is 'Ad accounts of the connected ad platforms.';
comment on column ad_accounts.currency is 'Currency of every amount of this account.';
comment on column ad_accounts.time_zone is 'Zone in which the platform counts this account''s days.';

create table ad_campaigns (
  org_id                uuid not null default current_org() references orgs on delete cascade,
  connection_id         uuid not null,
  account_id            text not null,
  campaign_id           text not null,
  platform              text not null,
  name                  text not null,
  status                text not null,
  objective             text,
  channel_type          text,
  daily_budget_micros   bigint,
  lifetime_budget_micros bigint,
  currency              char(3) not null,
  starts_on             date,
  ends_on               date,
  created_on            date,
  synced_at             timestamptz not null default now(),
  primary key (org_id, connection_id, account_id, campaign_id),
  foreign key (org_id, connection_id, account_id) references ad_accounts on delete cascade
);
call protect('ad_campaigns');
create index on ad_campaigns (org_id, platform, campaign_id);
comment on table  ad_campaigns is 'Campaigns as the platform last described them.';
comment on column ad_campaigns.status is 'The platform''s own word: ACTIVE, PAUSED, ENABLED, REMOVED…';

create table ad_groups (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  account_id    text not null,
  ad_group_id   text not null,
  campaign_id   text not null,
  platform      text not null,
  name          text not null,
  status        text not null,
  type          text,
  daily_budget_micros bigint,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, account_id, ad_group_id),
  foreign key (org_id, connection_id, account_id) references ad_accounts on delete cascade
);
call protect('ad_groups');
create index on ad_groups (org_id, campaign_id);
comment on table ad_groups is 'Ad groups (search ads) and ad sets (social ads).';

create table ads (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  account_id    text not null,
  ad_id         text not null,
  ad_group_id   text not null,
  campaign_id   text not null,
  platform      text not null,
  name          text,
  status        text not null,
  type          text,
  headline      text,
  description   text,
  final_url     text,
  creative_id   text,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, account_id, ad_id),
  foreign key (org_id, connection_id, account_id) references ad_accounts on delete cascade
);
call protect('ads');
create index on ads (org_id, ad_group_id);
create index on ads (org_id, creative_id);
comment on table ads is 'Single ads.';

create table meta_ad_creatives (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  account_id    text not null,
  creative_id   text not null,
  name          text,
  title         text,
  body          text,
  object_type   text,
  call_to_action text,
  link_url      text,
  image_url     text,
  thumbnail_url text,
  video_id      text,
  status        text,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, account_id, creative_id),
  foreign key (org_id, connection_id, account_id) references ad_accounts on delete cascade
);
call protect('meta_ad_creatives');
comment on table meta_ad_creatives is 'Creatives of the social-ads platform: texts, pictures, link.';

create table campaign_daily (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  account_id    text not null,
  campaign_id   text not null,
  date          date not null,
  platform      text not null,
  currency      char(3) not null,
  spend_micros  bigint not null,
  impressions   bigint not null,
  clicks        bigint not null,
  conversions   numeric(20, 6) not null,
  conversion_value_micros bigint not null,
  reach         bigint,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, account_id, campaign_id, date),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('campaign_daily');
create index on campaign_daily (org_id, date) include (platform, connection_id, account_id, campaign_id, currency, spend_micros, impressions, clicks, conversions, conversion_value_micros);
comment on table  campaign_daily is 'What each campaign did each day of its account''s calendar.';
comment on column campaign_daily.conversions is 'Conversions the platform claims; search ads counts fractions.';
comment on column campaign_daily.conversion_value_micros is 'Sales value the platform claims; claims of several platforms overlap.';
comment on column campaign_daily.reach is 'People reached; not additive over days.';

create table ad_group_daily (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  account_id    text not null,
  ad_group_id   text not null,
  campaign_id   text not null,
  date          date not null,
  platform      text not null,
  currency      char(3) not null,
  spend_micros  bigint not null,
  impressions   bigint not null,
  clicks        bigint not null,
  conversions   numeric(20, 6) not null,
  conversion_value_micros bigint not null,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, account_id, ad_group_id, date),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('ad_group_daily');
create index on ad_group_daily (org_id, date);
comment on table ad_group_daily is 'The same figures as campaign_daily, by ad group.';

create table ad_daily (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  account_id    text not null,
  ad_id         text not null,
  ad_group_id   text not null,
  campaign_id   text not null,
  date          date not null,
  platform      text not null,
  currency      char(3) not null,
  spend_micros  bigint not null,
  impressions   bigint not null,
  clicks        bigint not null,
  conversions   numeric(20, 6) not null,
  conversion_value_micros bigint not null,
  reach         bigint,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, account_id, ad_id, date),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('ad_daily');
create index on ad_daily (org_id, date);
comment on table ad_daily is 'The same figures as campaign_daily, by single ad.';
