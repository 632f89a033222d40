-- Counts of people do not add up over properties or days. Customers are new with their first order, and returning with each later one.
alter table metric_definitions
  drop constraint metric_definitions_kind_check,
  add constraint metric_definitions_kind_check check (kind in ('sum', 'ratio', 'count_distinct', 'daily', 'people')),
  add column needs_beginning boolean not null default false;
comment on column metric_definitions.kind is 'sum adds up; ratio is numerator / denominator, both columns summed first; count_distinct counts different values; daily adds up over anything but days; people adds up over nothing.';
comment on column metric_definitions.needs_beginning is 'The metric is known only when the source is stored from its first day.';

update metric_definitions set kind = 'people',
  description = 'Different people of a day. Days and properties do not add up, so ask by date and property.'
where source = 'web_analytics' and metric = 'users';
update metric_definitions set kind = 'people',
  description = 'People reached on a day. Days and accounts do not add up, so ask by date and account.'
where source = 'social' and metric = 'reach';

create or replace view metrics.web_days with (security_invoker = true) as
select connection_id, date, currency, property_id as property, sessions, users, new_users, engaged_sessions, page_views,
  conversions, purchases, revenue_micros, org_id, quality
from web_daily;
create or replace view metrics.web_sources with (security_invoker = true) as
select connection_id, date, currency, property_id as property, source as traffic_source, medium, channel, campaign,
  sessions, new_users, engaged_sessions, conversions, purchases, revenue_micros, org_id, quality
from web_source_daily;

create index store_orders_by_customer on store_orders (org_id, store_connection_id, customer_id, ordered_at, order_id)
  where customer_id is not null and not is_voided and not is_test;

create view metrics.store_customers with (security_invoker = true) as
select x.org_id, x.connection_id, x.at, (x.at at time zone (select metrics.org_time_zone()))::date as date, x.currency,
  x.new_customers, x.returning_customers, x.new_customer_revenue_micros, x.returning_customer_revenue_micros,
  s.store_name as store, s.platform, x.channel, x.utm_source, x.utm_medium, x.utm_campaign, x.utm_content, x.utm_term,
  x.landing_page, x.financial_status, x.fulfillment_status
from (
  select o.org_id, o.store_connection_id as connection_id, o.ordered_at as at, o.currency,
    1::bigint as new_customers, 0::bigint as returning_customers,
    o.total_micros as new_customer_revenue_micros, 0::bigint as returning_customer_revenue_micros,
    o.channel, o.utm_source, o.utm_medium, o.utm_campaign, o.utm_content, o.utm_term, o.landing_page,
    o.financial_status, o.fulfillment_status
  from store_orders o
  where not o.is_voided and not o.is_test and o.customer_id is not null and not exists (
    select from store_orders e
    where e.org_id = o.org_id and e.store_connection_id = o.store_connection_id and e.customer_id = o.customer_id
      and e.customer_id is not null and not e.is_voided and not e.is_test
      and (e.ordered_at, e.order_id) < (o.ordered_at, o.order_id))
  union all
  select o.org_id, o.store_connection_id as connection_id, o.ordered_at as at, o.currency,
    0::bigint, 1::bigint, 0::bigint, o.total_micros,
    o.channel, o.utm_source, o.utm_medium, o.utm_campaign, o.utm_content, o.utm_term, o.landing_page,
    o.financial_status, o.fulfillment_status
  from store_orders o
  where not o.is_voided and not o.is_test and o.customer_id is not null and exists (
    select from store_orders e
    where e.org_id = o.org_id and e.store_connection_id = o.store_connection_id and e.customer_id = o.customer_id
      and e.customer_id is not null and not e.is_voided and not e.is_test
      and (e.ordered_at, e.order_id) < (o.ordered_at, o.order_id))
) x left join store_connections s on s.org_id = x.org_id and s.store_connection_id = x.connection_id;
comment on view metrics.store_customers is 'Orders that count and name a customer: the first one of a new customer, each later one of a returning customer.';
grant select on metrics.store_customers to tablero_app;

update metric_sources set relations = relations || '{store_customers}' where source = 'store';
insert into metric_definitions (source, metric, kind, unit, column_name, needs_beginning, description) values
  ('store', 'new_customers', 'sum', 'count', 'new_customers', true, 'Customers on the day of their first order.'),
  ('store', 'returning_customers', 'sum', 'count', 'returning_customers', true, 'Orders of customers who had ordered before; a customer counts with each of them, so that days add up.'),
  ('store', 'new_customer_revenue', 'sum', 'money', 'new_customer_revenue_micros', true, 'Revenue of first orders. Orders without a customer belong to neither kind.'),
  ('store', 'returning_customer_revenue', 'sum', 'money', 'returning_customer_revenue_micros', true, 'Revenue of all later orders of a customer.');
