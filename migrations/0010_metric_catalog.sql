-- The metric catalog: which figures query_data knows is data. A new metric is a new row here, no new code.
-- Relations are views of schema metrics. Every one has `date` (the day a row stands on) and `connection_id`; `at` where that day is
-- made of an instant, so that a range can use its index; `currency` where a column ends in _micros. They run with the caller's
-- rights, so row security shows the organization's own rows only.
create schema metrics;
grant usage on schema metrics to tablero_app;

create table metric_sources (
  source      text primary key check (source ~ '^[a-z][a-z_]*$'),
  title       text not null,
  description text not null,
  relations   text[] not null check (cardinality(relations) > 0),
  platforms   text[] not null,
  tables      text[] not null,
  rank        int not null
);
comment on table  metric_sources is 'Sources of query_data; metrics of two sources are never mixed.';
comment on column metric_sources.relations is 'Views of schema metrics, coarsest first: a question takes the first that has every column it needs.';
comment on column metric_sources.platforms is 'Platform keys whose connections feed it; empty: not fed by connections alone, every row counts.';
comment on column metric_sources.tables is 'Tables behind the views, by which the streams that settle it are found.';

create table metric_dimensions (
  source      text not null references metric_sources on delete cascade,
  dimension   text not null check (dimension ~ '^[a-z][a-z_]*$'),
  column_name text not null,
  type        text not null check (type in ('day', 'week', 'month', 'text', 'number', 'boolean')),
  description text not null,
  primary key (source, dimension)
);
comment on table metric_dimensions is 'What the metrics of a source can be grouped and filtered by.';
comment on column metric_dimensions.type is 'week and month are made of a day column: Monday, and the first of the month.';

create table metric_definitions (
  source      text not null references metric_sources on delete cascade,
  metric      text not null check (metric ~ '^[a-z][a-z_]*$'),
  kind        text not null check (kind in ('sum', 'ratio', 'count_distinct', 'daily')),
  column_name text,
  numerator   text,
  denominator text,
  unit        text not null check (unit in ('money', 'count', 'ratio', 'position')),
  description text not null,
  primary key (source, metric),
  check (case kind when 'ratio' then column_name is null and numerator is not null and denominator is not null
         else column_name is not null and numerator is null and denominator is null end)
);
comment on table  metric_definitions is 'Figures of a source.';
comment on column metric_definitions.kind is 'sum adds up; ratio is numerator / denominator, both columns summed first; count_distinct counts different values; daily adds up over anything but days.';
comment on column metric_definitions.column_name is 'Column of a relation; one that ends in _micros is money and is converted.';
grant select on metric_sources, metric_dimensions, metric_definitions to tablero_app;

create function metrics.org_time_zone() returns text
  language sql stable parallel safe
  return (select o.time_zone from public.orgs o where o.org_id = public.current_org());
grant execute on function metrics.org_time_zone() to tablero_app;
comment on function metrics.org_time_zone() is 'Zone whose calendar days the organization counts in.';

create view metrics.store_orders with (security_invoker = true) as
select x.*, s.store_name as store, s.platform
from (
  select o.org_id, o.store_connection_id as connection_id, o.ordered_at as at,
    (o.ordered_at at time zone (select metrics.org_time_zone()))::date as date, o.currency,
    o.total_micros as revenue_micros, 0::bigint as refunds_micros, o.total_micros as net_revenue_micros,
    o.discount_micros, o.shipping_micros, o.tax_micros, 1::bigint as orders, o.customer_id,
    o.channel, o.utm_source, o.utm_medium, o.utm_campaign, o.utm_content, o.utm_term, o.landing_page,
    o.financial_status, o.fulfillment_status
  from store_orders o where not o.is_voided and not o.is_test
  union all
  select r.org_id, r.store_connection_id, r.refunded_at,
    (r.refunded_at at time zone (select metrics.org_time_zone()))::date, r.currency,
    0, r.amount_micros, -r.amount_micros, 0, 0, 0, 0, null,
    o.channel, o.utm_source, o.utm_medium, o.utm_campaign, o.utm_content, o.utm_term, o.landing_page,
    o.financial_status, o.fulfillment_status
  from store_refunds r
  join store_orders o on o.org_id = r.org_id and o.store_connection_id = r.store_connection_id and o.order_id = r.order_id
  where not o.is_voided and not o.is_test
) x left join store_connections s on s.org_id = x.org_id and s.store_connection_id = x.connection_id;
comment on view metrics.store_orders is 'Orders that count, and refunds on the day they were given.';

