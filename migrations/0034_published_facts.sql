-- The rows behind every figure, for run_readonly_sql. `counts` is true for the rows that the figures of other tools include. The tool
-- decides which connections and accounts count, for the relations of each statement, and passes them in app.counted.
create function metrics.counted_connections(relation text) returns uuid[]
  language sql stable parallel safe
  return array(select id::uuid from jsonb_array_elements_text(
    nullif(current_setting('app.counted', true), '')::jsonb -> relation -> 'connections') id);
comment on function metrics.counted_connections(text) is 'Connections whose rows of a published relation count, from app.counted.';

create function metrics.uncounted_accounts(relation text) returns text[]
  language sql stable parallel safe
  return array(select account from jsonb_array_elements_text(
    nullif(current_setting('app.counted', true), '')::jsonb -> relation -> 'without') account);
comment on function metrics.uncounted_accounts(text) is 'Accounts of these connections that another connection counts, as connection/account.';

-- PostgreSQL checks the right to call a function of a view for the reader of the view.
revoke execute on function metrics.counted_connections(text), metrics.uncounted_accounts(text) from public;
grant execute on function metrics.counted_connections(text), metrics.uncounted_accounts(text), person_of(text, text, text, text, uuid)
  to tablero_views, tablero_sql;

grant create on schema published to tablero_views;
grant select on ad_campaigns, campaign_daily, ad_group_daily, ad_daily, web_daily, web_source_daily, seo_daily, seo_query_daily,
  seo_page_daily, social_daily, email_campaign_daily, store_order_lines, store_refunds, metric_restatements, ledger, org_fx_rates
  to tablero_views;
-- Secrets, settings and the details of people stay out of reach of the views' owner, as far as the views can do without them.
grant select (org_id, connection_id, platform, name, status, needs_reconnection, last_sync_at, last_rows_at, last_error, last_error_at,
  created_at, revoked_at) on connections to tablero_views;
grant select (org_id, connection_id, account_id, name, state, reason, created_on) on connection_accounts to tablero_views;
grant select (org_id, connection_id, stream, account_id, cursor, covered_from, covered_until, read_until, covered_at, state, reason)
  on sync_cursors to tablero_views;
grant select (org_id, connection_id, order_id, platform, ordered_at, changed_at, status, is_voided, is_test, currency, total_micros,
  fee_micros, shipping_micros, refunded_micros) on marketplace_orders to tablero_views;
grant select (org_id, connection_id, campaign_id, platform, name, subject, status, scheduled_at, sent_at, currency, recipients,
  delivered, opens, clicks, bounces, unsubscribes, conversions, revenue_micros) on email_campaigns to tablero_views;
grant select (org_id, connection_id, checkout_id, token, platform, started_at, changed_at, completed_at, email, phone, currency,
  total_micros, recovery_url) on checkouts to tablero_views;
grant select (org_id, contact_id, connection_id, external_id, email, phone, company, city, country, source, tags, created_at,
  changed_at, platform) on contacts to tablero_views;

-- ---- stores --------------------------------------------------------------------------------------------------------------
create or replace view published.store_connections as
select s.store_connection_id, s.platform, s.store_id, s.store_name, s.store_url, s.currency::text as currency, s.time_zone,
  c.status, c.revoked_at,
  c.connection_id = any ((select metrics.counted_connections('store_connections'))::uuid[]) as counts
from store_connections s join connections c on c.org_id = s.org_id and c.connection_id = s.store_connection_id;
comment on view published.store_connections is 'Connected stores, with those that were disconnected.';

