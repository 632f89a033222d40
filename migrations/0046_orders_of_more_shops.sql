-- Shops in which an order is placed long before it is paid for, whose states are not all known, and which import orders of marketplaces.
alter table store_orders
  add column is_pending boolean not null default false,
  add column imported_from text,
  alter column tax_micros drop not null;
alter table store_refunds alter column amount_micros drop not null;
alter table store_variants alter column price_micros drop not null;
comment on column store_orders.is_pending is 'Placed and not paid for, or in a state that is not known: neither sold nor voided, and no figure counts it.';
comment on column store_orders.imported_from is 'Key of the platform where the customer ordered, when the shop only imported the order. A connection of that platform has the same sale.';
comment on column store_orders.tax_micros is 'Tax within total_micros. null: the platform does not say.';
comment on column store_refunds.amount_micros is 'Money given back, in the shop''s money. A return without money has no row. null: the platform does not say how much.';
comment on column store_variants.price_micros is 'null: the shop shows no price.';

-- The indexes of the figures, with the new column.
create index store_orders_by_day_counted on store_orders (org_id, ordered_at desc)
  include (store_connection_id, currency, total_micros, is_voided, is_test, is_pending);
drop index store_orders_by_day;
alter index store_orders_by_day_counted rename to store_orders_by_day;
drop index store_orders_not_counted;
create index store_orders_not_counted on store_orders (org_id, store_connection_id, order_id) where is_voided or is_test or is_pending;

create or replace view metrics.sales with (security_invoker = true) as
select o.org_id, o.store_connection_id as connection_id, null::text as marketplace, o.ordered_at as at, o.currency,
  o.total_micros as revenue_micros, 0::bigint as refunds_micros, o.total_micros as net_revenue_micros,
  o.discount_micros, o.shipping_micros, o.tax_micros, 0::bigint as fees_micros, 1::bigint as orders, o.customer_id,
  o.channel, o.utm_source, o.utm_medium, o.utm_campaign, o.utm_content, o.utm_term, o.landing_page,
  o.financial_status, o.fulfillment_status
from store_orders o where not o.is_voided and not o.is_test and not o.is_pending
union all
select r.org_id, r.store_connection_id, null::text, r.refunded_at, r.currency,
  0::bigint, r.amount_micros, -r.amount_micros,
  0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, null::text,
  o.channel, o.utm_source, o.utm_medium, o.utm_campaign, o.utm_content, o.utm_term, o.landing_page,
  o.financial_status, o.fulfillment_status
from store_refunds r
left join store_orders o on o.org_id = r.org_id and o.store_connection_id = r.store_connection_id and o.order_id = r.order_id
where not exists (select from store_orders v where v.org_id = r.org_id
  and v.store_connection_id = r.store_connection_id and v.order_id = r.order_id and (v.is_voided or v.is_test or v.is_pending))
union all
select m.org_id, m.connection_id, m.platform, m.ordered_at, m.currency,
  m.total_micros, m.refunded_micros, m.total_micros - m.refunded_micros,
  0::bigint, 0::bigint, 0::bigint, m.fee_micros, 1::bigint, null::text,
  null::text, m.platform, 'marketplace'::text, null::text, null::text, null::text, null::text,
  m.status, null::text
from marketplace_orders m where not m.is_voided and not m.is_test;

create or replace view metrics.store_margins with (security_invoker = true) as
select y.org_id, y.connection_id, y.at, y.date, case y.part when 1 then y.currency else y.cost_currency end as currency,
  case y.part when 1 then y.units else 0 end as units,
  case y.part when 1 then y.total_micros else 0 end as product_revenue_micros,
  case y.part when 1 then y.net_micros else 0 end as margin_revenue_micros,
  case when y.part = 1 and y.cost_micros is not null then y.net_micros else 0 end as costed_revenue_micros,
  case when y.part = 2 or y.cost_currency = y.currency then coalesce(y.cost_micros, 0) else 0 end as cost_micros,
  case when y.part = 1 and y.cost_micros is not null then y.net_micros else 0 end
    - case when y.part = 2 or y.cost_currency = y.currency then coalesce(y.cost_micros, 0) else 0 end as gross_margin_micros,
  case when y.part = 1 and y.cost_micros is null then 1::bigint else 0::bigint end as lines_without_cost,
  y.currency as order_currency, y.product, y.sku, p.vendor, p.product_type, s.store_name as store, s.platform, y.channel,
  y.utm_source, y.utm_medium, y.utm_campaign
from (
  select x.*, generate_series(1, case when x.cost_micros is not null and x.cost_currency <> x.currency then 2 else 1 end) as part
  from (
    select l.org_id, l.store_connection_id as connection_id, o.ordered_at as at,
      (o.ordered_at at time zone (select metrics.org_time_zone()))::date as date, l.currency, l.quantity as units,
      l.total_micros, l.total_micros - coalesce(l.included_tax_micros, 0) as net_micros,
      case when l.included_tax_micros is not null then coalesce(own.cost_micros, c.cost_micros) * l.quantity end as cost_micros,
      case when own.sku is not null then own.currency else c.currency end as cost_currency,
      l.product_id, l.title as product, l.sku, o.channel, o.utm_source, o.utm_medium, o.utm_campaign
    from store_order_lines l
    join store_orders o on o.org_id = l.org_id and o.store_connection_id = l.store_connection_id and o.order_id = l.order_id
    left join (
      select org_id, store_connection_id, variant_id, currency, cost_micros, valid_from,
        lead(valid_from, 1, 'infinity') over (partition by org_id, store_connection_id, variant_id order by valid_from) as valid_until
      from store_variant_costs) c
      on c.org_id = l.org_id and c.store_connection_id = l.store_connection_id and c.variant_id = l.variant_id
        and c.valid_from <= o.ordered_at and c.valid_until > o.ordered_at
    left join (
      select org_id, sku, currency, cost_micros, valid_from,
        lead(valid_from, 1, 'infinity') over (partition by org_id, sku order by valid_from) as valid_until
      from org_product_costs) own
      on own.org_id = l.org_id and own.sku = l.sku
        and own.valid_from <= (o.ordered_at at time zone (select metrics.org_time_zone()))::date
        and own.valid_until > (o.ordered_at at time zone (select metrics.org_time_zone()))::date
    where not o.is_voided and not o.is_test and not o.is_pending and l.quantity > 0
  ) x
) y
left join store_products p on p.org_id = y.org_id and p.store_connection_id = y.connection_id and p.product_id = y.product_id
left join store_connections s on s.org_id = y.org_id and s.store_connection_id = y.connection_id;