create view metrics.store_lines with (security_invoker = true) as
select l.store_connection_id as connection_id, o.ordered_at as at,
  (o.ordered_at at time zone (select metrics.org_time_zone()))::date as date, l.currency,
  l.total_micros as product_revenue_micros, l.quantity as units,
  l.title as product, l.sku, p.vendor, p.product_type, s.store_name as store, s.platform,
  o.channel, o.utm_source, o.utm_medium, o.utm_campaign
from store_order_lines l
join store_orders o on o.org_id = l.org_id and o.store_connection_id = l.store_connection_id and o.order_id = l.order_id
left join store_products p on p.org_id = l.org_id and p.store_connection_id = l.store_connection_id and p.product_id = l.product_id
left join store_connections s on s.org_id = l.org_id and s.store_connection_id = l.store_connection_id
where not o.is_voided and not o.is_test;
comment on view metrics.store_lines is 'What was bought, line by line, in orders that count.';

create view metrics.campaigns with (security_invoker = true) as
select d.connection_id, d.date, d.platform, d.currency, d.spend_micros, d.conversion_value_micros, d.impressions, d.clicks,
  d.conversions, d.account_id, a.name as account, d.campaign_id, c.name as campaign, c.status, c.objective, c.channel_type
from campaign_daily d
left join ad_campaigns c on c.org_id = d.org_id and c.connection_id = d.connection_id and c.account_id = d.account_id and c.campaign_id = d.campaign_id
left join ad_accounts a on a.org_id = d.org_id and a.connection_id = d.connection_id and a.account_id = d.account_id;
comment on view metrics.campaigns is 'Daily figures of ad campaigns.';

create view metrics.ad_groups with (security_invoker = true) as
select d.connection_id, d.date, d.platform, d.currency, d.spend_micros, d.conversion_value_micros, d.impressions, d.clicks,
  d.conversions, d.account_id, a.name as account, d.campaign_id, c.name as campaign, c.status, c.objective, c.channel_type,
  d.ad_group_id, g.name as ad_group
from ad_group_daily d
left join ad_groups g on g.org_id = d.org_id and g.connection_id = d.connection_id and g.account_id = d.account_id and g.ad_group_id = d.ad_group_id
left join ad_campaigns c on c.org_id = d.org_id and c.connection_id = d.connection_id and c.account_id = d.account_id and c.campaign_id = d.campaign_id
left join ad_accounts a on a.org_id = d.org_id and a.connection_id = d.connection_id and a.account_id = d.account_id;
comment on view metrics.ad_groups is 'Daily figures of ad groups.';

create view metrics.ads with (security_invoker = true) as
select d.connection_id, d.date, d.platform, d.currency, d.spend_micros, d.conversion_value_micros, d.impressions, d.clicks,
  d.conversions, d.account_id, a.name as account, d.campaign_id, c.name as campaign, c.status, c.objective, c.channel_type,
  d.ad_group_id, g.name as ad_group, d.ad_id, coalesce(x.name, x.headline) as ad
from ad_daily d
left join ads x on x.org_id = d.org_id and x.connection_id = d.connection_id and x.account_id = d.account_id and x.ad_id = d.ad_id
left join ad_groups g on g.org_id = d.org_id and g.connection_id = d.connection_id and g.account_id = d.account_id and g.ad_group_id = d.ad_group_id
left join ad_campaigns c on c.org_id = d.org_id and c.connection_id = d.connection_id and c.account_id = d.account_id and c.campaign_id = d.campaign_id
left join ad_accounts a on a.org_id = d.org_id and a.connection_id = d.connection_id and a.account_id = d.account_id;
comment on view metrics.ads is 'Daily figures of single ads.';

create view metrics.web_days with (security_invoker = true) as
select connection_id, date, currency, property_id as property, sessions, users, new_users, engaged_sessions, page_views,
  conversions, purchases, revenue_micros
from web_daily;
comment on view metrics.web_days is 'Web analytics of a property by day.';