create or replace view published.store_orders as
select store_connection_id, order_id, order_number, ordered_at, changed_at, cancelled_at, financial_status, fulfillment_status,
  is_voided, is_test, currency::text as currency,
  trim_scale(total_micros * 0.000001) as total, trim_scale(subtotal_micros * 0.000001) as subtotal,
  trim_scale(shipping_micros * 0.000001) as shipping, trim_scale(tax_micros * 0.000001) as tax,
  trim_scale(discount_micros * 0.000001) as discount,
  customer_id, customer_orders_count, channel, utm_source, utm_medium, utm_campaign, utm_content, utm_term, landing_page, referrer,
  journey,
  not is_voided and not is_test
    and store_connection_id = any ((select metrics.counted_connections('store_orders'))::uuid[]) as counts
from store_orders;
comment on view published.store_orders is 'Orders of the stores, voided and test orders and disconnected stores included: filter with counts. No org_id; join store_connections by store_connection_id.';

create view published.store_order_lines as
select l.store_connection_id, l.order_id, l.line_id, o.ordered_at, l.product_id, l.variant_id, l.sku, l.title, l.quantity,
  l.currency::text as currency, trim_scale(l.unit_price_micros * 0.000001) as unit_price,
  trim_scale(l.discount_micros * 0.000001) as discount, trim_scale(l.total_micros * 0.000001) as total,
  not o.is_voided and not o.is_test
    and l.store_connection_id = any ((select metrics.counted_connections('store_order_lines'))::uuid[]) as counts
from store_order_lines l
join store_orders o on o.org_id = l.org_id and o.store_connection_id = l.store_connection_id and o.order_id = l.order_id;
comment on view published.store_order_lines is 'Lines of orders of the stores.';
comment on column published.store_order_lines.total is 'After discounts, without shipping.';

create view published.store_refunds as
select r.store_connection_id, r.order_id, r.refund_id, r.refunded_at, r.currency::text as currency,
  trim_scale(r.amount_micros * 0.000001) as amount,
  coalesce(not o.is_voided and not o.is_test, true)
    and r.store_connection_id = any ((select metrics.counted_connections('store_refunds'))::uuid[]) as counts
from store_refunds r
left join store_orders o on o.org_id = r.org_id and o.store_connection_id = r.store_connection_id and o.order_id = r.order_id;
comment on view published.store_refunds is 'Refunds of the stores. Figures count a refund on its own day.';

create view published.marketplace_orders as
select connection_id, order_id, platform, ordered_at, changed_at, status, is_voided, is_test, currency::text as currency,
  trim_scale(total_micros * 0.000001) as total, trim_scale(fee_micros * 0.000001) as fee,
  trim_scale(shipping_micros * 0.000001) as shipping, trim_scale(refunded_micros * 0.000001) as refunded,
  not is_voided and not is_test
    and connection_id = any ((select metrics.counted_connections('marketplace_orders'))::uuid[]) as counts
from marketplace_orders;
comment on view published.marketplace_orders is 'Orders on marketplaces. Figures count their refunds on the day of the order.';

create view published.checkouts as
select connection_id, checkout_id, platform,
  encode(sha256(convert_to(coalesce(token, connection_id || '/' || checkout_id), 'UTF8')), 'hex') as cart,
  started_at, changed_at, completed_at, currency::text as currency, trim_scale(total_micros * 0.000001) as total,
  email is not null or phone is not null as has_contact, recovery_url is not null as has_recovery_url,
  connection_id = any ((select metrics.counted_connections('checkouts'))::uuid[]) as counts
from checkouts;
comment on view published.checkouts is 'Checkouts that were started, without contact data. An abandoned cart: no checkout of it is completed, none changed for 60 minutes.';
comment on column published.checkouts.cart is 'The same for checkouts of one cart, which a store and an email platform both report.';

-- ---- ads -----------------------------------------------------------------------------------------------------------------
create or replace view published.ad_accounts as
select a.connection_id, a.account_id, a.platform, a.name, a.currency::text as currency, a.time_zone, a.status,
  c.status as connection_status, s.state, s.reason,
  a.connection_id = any ((select metrics.counted_connections('ad_accounts'))::uuid[])
    and (a.connection_id || '/' || a.account_id) <> all ((select metrics.uncounted_accounts('ad_accounts'))::text[]) as counts
