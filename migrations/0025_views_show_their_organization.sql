-- The views of the metric catalog show whose rows they are, so that a question can name its organization. What a view reads stays
-- the same; a new column can only come last.

create or replace view metrics.store_lines with (security_invoker = true) as
select l.store_connection_id as connection_id, o.ordered_at as at,
  (o.ordered_at at time zone (select metrics.org_time_zone()))::date as date, l.currency,
  l.total_micros as product_revenue_micros, l.quantity as units,
  l.title as product, l.sku, p.vendor, p.product_type, s.store_name as store, s.platform,
  o.channel, o.utm_source, o.utm_medium, o.utm_campaign, l.org_id
from store_order_lines l
join store_orders o on o.org_id = l.org_id and o.store_connection_id = l.store_connection_id and o.order_id = l.order_id
left join store_products p on p.org_id = l.org_id and p.store_connection_id = l.store_connection_id and p.product_id = l.product_id
left join store_connections s on s.org_id = l.org_id and s.store_connection_id = l.store_connection_id
where not o.is_voided and not o.is_test;

create or replace view metrics.campaigns with (security_invoker = true) as
select d.connection_id, d.date, d.platform, d.currency, d.spend_micros, d.conversion_value_micros, d.impressions, d.clicks,
  d.conversions, d.account_id, a.name as account, d.campaign_id, c.name as campaign, c.status, c.objective, c.channel_type, d.org_id
from campaign_daily d
left join ad_campaigns c on c.org_id = d.org_id and c.connection_id = d.connection_id and c.account_id = d.account_id and c.campaign_id = d.campaign_id
left join ad_accounts a on a.org_id = d.org_id and a.connection_id = d.connection_id and a.account_id = d.account_id;

create or replace view metrics.ad_groups with (security_invoker = true) as
select d.connection_id, d.date, d.platform, d.currency, d.spend_micros, d.conversion_value_micros, d.impressions, d.clicks,
  d.conversions, d.account_id, a.name as account, d.campaign_id, c.name as campaign, c.status, c.objective, c.channel_type,
  d.ad_group_id, g.name as ad_group, d.org_id
from ad_group_daily d
left join ad_groups g on g.org_id = d.org_id and g.connection_id = d.connection_id and g.account_id = d.account_id and g.ad_group_id = d.ad_group_id
left join ad_campaigns c on c.org_id = d.org_id and c.connection_id = d.connection_id and c.account_id = d.account_id and c.campaign_id = d.campaign_id
left join ad_accounts a on a.org_id = d.org_id and a.connection_id = d.connection_id and a.account_id = d.account_id;

create or replace view metrics.ads with (security_invoker = true) as
select d.connection_id, d.date, d.platform, d.currency, d.spend_micros, d.conversion_value_micros, d.impressions, d.clicks,
  d.conversions, d.account_id, a.name as account, d.campaign_id, c.name as campaign, c.status, c.objective, c.channel_type,
  d.ad_group_id, g.name as ad_group, d.ad_id, coalesce(x.name, x.headline) as ad, d.org_id
from ad_daily d
left join ads x on x.org_id = d.org_id and x.connection_id = d.connection_id and x.account_id = d.account_id and x.ad_id = d.ad_id
left join ad_groups g on g.org_id = d.org_id and g.connection_id = d.connection_id and g.account_id = d.account_id and g.ad_group_id = d.ad_group_id
left join ad_campaigns c on c.org_id = d.org_id and c.connection_id = d.connection_id and c.account_id = d.account_id and c.campaign_id = d.campaign_id
left join ad_accounts a on a.org_id = d.org_id and a.connection_id = d.connection_id and a.account_id = d.account_id;

create or replace view metrics.web_days with (security_invoker = true) as
select connection_id, date, currency, property_id as property, sessions, users, new_users, engaged_sessions, page_views,
  conversions, purchases, revenue_micros, org_id
from web_daily;

create or replace view metrics.web_sources with (security_invoker = true) as
select connection_id, date, currency, property_id as property, source as traffic_source, medium, channel, campaign,
  sessions, new_users, engaged_sessions, conversions, purchases, revenue_micros, org_id
from web_source_daily;

create or replace view metrics.seo_days with (security_invoker = true) as
select connection_id, date, site_url as site, clicks, impressions, position_weighted, org_id from seo_daily;

create or replace view metrics.seo_queries with (security_invoker = true) as
select connection_id, date, site_url as site, query, clicks, impressions, position_weighted, org_id from seo_query_daily;

create or replace view metrics.seo_pages with (security_invoker = true) as
select connection_id, date, site_url as site, page, clicks, impressions, position_weighted, org_id from seo_page_daily;

create or replace view metrics.social_days with (security_invoker = true) as
select d.connection_id, d.date, d.platform, a.username as account, d.followers, d.reach, d.impressions, d.engagements, d.profile_views, d.org_id
from social_daily d
left join social_accounts a on a.org_id = d.org_id and a.connection_id = d.connection_id and a.social_account_id = d.social_account_id;

create or replace view metrics.email_days with (security_invoker = true) as
select d.connection_id, d.date, d.platform, d.currency, c.name as campaign, c.subject, d.delivered, d.opens, d.clicks,
  d.unsubscribes, d.conversions, d.revenue_micros, d.org_id
from email_campaign_daily d
left join email_campaigns c on c.org_id = d.org_id and c.connection_id = d.connection_id and c.campaign_id = d.campaign_id;

create or replace view metrics.contacts with (security_invoker = true) as
select connection_id, created_at as at, (created_at at time zone (select metrics.org_time_zone()))::date as date,
  1::bigint as contacts, source as origin, company, city, country, org_id
from contacts;