create view metrics.web_sources with (security_invoker = true) as
select connection_id, date, currency, property_id as property, source as traffic_source, medium, channel, campaign,
  sessions, new_users, engaged_sessions, conversions, purchases, revenue_micros
from web_source_daily;
comment on view metrics.web_sources is 'Web analytics by traffic source; users are left out, because they do not add up.';

create view metrics.seo_days with (security_invoker = true) as
select connection_id, date, site_url as site, clicks, impressions, position_weighted from seo_daily;
create view metrics.seo_queries with (security_invoker = true) as
select connection_id, date, site_url as site, query, clicks, impressions, position_weighted from seo_query_daily;
create view metrics.seo_pages with (security_invoker = true) as
select connection_id, date, site_url as site, page, clicks, impressions, position_weighted from seo_page_daily;
comment on view metrics.seo_days is 'Organic search of a site by day.';
comment on view metrics.seo_queries is 'Organic search by query; rare queries are hidden by the platform.';
comment on view metrics.seo_pages is 'Organic search by landing page.';

create view metrics.social_days with (security_invoker = true) as
select d.connection_id, d.date, d.platform, a.username as account, d.followers, d.reach, d.impressions, d.engagements, d.profile_views
from social_daily d
left join social_accounts a on a.org_id = d.org_id and a.connection_id = d.connection_id and a.social_account_id = d.social_account_id;
comment on view metrics.social_days is 'Organic social figures of an account by day.';

create view metrics.email_days with (security_invoker = true) as
select d.connection_id, d.date, d.platform, d.currency, c.name as campaign, c.subject, d.delivered, d.opens, d.clicks,
  d.unsubscribes, d.conversions, d.revenue_micros
from email_campaign_daily d
left join email_campaigns c on c.org_id = d.org_id and c.connection_id = d.connection_id and c.campaign_id = d.campaign_id;
comment on view metrics.email_days is 'What e-mail campaigns brought by day.';

create view metrics.contacts with (security_invoker = true) as
select connection_id, created_at as at, (created_at at time zone (select metrics.org_time_zone()))::date as date,
  1::bigint as contacts, source as origin, company, city, country
from contacts;
comment on view metrics.contacts is 'Contacts of the CRM by the day they were made.';

create view metrics.marketplace_a with (security_invoker = true) as
select m.connection_id, m.ordered_at as at, (m.ordered_at at time zone (select metrics.org_time_zone()))::date as date, m.currency,
  m.total_micros as revenue_micros, m.refunded_micros as refunds_micros, m.total_micros - m.refunded_micros as net_revenue_micros,
  m.fee_micros as fees_micros, 1::bigint as orders, m.status, c.name as account
from marketplace_orders m
left join connections c on c.org_id = m.org_id and c.connection_id = m.connection_id
where m.platform = 'mpa' and not m.is_voided and not m.is_test;
comment on view metrics.marketplace_a is 'Orders of marketplace A that count; its refunds stand on the day of the order.';

grant select on all tables in schema metrics to tablero_app;

insert into metric_sources (rank, source, title, description, relations, platforms, tables) values
  (1, 'store', 'Store', 'Orders of the connected stores; voided and test orders are left out.', '{store_orders,store_lines}', '{sx,tnx,store_c}', '{store_orders,store_refunds}'),
  (2, 'social_ads', 'Social ads', 'Campaigns of the social-ads platform. Conversions and their value are what the platform claims.', '{campaigns,ad_groups,ads}', '{mx_ads}', '{campaign_daily,ad_group_daily,ad_daily}'),
  (3, 'search_ads', 'Search ads', 'Campaigns of the search-ads platform. Conversions and their value are what the platform claims.', '{campaigns,ad_groups,ads}', '{gx_ads}', '{campaign_daily,ad_group_daily,ad_daily}'),
  (4, 'web_analytics', 'Web analytics', 'Visits to the site and what came of them.', '{web_days,web_sources}', '{gx_analytics}', '{web_daily,web_source_daily}'),
  (5, 'seo', 'Organic search', 'How the site does in organic search. By query the sum stays below the total, because rare queries are hidden.', '{seo_days,seo_queries,seo_pages}', '{seo_console}', '{seo_daily,seo_query_daily,seo_page_daily}'),
  (6, 'social', 'Organic social', 'Accounts on social networks, without ads.', '{social_days}', '{social_a,net_c}', '{social_daily}'),
  (7, 'email', 'E-mail', 'Broadcast e-mail campaigns by the day their results came in.', '{email_days}', '{email_a,email_b,email_c}', '{email_campaign_daily}'),
  (8, 'crm', 'CRM', 'Contacts of the CRM; store buyers are not among them.', '{contacts}', '{}', '{contacts}'),
  (9, 'marketplace_a', 'Marketplace A', 'Orders on marketplace A; voided and test orders are left out.', '{marketplace_a}', '{mpa}', '{marketplace_orders}');