from ad_accounts a
join connections c on c.org_id = a.org_id and c.connection_id = a.connection_id
left join connection_accounts s on s.org_id = a.org_id and s.connection_id = a.connection_id and s.account_id = a.account_id;
comment on view published.ad_accounts is 'Ad accounts, with those of disconnected platforms. status is the platform''s word.';
comment on column published.ad_accounts.state is 'read; skipped: listed, but it cannot be read; gone: no longer listed.';

create view published.ad_campaigns as
select connection_id, account_id, campaign_id, platform, name, status, objective, channel_type from ad_campaigns;
comment on view published.ad_campaigns is 'Campaigns as the platform last described them.';

create view published.campaign_daily as
select connection_id, account_id, campaign_id, date, platform, currency::text as currency,
  trim_scale(spend_micros * 0.000001) as spend, impressions, clicks, conversions,
  trim_scale(conversion_value_micros * 0.000001) as conversion_value,
  connection_id = any ((select metrics.counted_connections('campaign_daily'))::uuid[])
    and (connection_id || '/' || account_id) <> all ((select metrics.uncounted_accounts('campaign_daily'))::text[]) as counts
from campaign_daily;
comment on view published.campaign_daily is 'Ads by campaign and day of the account. conversion_value is what the platform claims.';

create view published.ad_group_daily as
select connection_id, account_id, campaign_id, ad_group_id, date, platform, currency::text as currency,
  trim_scale(spend_micros * 0.000001) as spend, impressions, clicks, conversions,
  trim_scale(conversion_value_micros * 0.000001) as conversion_value,
  connection_id = any ((select metrics.counted_connections('ad_group_daily'))::uuid[])
    and (connection_id || '/' || account_id) <> all ((select metrics.uncounted_accounts('ad_group_daily'))::text[]) as counts
from ad_group_daily;
comment on view published.ad_group_daily is 'The figures of campaign_daily by ad group. Never add up the two.';

create view published.ad_daily as
select connection_id, account_id, campaign_id, ad_group_id, ad_id, date, platform, currency::text as currency,
  trim_scale(spend_micros * 0.000001) as spend, impressions, clicks, conversions,
  trim_scale(conversion_value_micros * 0.000001) as conversion_value,
  connection_id = any ((select metrics.counted_connections('ad_daily'))::uuid[])
    and (connection_id || '/' || account_id) <> all ((select metrics.uncounted_accounts('ad_daily'))::text[]) as counts
from ad_daily;
comment on view published.ad_daily is 'The figures of campaign_daily by ad. Never add up the two.';

-- ---- web, search, social -------------------------------------------------------------------------------------------------
create view published.web_daily as
select connection_id, property_id, date, currency::text as currency, sessions, users, new_users, engaged_sessions, page_views,
  conversions, purchases, trim_scale(revenue_micros * 0.000001) as revenue, is_sampled,
  connection_id = any ((select metrics.counted_connections('web_daily'))::uuid[])
    and (connection_id || '/' || property_id) <> all ((select metrics.uncounted_accounts('web_daily'))::text[]) as counts
from web_daily;
comment on view published.web_daily is 'Web analytics by property and day. Users of several days do not add up.';

create view published.web_source_daily as
select connection_id, property_id, date, source, medium, channel, campaign, currency::text as currency, sessions, users, new_users,
  engaged_sessions, conversions, purchases, trim_scale(revenue_micros * 0.000001) as revenue, is_sampled,
  connection_id = any ((select metrics.counted_connections('web_source_daily'))::uuid[])
    and (connection_id || '/' || property_id) <> all ((select metrics.uncounted_accounts('web_source_daily'))::text[]) as counts
from web_source_daily;
comment on view published.web_source_daily is 'Web analytics by traffic source and day.';

