-- Ads by country and by device: the figures of campaigns by one more dimension. A platform leaves out rows that are too small or have no
-- known place, so these rows need not reach the whole of the campaign.
create table campaign_country_daily (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  account_id    text not null,
  campaign_id   text not null,
  date          date not null,
  country       text not null check (country ~ '^[A-Z]{2}$'),
  platform      text not null,
  currency      char(3) not null,
  spend_micros  bigint not null,
  impressions   bigint not null,
  clicks        bigint not null,
  conversions   numeric(20, 6),
  conversion_value_micros bigint,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, account_id, campaign_id, date, country),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('campaign_country_daily');
create index on campaign_country_daily (org_id, date);
comment on table  campaign_country_daily is 'The figures of campaign_daily by the country in which people saw the ads.';
comment on column campaign_country_daily.country is 'ISO 3166-1 code. Figures without a known country have no row.';
comment on column campaign_country_daily.conversions is 'null: the platform gives no claims by country.';

create table campaign_device_daily (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  account_id    text not null,
  campaign_id   text not null,
  date          date not null,
  device        text not null check (device in ('mobile', 'tablet', 'desktop', 'tv', 'other')),
  platform      text not null,
  currency      char(3) not null,
  spend_micros  bigint not null,
  impressions   bigint not null,
  clicks        bigint not null,
  conversions   numeric(20, 6),
  conversion_value_micros bigint,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, account_id, campaign_id, date, device),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('campaign_device_daily');
create index on campaign_device_daily (org_id, date);
comment on table  campaign_device_daily is 'The figures of campaign_daily by the kind of device on which people saw the ads.';
comment on column campaign_device_daily.conversions is 'null: the platform gives no claims by device.';

create view metrics.ad_countries with (security_invoker = true) as
select org_id, connection_id, d.date, d.platform, d.currency, d.spend_micros, d.impressions, d.clicks, d.conversion_value_micros, d.conversions, account_id, a.name as account,
  campaign_id, c.name as campaign, c.status, c.objective, c.channel_type, d.country
from campaign_country_daily d
left join ad_campaigns c using (org_id, connection_id, account_id, campaign_id)
left join ad_accounts a using (org_id, connection_id, account_id);
comment on view metrics.ad_countries is 'Daily figures of ad campaigns by country.';

create view metrics.ad_devices with (security_invoker = true) as
select org_id, connection_id, d.date, d.platform, d.currency, d.spend_micros, d.impressions, d.clicks, d.conversion_value_micros, d.conversions, account_id, a.name as account,
  campaign_id, c.name as campaign, c.status, c.objective, c.channel_type, d.device
from campaign_device_daily d
left join ad_campaigns c using (org_id, connection_id, account_id, campaign_id)
left join ad_accounts a using (org_id, connection_id, account_id);
comment on view metrics.ad_devices is 'Daily figures of ad campaigns by device.';

-- For platforms that give no claims by country or device. A metric with claims is then refused for these dimensions, instead of being 0.
create view metrics.ad_country_delivery with (security_invoker = true) as
select org_id, connection_id, d.date, d.platform, d.currency, d.spend_micros, d.impressions, d.clicks, account_id, a.name as account,
  campaign_id, c.name as campaign, c.status, c.objective, c.channel_type, d.country
from campaign_country_daily d
left join ad_campaigns c using (org_id, connection_id, account_id, campaign_id)
left join ad_accounts a using (org_id, connection_id, account_id);
comment on view metrics.ad_country_delivery is 'Daily spend, impressions and clicks of ad campaigns by country.';

create view metrics.ad_device_delivery with (security_invoker = true) as
select org_id, connection_id, d.date, d.platform, d.currency, d.spend_micros, d.impressions, d.clicks, account_id, a.name as account,
  campaign_id, c.name as campaign, c.status, c.objective, c.channel_type, d.device
from campaign_device_daily d
left join ad_campaigns c using (org_id, connection_id, account_id, campaign_id)
left join ad_accounts a using (org_id, connection_id, account_id);
comment on view metrics.ad_device_delivery is 'Daily spend, impressions and clicks of ad campaigns by device.';

grant select on metrics.ad_countries, metrics.ad_devices, metrics.ad_country_delivery, metrics.ad_device_delivery to tablero_app;

update metric_sources set tables = tables || '{campaign_country_daily,campaign_device_daily}',
  relations = relations || case source when 'short_video_ads' then '{ad_country_delivery,ad_device_delivery}'::text[]
    else '{ad_countries,ad_devices}'::text[] end
where source in ('social_ads', 'search_ads', 'short_video_ads');
insert into metric_dimensions (source, dimension, column_name, type, description)
select source, d.* from metric_sources, (values
  ('country', 'country', 'text', 'Country where people saw the ads: ISO code of two letters. Not together with ad groups, ads or devices.'),
  ('device', 'device', 'text', 'Device on which people saw the ads: mobile, tablet, desktop, tv or other. Not together with ad groups, ads or countries.')) d
where source in ('social_ads', 'search_ads', 'short_video_ads');

grant create on schema published to tablero_views;
grant select on campaign_country_daily, campaign_device_daily to tablero_views;
create view published.campaign_country_daily as
select connection_id, account_id, campaign_id, date, country, platform, currency::text as currency,
  trim_scale(spend_micros * 0.000001) as spend, impressions, clicks, conversions,
  trim_scale(conversion_value_micros * 0.000001) as conversion_value,
  connection_id = any ((select metrics.counted_connections('campaign_country_daily'))::uuid[])
    and (connection_id || '/' || account_id) <> all ((select metrics.uncounted_accounts('campaign_country_daily'))::text[]) as counts
from campaign_country_daily;
comment on view published.campaign_country_daily is 'Ads by campaign, country and day. The rows need not reach campaign_daily: never add up the two.';
comment on column published.campaign_country_daily.counts is 'Figures of other tools include the row.';
comment on column published.campaign_country_daily.conversions is 'null: the platform gives no claims by country.';
alter view published.campaign_country_daily owner to tablero_views;
create view published.campaign_device_daily as
select connection_id, account_id, campaign_id, date, device, platform, currency::text as currency,
  trim_scale(spend_micros * 0.000001) as spend, impressions, clicks, conversions,
  trim_scale(conversion_value_micros * 0.000001) as conversion_value,
  connection_id = any ((select metrics.counted_connections('campaign_device_daily'))::uuid[])
    and (connection_id || '/' || account_id) <> all ((select metrics.uncounted_accounts('campaign_device_daily'))::text[]) as counts
from campaign_device_daily;
comment on view published.campaign_device_daily is 'Ads by campaign, device and day. The rows need not reach campaign_daily: never add up the two.';
comment on column published.campaign_device_daily.counts is 'Figures of other tools include the row.';
comment on column published.campaign_device_daily.conversions is 'null: the platform gives no claims by device.';
alter view published.campaign_device_daily owner to tablero_views;
revoke create on schema published from tablero_views;
grant select on published.campaign_country_daily, published.campaign_device_daily to tablero_sql;