insert into metric_dimensions (source, dimension, column_name, type, description)
select source, d.* from metric_sources, (values
  ('date', 'date', 'day', 'Day, in the organization''s time zone; the platform''s own day for ads, web analytics and search.'),
  ('week', 'date', 'week', 'Week, named by its Monday.'),
  ('month', 'date', 'month', 'Month, named by its first day.')) d;

insert into metric_dimensions (source, dimension, column_name, type, description) values
  ('store', 'store', 'store', 'text', 'Name of the store.'),
  ('store', 'platform', 'platform', 'text', 'Platform key of the store.'),
  ('store', 'currency', 'currency', 'text', 'Currency the customer paid in; amounts are converted all the same.'),
  ('store', 'channel', 'channel', 'text', 'Where the store says the order came from.'),
  ('store', 'utm_source', 'utm_source', 'text', 'Source of the last visit before the order.'),
  ('store', 'utm_medium', 'utm_medium', 'text', 'Medium of the last visit before the order.'),
  ('store', 'utm_campaign', 'utm_campaign', 'text', 'Campaign of the last visit before the order.'),
  ('store', 'utm_content', 'utm_content', 'text', 'Content tag of the last visit before the order.'),
  ('store', 'utm_term', 'utm_term', 'text', 'Term tag of the last visit before the order.'),
  ('store', 'landing_page', 'landing_page', 'text', 'Where the last visit before the order began.'),
  ('store', 'financial_status', 'financial_status', 'text', 'Payment status as the store says.'),
  ('store', 'fulfillment_status', 'fulfillment_status', 'text', 'Delivery status as the store says.'),
  ('store', 'product', 'product', 'text', 'Title of the product; for units and product_revenue.'),
  ('store', 'sku', 'sku', 'text', 'Stock keeping unit; for units and product_revenue.'),
  ('store', 'vendor', 'vendor', 'text', 'Maker of the product; for units and product_revenue.'),
  ('store', 'product_type', 'product_type', 'text', 'Type of the product; for units and product_revenue.'),
  ('web_analytics', 'property', 'property', 'text', 'Analytics property.'),
  ('web_analytics', 'traffic_source', 'traffic_source', 'text', 'Where visitors came from.'),
  ('web_analytics', 'medium', 'medium', 'text', 'Kind of traffic, as tagged.'),
  ('web_analytics', 'channel', 'channel', 'text', 'The platform''s channel group.'),
  ('web_analytics', 'campaign', 'campaign', 'text', 'Campaign, as tagged.'),
  ('seo', 'site', 'site', 'text', 'Site as the platform names it.'),
  ('seo', 'query', 'query', 'text', 'What people searched for.'),
  ('seo', 'page', 'page', 'text', 'Page that was shown.'),
  ('social', 'platform', 'platform', 'text', 'Platform key.'),
  ('social', 'account', 'account', 'text', 'User name of the account.'),
  ('email', 'platform', 'platform', 'text', 'Platform key.'),
  ('email', 'campaign', 'campaign', 'text', 'Name of the campaign.'),
  ('email', 'subject', 'subject', 'text', 'Subject line.'),
  ('crm', 'origin', 'origin', 'text', 'Where the contact came from.'),
  ('crm', 'company', 'company', 'text', 'Company of the contact.'),
  ('crm', 'city', 'city', 'text', 'City of the contact.'),
  ('crm', 'country', 'country', 'text', 'Country of the contact.'),
  ('marketplace_a', 'account', 'account', 'text', 'Name of the connection.'),
  ('marketplace_a', 'currency', 'currency', 'text', 'Currency of the sale; amounts are converted all the same.'),
  ('marketplace_a', 'status', 'status', 'text', 'Status as the marketplace says.');