create or replace view metrics.store_lines with (security_invoker = true) as
select l.store_connection_id as connection_id, o.ordered_at as at,
  (o.ordered_at at time zone (select metrics.org_time_zone()))::date as date, l.currency,
  l.total_micros as product_revenue_micros, l.quantity as units,
  l.title as product, l.sku, p.vendor, p.product_type, s.store_name as store, s.platform,
  o.channel, o.utm_source, o.utm_medium, o.utm_campaign, l.org_id, l.currency as order_currency
from store_order_lines l
join store_orders o on o.org_id = l.org_id and o.store_connection_id = l.store_connection_id and o.order_id = l.order_id
left join store_products p on p.org_id = l.org_id and p.store_connection_id = l.store_connection_id and p.product_id = l.product_id
left join store_connections s on s.org_id = l.org_id and s.store_connection_id = l.store_connection_id
where not o.is_voided and not o.is_test and not o.is_pending;

create or replace view metrics.store_customers with (security_invoker = true) as
select o.org_id, o.store_connection_id as connection_id, o.ordered_at as at,
  (o.ordered_at at time zone (select metrics.org_time_zone()))::date as date, o.currency,
  o.is_first_of_customer::int::bigint as new_customers, (not o.is_first_of_customer)::int::bigint as returning_customers,
  case when o.is_first_of_customer then o.total_micros else 0 end as new_customer_revenue_micros,
  case when o.is_first_of_customer then 0 else o.total_micros end as returning_customer_revenue_micros,
  s.store_name as store, s.platform, o.channel, o.utm_source, o.utm_medium, o.utm_campaign, o.utm_content, o.utm_term,
  o.landing_page, o.financial_status, o.fulfillment_status, o.currency as order_currency
from store_orders o left join store_connections s on s.org_id = o.org_id and s.store_connection_id = o.store_connection_id
where not o.is_voided and not o.is_test and not o.is_pending and o.customer_id is not null;

-- ---- the same by SQL -------------------------------------------------------------------------------------------------------
grant create on schema published to tablero_views;

create or replace view published.store_orders as
select store_connection_id, order_id, order_number, ordered_at, changed_at, cancelled_at, financial_status, fulfillment_status,
  is_voided, is_test, currency::text as currency,
  trim_scale(total_micros * 0.000001) as total, trim_scale(subtotal_micros * 0.000001) as subtotal,
  trim_scale(shipping_micros * 0.000001) as shipping, trim_scale(tax_micros * 0.000001) as tax,
  trim_scale(discount_micros * 0.000001) as discount,
  customer_id, customer_orders_count, channel, utm_source, utm_medium, utm_campaign, utm_content, utm_term, landing_page, referrer,
  journey,
  not is_voided and not is_test and not is_pending
    and store_connection_id = any ((select metrics.counted_connections('store_orders'))::uuid[]) as counts,
  customer_currency::text as customer_currency, trim_scale(customer_total_micros * 0.000001) as customer_total,
  is_pending, imported_from
from store_orders;
comment on column published.store_orders.is_pending is 'Placed and not paid for, or in a state that is not known. Figures leave it out.';
comment on column published.store_orders.imported_from is 'The platform where the customer ordered, when the shop only imported the order.';

create or replace view published.store_order_lines as
select l.store_connection_id, l.order_id, l.line_id, o.ordered_at, l.product_id, l.variant_id, l.sku, l.title, l.quantity,
  l.currency::text as currency, trim_scale(l.unit_price_micros * 0.000001) as unit_price,
  trim_scale(l.discount_micros * 0.000001) as discount, trim_scale(l.total_micros * 0.000001) as total,
  not o.is_voided and not o.is_test and not o.is_pending
    and l.store_connection_id = any ((select metrics.counted_connections('store_order_lines'))::uuid[]) as counts,
  trim_scale(l.included_tax_micros * 0.000001) as included_tax
from store_order_lines l
join store_orders o on o.org_id = l.org_id and o.store_connection_id = l.store_connection_id and o.order_id = l.order_id;

create or replace view published.store_refunds as
select r.store_connection_id, r.order_id, r.refund_id, r.refunded_at, r.currency::text as currency,
  trim_scale(r.amount_micros * 0.000001) as amount,
  coalesce(not o.is_voided and not o.is_test and not o.is_pending, true)
    and r.store_connection_id = any ((select metrics.counted_connections('store_refunds'))::uuid[]) as counts
from store_refunds r
left join store_orders o on o.org_id = r.org_id and o.store_connection_id = r.store_connection_id and o.order_id = r.order_id;
comment on column published.store_refunds.amount is 'null: the platform does not say how much.';

revoke create on schema published from tablero_views;
