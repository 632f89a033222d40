-- What was sold is said in one place: metrics.sales. The catalog's views and the summaries' facts both read it. The types of its
-- selects are alike to the letter: only then does the planner see through them and leave out what is not asked for.
create view metrics.sales with (security_invoker = true) as
select o.org_id, o.store_connection_id as connection_id, null::text as marketplace, o.ordered_at as at, o.currency,
  o.total_micros as revenue_micros, 0::bigint as refunds_micros, o.total_micros as net_revenue_micros,
  o.discount_micros, o.shipping_micros, o.tax_micros, 0::bigint as fees_micros, 1::bigint as orders, o.customer_id,
  o.channel, o.utm_source, o.utm_medium, o.utm_campaign, o.utm_content, o.utm_term, o.landing_page,
  o.financial_status, o.fulfillment_status
from store_orders o where not o.is_voided and not o.is_test
union all
select r.org_id, r.store_connection_id, null::text, r.refunded_at, r.currency,
  0::bigint, r.amount_micros, -r.amount_micros,
  0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, null::text,
  o.channel, o.utm_source, o.utm_medium, o.utm_campaign, o.utm_content, o.utm_term, o.landing_page,
  o.financial_status, o.fulfillment_status
from store_refunds r
left join store_orders o on o.org_id = r.org_id and o.store_connection_id = r.store_connection_id and o.order_id = r.order_id
where not exists (select from store_orders v where v.org_id = r.org_id
  and v.store_connection_id = r.store_connection_id and v.order_id = r.order_id and (v.is_voided or v.is_test))
union all
select m.org_id, m.connection_id, m.platform, m.ordered_at, m.currency,
  m.total_micros, m.refunded_micros, m.total_micros - m.refunded_micros,
  0::bigint, 0::bigint, 0::bigint, m.fee_micros, 1::bigint, null::text,
  null::text, m.platform, 'marketplace'::text, null::text, null::text, null::text, null::text,
  m.status, null::text
from marketplace_orders m where not m.is_voided and not m.is_test;
comment on view metrics.sales is 'The one definition of a sale: orders that count, of stores and marketplaces, and refunds on the day they were given (a marketplace''s on the day of the order).';
grant select on metrics.sales to tablero_app;

create or replace view metrics.store_orders with (security_invoker = true) as
select x.org_id, x.connection_id, x.at, (x.at at time zone (select metrics.org_time_zone()))::date as date, x.currency,
  x.revenue_micros, x.refunds_micros, x.net_revenue_micros, x.discount_micros, x.shipping_micros, x.tax_micros, x.orders,
  x.customer_id, x.channel, x.utm_source, x.utm_medium, x.utm_campaign, x.utm_content, x.utm_term, x.landing_page,
  x.financial_status, x.fulfillment_status, s.store_name as store, s.platform
from metrics.sales x left join store_connections s on s.org_id = x.org_id and s.store_connection_id = x.connection_id
where x.marketplace is null;
comment on view metrics.store_orders is 'Sales of stores.';

create or replace view metrics.marketplace_a with (security_invoker = true) as
select x.connection_id, x.at, (x.at at time zone (select metrics.org_time_zone()))::date as date, x.currency,
  x.revenue_micros, x.refunds_micros, x.net_revenue_micros, x.fees_micros, x.orders, x.financial_status as status,
  c.name as account, x.org_id
from metrics.sales x left join connections c on c.org_id = x.org_id and c.connection_id = x.connection_id
where x.marketplace = 'mpa';
comment on view metrics.marketplace_a is 'Sales on marketplace A.';