insert into metric_dimensions (source, dimension, column_name, type, description)
select source, d.* from metric_sources, (values
  ('account', 'account', 'text', 'Name of the ad account.'),
  ('campaign', 'campaign', 'text', 'Name of the campaign.'),
  ('campaign_id', 'campaign_id', 'text', 'The platform''s id of the campaign.'),
  ('status', 'status', 'text', 'Campaign status, in the platform''s own word.'),
  ('objective', 'objective', 'text', 'What the campaign is to bring.'),
  ('channel_type', 'channel_type', 'text', 'Where the campaign''s ads run.'),
  ('currency', 'currency', 'text', 'Currency of the ad account; amounts are converted all the same.'),
  ('ad_group', 'ad_group', 'text', 'Name of the ad group or ad set.'),
  ('ad_group_id', 'ad_group_id', 'text', 'The platform''s id of the ad group or ad set.'),
  ('ad', 'ad', 'text', 'Name or headline of the ad.'),
  ('ad_id', 'ad_id', 'text', 'The platform''s id of the ad.')) d
where source in ('social_ads', 'search_ads');

insert into metric_definitions (source, metric, kind, unit, column_name, numerator, denominator, description) values
  ('store', 'revenue', 'sum', 'money', 'revenue_micros', null, null, 'What customers were charged, before refunds.'),
  ('store', 'refunds', 'sum', 'money', 'refunds_micros', null, null, 'Given back, on the day it was given back.'),
  ('store', 'net_revenue', 'sum', 'money', 'net_revenue_micros', null, null, 'revenue less refunds.'),
  ('store', 'discounts', 'sum', 'money', 'discount_micros', null, null, 'Discounts granted.'),
  ('store', 'shipping', 'sum', 'money', 'shipping_micros', null, null, 'Shipping charged.'),
  ('store', 'taxes', 'sum', 'money', 'tax_micros', null, null, 'Taxes within revenue.'),
  ('store', 'orders', 'sum', 'count', 'orders', null, null, 'Orders.'),
  ('store', 'average_order_value', 'ratio', 'money', null, 'revenue_micros', 'orders', 'revenue divided by orders.'),
  ('store', 'customers', 'count_distinct', 'count', 'customer_id', null, null, 'Different customers who ordered; groups and days do not add up.'),
  ('store', 'units', 'sum', 'count', 'units', null, null, 'Pieces sold.'),
  ('store', 'product_revenue', 'sum', 'money', 'product_revenue_micros', null, null, 'Order lines after discounts, without shipping.'),
  ('web_analytics', 'sessions', 'sum', 'count', 'sessions', null, null, 'Visits.'),
  ('web_analytics', 'users', 'daily', 'count', 'users', null, null, 'Different people of a day. Days do not add up, so ask by date.'),
  ('web_analytics', 'new_users', 'sum', 'count', 'new_users', null, null, 'People seen for the first time.'),
  ('web_analytics', 'engaged_sessions', 'sum', 'count', 'engaged_sessions', null, null, 'Visits with real interest, as the platform defines it.'),
  ('web_analytics', 'engagement_rate', 'ratio', 'ratio', null, 'engaged_sessions', 'sessions', 'engaged_sessions divided by sessions.'),
  ('web_analytics', 'page_views', 'sum', 'count', 'page_views', null, null, 'Pages seen.'),
  ('web_analytics', 'conversions', 'sum', 'count', 'conversions', null, null, 'Key events.'),
  ('web_analytics', 'conversion_rate', 'ratio', 'ratio', null, 'purchases', 'sessions', 'purchases divided by sessions.'),
  ('web_analytics', 'purchases', 'sum', 'count', 'purchases', null, null, 'Purchases the site reported.'),
  ('web_analytics', 'revenue', 'sum', 'money', 'revenue_micros', null, null, 'Revenue the site reported; the store''s own figure is store.revenue.'),
  ('seo', 'clicks', 'sum', 'count', 'clicks', null, null, 'Clicks from organic search.'),
  ('seo', 'impressions', 'sum', 'count', 'impressions', null, null, 'Times shown in organic search.'),
  ('seo', 'ctr', 'ratio', 'ratio', null, 'clicks', 'impressions', 'clicks divided by impressions.'),
  ('seo', 'position', 'ratio', 'position', null, 'position_weighted', 'impressions', 'Average position, weighted by impressions; 1 is the top.'),
  ('social', 'followers', 'daily', 'count', 'followers', null, null, 'Followers at the end of a day. Days do not add up, so ask by date.'),
  ('social', 'reach', 'daily', 'count', 'reach', null, null, 'People reached on a day. Days do not add up, so ask by date.'),
  ('social', 'impressions', 'sum', 'count', 'impressions', null, null, 'Times shown.'),
  ('social', 'engagements', 'sum', 'count', 'engagements', null, null, 'Likes, comments, shares and saves.'),
  ('social', 'profile_views', 'sum', 'count', 'profile_views', null, null, 'Visits of the profile.'),
  ('email', 'delivered', 'sum', 'count', 'delivered', null, null, 'Mails delivered.'),
  ('email', 'opens', 'sum', 'count', 'opens', null, null, 'Opens, unique within a day.'),
  ('email', 'clicks', 'sum', 'count', 'clicks', null, null, 'Clicks, unique within a day.'),
  ('email', 'unsubscribes', 'sum', 'count', 'unsubscribes', null, null, 'People who unsubscribed.'),
  ('email', 'open_rate', 'ratio', 'ratio', null, 'opens', 'delivered', 'opens divided by delivered.'),
  ('email', 'click_rate', 'ratio', 'ratio', null, 'clicks', 'delivered', 'clicks divided by delivered.'),
  ('email', 'conversions', 'sum', 'count', 'conversions', null, null, 'Orders the e-mail platform claims.'),
  ('email', 'claimed_revenue', 'sum', 'money', 'revenue_micros', null, null, 'Sales the e-mail platform claims; overlaps with the ad platforms'' claims.'),
  ('crm', 'new_contacts', 'sum', 'count', 'contacts', null, null, 'Contacts made.'),
  ('marketplace_a', 'revenue', 'sum', 'money', 'revenue_micros', null, null, 'What buyers were charged, before refunds.'),
  ('marketplace_a', 'refunds', 'sum', 'money', 'refunds_micros', null, null, 'Given back; stands on the day of the order.'),
  ('marketplace_a', 'net_revenue', 'sum', 'money', 'net_revenue_micros', null, null, 'revenue less refunds.'),
  ('marketplace_a', 'fees', 'sum', 'money', 'fees_micros', null, null, 'What the marketplace keeps.'),
  ('marketplace_a', 'orders', 'sum', 'count', 'orders', null, null, 'Orders.'),
  ('marketplace_a', 'average_order_value', 'ratio', 'money', null, 'revenue_micros', 'orders', 'revenue divided by orders.');