create view published.seo_daily as
select connection_id, site_url, date, clicks, impressions, position_weighted, is_final,
  connection_id = any ((select metrics.counted_connections('seo_daily'))::uuid[])
    and (connection_id || '/' || site_url) <> all ((select metrics.uncounted_accounts('seo_daily'))::text[]) as counts
from seo_daily;
comment on view published.seo_daily is 'Organic search by site and day.';
comment on column published.seo_daily.position_weighted is 'Position times impressions: divide its sum by the sum of impressions.';

create view published.seo_query_daily as
select connection_id, site_url, date, query, clicks, impressions, position_weighted, is_final,
  connection_id = any ((select metrics.counted_connections('seo_query_daily'))::uuid[])
    and (connection_id || '/' || site_url) <> all ((select metrics.uncounted_accounts('seo_query_daily'))::text[]) as counts
from seo_query_daily;
comment on view published.seo_query_daily is 'Organic search by query and day; the platform hides rare queries.';

create view published.seo_page_daily as
select connection_id, site_url, date, page, clicks, impressions, position_weighted, is_final,
  connection_id = any ((select metrics.counted_connections('seo_page_daily'))::uuid[])
    and (connection_id || '/' || site_url) <> all ((select metrics.uncounted_accounts('seo_page_daily'))::text[]) as counts
from seo_page_daily;
comment on view published.seo_page_daily is 'Organic search by landing page and day.';

create view published.social_daily as
select connection_id, social_account_id, date, platform, followers, reach, impressions, engagements, profile_views,
  connection_id = any ((select metrics.counted_connections('social_daily'))::uuid[])
    and (connection_id || '/' || social_account_id) <> all ((select metrics.uncounted_accounts('social_daily'))::text[]) as counts
from social_daily;
comment on view published.social_daily is 'Organic social figures by account and day. Followers and reach of several days do not add up.';

-- ---- email, people -------------------------------------------------------------------------------------------------------
create view published.email_campaigns as
select connection_id, campaign_id, platform, name, subject, status, scheduled_at, sent_at, currency::text as currency, recipients,
  delivered, opens, clicks, bounces, unsubscribes, conversions, trim_scale(revenue_micros * 0.000001) as revenue,
  status = 'sent' and connection_id = any ((select metrics.counted_connections('email_campaigns'))::uuid[]) as counts
from email_campaigns;
comment on view published.email_campaigns is 'Broadcasts with their results so far. Figures count sent ones, on the day of sending.';

create view published.email_campaign_daily as
select connection_id, campaign_id, date, platform, currency::text as currency, delivered, opens, clicks, unsubscribes, conversions,
  trim_scale(revenue_micros * 0.000001) as revenue,
  connection_id = any ((select metrics.counted_connections('email_campaign_daily'))::uuid[]) as counts
from email_campaign_daily;
comment on view published.email_campaign_daily is 'Results of email campaigns by the day they came in.';

create view published.contacts as
select c.contact_id, c.connection_id, c.platform, c.company, c.city, c.country, c.source, c.tags, c.created_at, c.changed_at,
  c.is_active and row_number() over (
    partition by c.org_id, c.is_active, person_of(c.email, c.phone, c.platform, c.external_id, c.contact_id)
    order by c.created_at, c.contact_id) = 1 as counts
from (
  select p.*, p.connection_id is null or n.status = 'active' as is_active
  from (select org_id, contact_id, connection_id, external_id, email, phone, company, city, country, source, tags, created_at,
    changed_at, platform from contacts) p
  left join connections n on n.org_id = p.org_id and n.connection_id = p.connection_id) c;
comment on view published.contacts is 'Contacts without name, email address and phone number; not store buyers.';
comment on column published.contacts.counts is 'True for the oldest contact of each person.';

-- ---- what figures rest on ------------------------------------------------------------------------------------------------
create view published.connections as
select connection_id, platform, name, status, needs_reconnection, last_sync_at, last_rows_at, last_error, last_error_at, created_at,
  revoked_at, connection_id = any ((select metrics.counted_connections('connections'))::uuid[]) as counts
