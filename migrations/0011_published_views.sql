-- What run_readonly_sql shows. The views belong to tablero_views, which row security holds to the organization; tablero_sql sees
-- these views and nothing else. Money is in currency units here, because rows are shown as they are.
create schema published;
comment on schema published is 'Tables that run_readonly_sql can read.';
grant usage on schema published to tablero_sql, tablero_app;
grant create, usage on schema published to tablero_views;
grant select on store_orders, store_connections, meta_ad_creatives, ad_accounts to tablero_views;

create view published.store_orders as
select store_connection_id, order_id, order_number, ordered_at, changed_at, cancelled_at, financial_status, fulfillment_status,
  is_voided, is_test, currency::text as currency,
  trim_scale(total_micros * 0.000001) as total, trim_scale(subtotal_micros * 0.000001) as subtotal,
  trim_scale(shipping_micros * 0.000001) as shipping, trim_scale(tax_micros * 0.000001) as tax,
  trim_scale(discount_micros * 0.000001) as discount,
  customer_id, customer_orders_count, channel, utm_source, utm_medium, utm_campaign, utm_content, utm_term, landing_page, referrer,
  journey
from store_orders;
comment on view   published.store_orders is 'Orders of the connected stores, voided and test orders included: leave them out with not is_voided and not is_test. No org_id; join store_connections by store_connection_id.';
comment on column published.store_orders.total is 'What the customer was charged, in currency; before refunds.';
comment on column published.store_orders.currency is 'Currency of this order''s amounts; not converted.';
comment on column published.store_orders.journey is 'Visits that led to the order, oldest first (jsonb array).';

create view published.store_connections as
select store_connection_id, platform, store_id, store_name, store_url, currency::text as currency, time_zone
from store_connections;
comment on view published.store_connections is 'Connected stores.';

create view published.meta_ad_creatives as
select connection_id, account_id, creative_id, name, title, body, object_type, call_to_action, link_url, image_url, thumbnail_url,
  video_id, status
from meta_ad_creatives;
comment on view published.meta_ad_creatives is 'Creatives of the social-ads platform; join ad_accounts by connection_id and account_id.';

create view published.ad_accounts as
select connection_id, account_id, platform, name, currency::text as currency, time_zone, status
from ad_accounts;
comment on view published.ad_accounts is 'Ad accounts of the connected ad platforms.';

alter view published.store_orders owner to tablero_views;
alter view published.store_connections owner to tablero_views;
alter view published.meta_ad_creatives owner to tablero_views;
alter view published.ad_accounts owner to tablero_views;
revoke create on schema published from tablero_views;
grant select on all tables in schema published to tablero_sql;
