-- Web analytics and organic search by country and device. The tables of the whole day stay the totals: a platform can withhold a country
-- with few people, and counts a person once in each row.
create table web_country_daily (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  property_id   text not null,
  date          date not null,
  country       text not null,
  currency      char(3) not null,
  sessions      bigint not null,
  users         bigint not null,
  new_users     bigint not null,
  engaged_sessions bigint not null,
  page_views    bigint not null,
  conversions   numeric(20, 6) not null,
  purchases     bigint not null,
  revenue_micros bigint not null,
  is_sampled    boolean not null default false,
  quality       text not null default '',
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, property_id, date, country),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('web_country_daily');
create index on web_country_daily (org_id, date);
comment on table  web_country_daily is 'Web analytics by day and country of the visitors.';
comment on column web_country_daily.country is 'ISO 3166-1 alpha-2; (not set): the platform does not know it; (other): rare countries together.';
comment on column web_country_daily.users is 'Distinct users of the day in this country; days, countries and properties do not add up.';
comment on column web_country_daily.quality is 'Why figures are not exact, as in web_daily. thresholded: countries with few users are withheld.';

create table web_device_daily (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  property_id   text not null,
  date          date not null,
  device        text not null,
  currency      char(3) not null,
  sessions      bigint not null,
  users         bigint not null,
  new_users     bigint not null,
  engaged_sessions bigint not null,
  page_views    bigint not null,
  conversions   numeric(20, 6) not null,
  purchases     bigint not null,
  revenue_micros bigint not null,
  is_sampled    boolean not null default false,
  quality       text not null default '',
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, property_id, date, device),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('web_device_daily');
create index on web_device_daily (org_id, date);
comment on table  web_device_daily is 'Web analytics by day and kind of device.';
comment on column web_device_daily.device is 'mobile, desktop, tablet, tv or other; (other): rare values together.';
comment on column web_device_daily.users is 'Distinct users of the day on this kind of device; days, devices and properties do not add up.';
comment on column web_device_daily.quality is 'Why figures are not exact, as in web_daily.';

create table seo_place_daily (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  site_url      text not null,
  date          date not null,
  country       text not null,
  device        text not null,
  clicks        bigint not null,
  impressions   bigint not null,
  position_weighted numeric(24, 6) not null,
  is_final      boolean not null default true,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, site_url, date, country, device),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('seo_place_daily');
create index on seo_place_daily (org_id, date);
comment on table  seo_place_daily is 'Organic search by day, country and kind of device.';
comment on column seo_place_daily.country is 'ISO 3166-1 alpha-2 of the searchers; (not set): the platform does not know it.';
comment on column seo_place_daily.device is 'mobile, desktop, tablet, tv or other.';

create view metrics.web_countries with (security_invoker = true) as
select org_id, connection_id, date, currency, property_id as property, country, sessions, users, new_users, engaged_sessions,
  page_views, conversions, purchases, revenue_micros, quality
from web_country_daily;
comment on view metrics.web_countries is 'Web analytics by country.';
create view metrics.web_devices with (security_invoker = true) as
select org_id, connection_id, date, currency, property_id as property, device, sessions, users, new_users, engaged_sessions,
  page_views, conversions, purchases, revenue_micros, quality
from web_device_daily;
comment on view metrics.web_devices is 'Web analytics by kind of device.';
create view metrics.seo_places with (security_invoker = true) as
select org_id, connection_id, date, site_url as site, country, device, clicks, impressions, position_weighted from seo_place_daily;
comment on view metrics.seo_places is 'Organic search by country and kind of device.';
grant select on metrics.web_countries, metrics.web_devices, metrics.seo_places to tablero_app;

-- An account of two connections counts once, so each relation names the account of its rows by id.
create or replace view metrics.social_days with (security_invoker = true) as
select d.connection_id, d.date, d.platform, a.username as account, d.followers, d.reach, d.impressions, d.engagements, d.profile_views,
  d.org_id, d.social_account_id as account_id