from connections;
comment on view published.connections is 'Connected platforms, with those that were disconnected.';

create view published.coverage as
select s.connection_id, s.stream, s.account_id, a.name as account, a.state as account_state, a.created_on, s.covered_from,
  s.covered_until, s.read_until, s.covered_at, (s.cursor ->> 'settled_until')::date as settled_until, s.state, s.reason,
  s.connection_id = any ((select metrics.counted_connections('coverage'))::uuid[])
    and (s.connection_id || '/' || s.account_id) <> all ((select metrics.uncounted_accounts('coverage'))::text[]) as counts
from sync_cursors s
left join connection_accounts a on a.org_id = s.org_id and a.connection_id = s.connection_id and a.account_id = s.account_id;
comment on view published.coverage is 'Which days each stream of each account has stored.';
comment on column published.coverage.covered_from is '-infinity: nothing older exists. null: no day yet.';
comment on column published.coverage.covered_at is 'Streams that are read by time of change: everything up to this instant is stored.';
comment on column published.coverage.state is 'ok; denied: no access; failed: the last read ended with an error; suspect: a read lost too much.';

create view published.ledger as
select connection_id, stream, account_id, date, regexp_replace(measure, '_micros$', '') as measure,
  trim_scale(platform_total * unit) as platform_total, trim_scale(stored_sum * unit) as stored_sum,
  trim_scale(difference * unit) as difference, trim_scale(tolerance * unit) as tolerance, verdict, checked_at, read_again_at,
  connection_id = any ((select metrics.counted_connections('ledger'))::uuid[])
    and (connection_id || '/' || account_id) <> all ((select metrics.uncounted_accounts('ledger'))::text[]) as counts
from (select *, case when measure like '%\_micros' then 0.000001 else 1 end as unit from ledger) l;
comment on view published.ledger is 'The platform''s own total of a day next to the sum of the stored rows, in the account''s currency.';

create view published.metric_restatements as
select connection_id, table_name, row_key, date, regexp_replace(metric, '_micros$', '') as metric,
  case when metric like '%\_micros' then trim_scale(old_value::numeric * 0.000001)::text else old_value end as old_value,
  case when metric like '%\_micros' then trim_scale(new_value::numeric * 0.000001)::text else new_value end as new_value,
  restated_at, connection_id = any ((select metrics.counted_connections('metric_restatements'))::uuid[]) as counts
from metric_restatements;
comment on view published.metric_restatements is 'Figures of past days that a platform changed afterwards.';

create view published.fx_rates as
select currency::text as currency, date, per_eur, rate_date, source, date - rate_date <= 7 as counts from fx_rates;
comment on view published.fx_rates is 'Public exchange rates: units of the currency for one euro, for every day. EUR has 1.';
comment on column published.fx_rates.counts is 'False when the last published rate is more than 7 days old.';

create view published.org_fx_rates as
select currency::text as currency, valid_from, valid_until, per_currency::text as per_currency, units, kind from org_fx_rates;
comment on view published.org_fx_rates is 'The organization''s own rates, which precede fx_rates: units of currency for one per_currency. The last one that started and has not ended applies.';

do $$
declare
  view_name text;
begin
  for view_name in select relname from pg_class where relnamespace = 'published'::regnamespace and relkind = 'v' loop
    execute format('alter view published.%I owner to tablero_views', view_name);
    if exists (select from pg_attribute a where a.attrelid = format('published.%I', view_name)::regclass and a.attname = 'counts'
               and col_description(a.attrelid, a.attnum) is null) then
      execute format('comment on column published.%I.counts is %L', view_name, 'Figures of other tools include the row.');
    end if;
  end loop;
end $$;
revoke create on schema published from tablero_views;
grant select on all tables in schema published to tablero_sql;