insert into metric_definitions (source, metric, kind, unit, column_name, numerator, denominator, description)
select source, m.* from metric_sources, (values
  ('spend', 'sum', 'money', 'spend_micros', null, null, 'What the ads cost.'),
  ('claimed_revenue', 'sum', 'money', 'conversion_value_micros', null, null, 'Sales value the platform claims for its ads; claims of platforms overlap and are no sales.'),
  ('impressions', 'sum', 'count', 'impressions', null, null, 'Times an ad was shown.'),
  ('clicks', 'sum', 'count', 'clicks', null, null, 'Clicks on ads.'),
  ('conversions', 'sum', 'count', 'conversions', null, null, 'Conversions the platform claims.'),
  ('roas', 'ratio', 'ratio', null, 'conversion_value_micros', 'spend_micros', 'claimed_revenue divided by spend.'),
  ('ctr', 'ratio', 'ratio', null, 'clicks', 'impressions', 'clicks divided by impressions.'),
  ('cpc', 'ratio', 'money', null, 'spend_micros', 'clicks', 'spend divided by clicks.'),
  ('cpa', 'ratio', 'money', null, 'spend_micros', 'conversions', 'spend divided by conversions.'),
  ('conversion_rate', 'ratio', 'ratio', null, 'conversions', 'clicks', 'conversions divided by clicks.')) m
where source in ('social_ads', 'search_ads');