from social_daily d
left join social_accounts a on a.org_id = d.org_id and a.connection_id = d.connection_id and a.social_account_id = d.social_account_id;

update metric_sources set relations = relations || '{web_countries,web_devices}', tables = tables || '{web_country_daily,web_device_daily}'
where source = 'web_analytics';
update metric_sources set relations = relations || '{seo_places}', tables = tables || '{seo_place_daily}' where source = 'seo';
update metric_definitions set description =
  'Different people of a day. Days, properties, countries and devices do not add up, so ask by date and property.'
where source = 'web_analytics' and metric = 'users';
insert into metric_dimensions (source, dimension, column_name, type, description)
select source, d.* from metric_sources, (values
  ('country', 'country', 'text', 'Country of the people, such as MX (ISO 3166-1 alpha-2); (not set) where the platform does not know it.'),
  ('device', 'device', 'text', 'mobile, desktop, tablet, tv or other.')) d
where source in ('web_analytics', 'seo');

-- ---- reads that lose rows -----------------------------------------------------------------------------------------------
alter table missing_rows add column empty_since timestamptz;
comment on column missing_rows.empty_since is 'Start of the first later read that brought no row of the day, where the platform has no total of its own.';
comment on column missing_rows.is_confirmed is 'A later read lacked the row too, and brought other rows of its day; or two later reads, an hour apart, brought no row of the day.';

alter table sync_cursors add column suspect_reason text, add column empty_days date[] not null default '{}';
comment on column sync_cursors.suspect_reason is 'Why stored rows may be incomplete or wrong, also while the platform gives no access.';
comment on column sync_cursors.empty_days is 'Days whose stored rows were deleted because the platform no longer reports any row of them.';

-- ---- published -----------------------------------------------------------------------------------------------------------
grant create on schema published to tablero_views;
grant select on web_country_daily, web_device_daily, seo_place_daily to tablero_views;

create view published.web_country_daily as
select connection_id, property_id, date, country, currency::text as currency, sessions, users, new_users, engaged_sessions,
  page_views, conversions, purchases, trim_scale(revenue_micros * 0.000001) as revenue, is_sampled,
  connection_id = any ((select metrics.counted_connections('web_country_daily'))::uuid[])
    and (connection_id || '/' || property_id) <> all ((select metrics.uncounted_accounts('web_country_daily'))::text[]) as counts
from web_country_daily;
comment on view published.web_country_daily is 'Web analytics by country and day; countries with few people can be withheld. Users do not add up.';

create view published.web_device_daily as
select connection_id, property_id, date, device, currency::text as currency, sessions, users, new_users, engaged_sessions,
  page_views, conversions, purchases, trim_scale(revenue_micros * 0.000001) as revenue, is_sampled,
  connection_id = any ((select metrics.counted_connections('web_device_daily'))::uuid[])
    and (connection_id || '/' || property_id) <> all ((select metrics.uncounted_accounts('web_device_daily'))::text[]) as counts
from web_device_daily;
comment on view published.web_device_daily is 'Web analytics by kind of device and day. Users do not add up.';

create view published.seo_place_daily as
select connection_id, site_url, date, country, device, clicks, impressions, position_weighted, is_final,
  connection_id = any ((select metrics.counted_connections('seo_place_daily'))::uuid[])
    and (connection_id || '/' || site_url) <> all ((select metrics.uncounted_accounts('seo_place_daily'))::text[]) as counts
from seo_place_daily;
comment on view published.seo_place_daily is 'Organic search by country, kind of device and day.';

do $$
declare
  view_name text;
begin
  foreach view_name in array array['web_country_daily', 'web_device_daily', 'seo_place_daily'] loop
    execute format('alter view published.%I owner to tablero_views', view_name);
    execute format('comment on column published.%I.counts is %L', view_name, 'Figures of other tools include the row.');
  end loop;
end $$;
revoke create on schema published from tablero_views;
grant select on published.web_country_daily, published.web_device_daily, published.seo_place_daily to tablero_sql;
