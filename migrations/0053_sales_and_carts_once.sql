-- A sale that two connections have counts once: orders that a shop imported from a marketplace, and orders of a shop that a marketplace
-- only shipped. Both rows are kept and marked. Which days the other connection covers is known when a question is asked.
comment on column store_orders.imported_from is 'Key of the platform where the customer ordered, when the shop only imported the order. The sale counts there on the days that the connections of that platform cover, and here on all others.';
comment on column marketplace_orders.channel is 'Where the buyer ordered, if not on the marketplace. non_amazon is a sale of another shop that the marketplace only ships: it counts in the shops on the days that they cover, and here on all others.';
comment on column marketplace_orders.is_sold is 'False, and not voided: not paid yet, a free replacement, or a status that is not known. No figure counts it.';

-- Sales of other shops were stored as not sold.
do $$
declare
  -- Row security holds the owner of the tables too. A migration knows no organization, so it would see no row.
  is_held constant boolean := not (select rolsuper or rolbypassrls from pg_roles where rolname = current_user);
begin
  if is_held then
    alter table marketplace_orders no force row level security;
  end if;

  update marketplace_orders set is_sold = true
  where channel = 'non_amazon' and not is_sold and not is_voided and coalesce(total_micros, 1) <> 0
    and status in ('unshipped', 'partially_shipped', 'shipped', 'pending', 'pending_availability', 'shipping', 'complete');

  if is_held then
    alter table marketplace_orders force row level security;
  end if;
end $$;

-- The index of the figures, with the new condition. The two small ones count what the totals leave out.
create index store_orders_by_day_once on store_orders (org_id, ordered_at desc)
  include (store_connection_id, currency, total_micros, is_voided, is_test, is_pending, imported_from);
drop index store_orders_by_day;
alter index store_orders_by_day_once rename to store_orders_by_day;
create index store_orders_imported on store_orders (org_id, ordered_at) where imported_from is not null;
create index marketplace_orders_shipped_for_others on marketplace_orders (org_id, ordered_at) where channel = 'non_amazon';

-- also_in: where the sale is too: the key of a platform, or store for any store. sale_at: the time of the sale, of refunds and charges too.
create or replace view metrics.sales with (security_invoker = true) as
select o.org_id, o.store_connection_id as connection_id, null::text as marketplace, o.ordered_at as at, o.currency,
  o.total_micros as revenue_micros, 0::bigint as refunds_micros, o.total_micros as net_revenue_micros,
  o.discount_micros, o.shipping_micros, o.tax_micros, 0::bigint as fees_micros, 1::bigint as orders, o.customer_id,
  o.channel, o.utm_source, o.utm_medium, o.utm_campaign, o.utm_content, o.utm_term, o.landing_page,
  o.financial_status, o.fulfillment_status, o.imported_from as also_in, o.ordered_at as sale_at
from store_orders o where not o.is_voided and not o.is_test and not o.is_pending
union all
select r.org_id, r.store_connection_id, null::text, r.refunded_at, r.currency,
  0::bigint, r.amount_micros, -r.amount_micros,
  0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, null::text,
  o.channel, o.utm_source, o.utm_medium, o.utm_campaign, o.utm_content, o.utm_term, o.landing_page,
  o.financial_status, o.fulfillment_status, o.imported_from, o.ordered_at
from store_refunds r
left join store_orders o on o.org_id = r.org_id and o.store_connection_id = r.store_connection_id and o.order_id = r.order_id
where not exists (select from store_orders v where v.org_id = r.org_id
  and v.store_connection_id = r.store_connection_id and v.order_id = r.order_id and (v.is_voided or v.is_test or v.is_pending))
union all
select m.org_id, m.connection_id, m.platform, m.ordered_at, m.currency,
  m.total_micros, case when m.has_charges then 0::bigint else m.refunded_micros end, m.total_micros - coalesce(m.refunded_micros, 0::bigint),
  0::bigint, 0::bigint, 0::bigint, case when m.has_charges then 0::bigint else m.fee_micros end, case when m.is_first_of_pack then 1::bigint else 0::bigint end, null::text,
  null::text, m.platform, 'marketplace'::text, null::text, null::text, null::text, null::text,
  m.status, null::text, case when m.channel = 'non_amazon' then 'store'::text end, m.ordered_at
from marketplace_orders m where m.is_sold and not m.is_voided and not m.is_test
union all
select h.org_id, h.connection_id, h.platform, h.charged_at, h.currency,
  0::bigint, h.refund_micros, -h.refund_micros,
  0::bigint, 0::bigint, 0::bigint, h.fee_micros, 0::bigint, null::text,
  null::text, h.platform, 'marketplace'::text, null::text, null::text, null::text, null::text,
  m.status, null::text, case when m.channel = 'non_amazon' then 'store'::text end, m.ordered_at
from marketplace_charges h
left join marketplace_orders m on m.org_id = h.org_id and m.connection_id = h.connection_id and m.order_id = h.order_id
where not exists (select from marketplace_orders v where v.org_id = h.org_id and v.connection_id = h.connection_id
  and v.order_id = h.order_id and (v.is_voided or v.is_test or not v.is_sold));
create or replace view metrics.store_orders with (security_invoker = true) as
select x.org_id, x.connection_id, x.at, (x.at at time zone (select metrics.org_time_zone()))::date as date, x.currency,
  x.revenue_micros, x.refunds_micros, x.net_revenue_micros, x.discount_micros, x.shipping_micros, x.tax_micros, x.orders,
  x.customer_id, x.channel, x.utm_source, x.utm_medium, x.utm_campaign, x.utm_content, x.utm_term, x.landing_page,
  x.financial_status, x.fulfillment_status, s.store_name as store, s.platform, x.currency as order_currency,
  x.also_in, x.sale_at
from metrics.sales x left join store_connections s on s.org_id = x.org_id and s.store_connection_id = x.connection_id
where x.marketplace is null;
create or replace view metrics.store_lines with (security_invoker = true) as
select l.store_connection_id as connection_id, o.ordered_at as at,
  (o.ordered_at at time zone (select metrics.org_time_zone()))::date as date, l.currency,
  l.total_micros as product_revenue_micros, l.quantity as units,
  l.title as product, l.sku, p.vendor, p.product_type, s.store_name as store, s.platform,
  o.channel, o.utm_source, o.utm_medium, o.utm_campaign, l.org_id, l.currency as order_currency,
  o.imported_from as also_in, o.ordered_at as sale_at
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
  o.landing_page, o.financial_status, o.fulfillment_status, o.currency as order_currency,
  o.imported_from as also_in, o.ordered_at as sale_at
from store_orders o left join store_connections s on s.org_id = o.org_id and s.store_connection_id = o.store_connection_id
where not o.is_voided and not o.is_test and not o.is_pending and o.customer_id is not null;
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
  y.utm_source, y.utm_medium, y.utm_campaign, y.also_in, y.at as sale_at
from (
  select x.*, generate_series(1, case when x.cost_micros is not null and x.cost_currency <> x.currency then 2 else 1 end) as part
  from (
    select l.org_id, l.store_connection_id as connection_id, o.ordered_at as at,
      (o.ordered_at at time zone (select metrics.org_time_zone()))::date as date, l.currency, l.quantity as units,
      l.total_micros, l.total_micros - coalesce(l.included_tax_micros, 0) as net_micros,
      case when l.included_tax_micros is not null then coalesce(own.cost_micros, c.cost_micros) * l.quantity end as cost_micros,
      case when own.sku is not null then own.currency else c.currency end as cost_currency,
      l.product_id, l.title as product, l.sku, o.channel, o.utm_source, o.utm_medium, o.utm_campaign,
      o.imported_from as also_in
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
create or replace view metrics.marketplace_b with (security_invoker = true) as
select x.connection_id, x.at, (x.at at time zone (select metrics.org_time_zone()))::date as date, x.currency,
  x.revenue_micros, x.refunds_micros, x.net_revenue_micros, x.fees_micros, x.orders, x.financial_status as status,
  c.name as account, x.org_id, x.also_in, x.sale_at
from metrics.sales x left join connections c on c.org_id = x.org_id and c.connection_id = x.connection_id
where x.marketplace = 'mpb_sp';

update metric_sources set description = 'Orders of the connected stores; voided, pending and test orders, and orders that a connected marketplace has, are left out.'
where source = 'store';
update metric_sources set description = 'Orders on marketplace B; voided and test orders, replacements, and orders of connected stores that it only ships are left out.'
where source = 'marketplace_b';

-- ---- the same by SQL -------------------------------------------------------------------------------------------------------
create function metrics.is_counted_elsewhere(also_in text, sale_at timestamptz) returns boolean
  language sql stable parallel safe
  return coalesce(sale_at <@ (nullif(current_setting('app.counted', true), '')::jsonb -> 'elsewhere' ->> also_in)::tstzrange, false);
comment on function metrics.is_counted_elsewhere(text, timestamptz) is 'Whether another connection covers the day of a sale that it has too, from app.counted.';
-- PostgreSQL checks the right to call a function of a view for the reader of the view.
revoke execute on function metrics.is_counted_elsewhere(text, timestamptz) from public;
grant execute on function metrics.is_counted_elsewhere(text, timestamptz) to tablero_views, tablero_sql;

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
    and (imported_from is null or not metrics.is_counted_elsewhere(imported_from, ordered_at))
    and store_connection_id = any ((select metrics.counted_connections('store_orders'))::uuid[]) as counts,
  customer_currency::text as customer_currency, trim_scale(customer_total_micros * 0.000001) as customer_total,
  is_pending, imported_from
from store_orders;
create or replace view published.store_order_lines as
select l.store_connection_id, l.order_id, l.line_id, o.ordered_at, l.product_id, l.variant_id, l.sku, l.title, l.quantity,
  l.currency::text as currency, trim_scale(l.unit_price_micros * 0.000001) as unit_price,
  trim_scale(l.discount_micros * 0.000001) as discount, trim_scale(l.total_micros * 0.000001) as total,
  not o.is_voided and not o.is_test and not o.is_pending
    and (o.imported_from is null or not metrics.is_counted_elsewhere(o.imported_from, o.ordered_at))
    and l.store_connection_id = any ((select metrics.counted_connections('store_order_lines'))::uuid[]) as counts,
  trim_scale(l.included_tax_micros * 0.000001) as included_tax
from store_order_lines l
join store_orders o on o.org_id = l.org_id and o.store_connection_id = l.store_connection_id and o.order_id = l.order_id;
create or replace view published.store_refunds as
select r.store_connection_id, r.order_id, r.refund_id, r.refunded_at, r.currency::text as currency,
  trim_scale(r.amount_micros * 0.000001) as amount,
  coalesce(not o.is_voided and not o.is_test and not o.is_pending, true)
    and (o.imported_from is null or not metrics.is_counted_elsewhere(o.imported_from, o.ordered_at))
    and r.store_connection_id = any ((select metrics.counted_connections('store_refunds'))::uuid[]) as counts
from store_refunds r
left join store_orders o on o.org_id = r.org_id and o.store_connection_id = r.store_connection_id and o.order_id = r.order_id;
create or replace view published.marketplace_orders as
select connection_id, order_id, platform, ordered_at, changed_at, status, is_voided, is_test, currency::text as currency,
  trim_scale(total_micros * 0.000001) as total, trim_scale(fee_micros * 0.000001) as fee,
  trim_scale(shipping_micros * 0.000001) as shipping, trim_scale(refunded_micros * 0.000001) as refunded,
  is_sold and not is_voided and not is_test
    and (channel is distinct from 'non_amazon' or not metrics.is_counted_elsewhere('store', ordered_at))
    and connection_id = any ((select metrics.counted_connections('marketplace_orders'))::uuid[]) as counts,
  is_sold, pack_id, is_first_of_pack, channel, has_charges
from marketplace_orders;
create or replace view published.marketplace_charges as
select h.connection_id, h.charge_id, h.platform, h.order_id, h.charged_at, h.currency::text as currency,
  trim_scale(h.refund_micros * 0.000001) as refund, trim_scale(h.fee_micros * 0.000001) as fee,
  coalesce(o.is_sold and not o.is_voided and not o.is_test, true)
    and (o.channel is distinct from 'non_amazon' or not metrics.is_counted_elsewhere('store', o.ordered_at))
    and h.connection_id = any ((select metrics.counted_connections('marketplace_charges'))::uuid[]) as counts
from marketplace_charges h
left join marketplace_orders o on o.org_id = h.org_id and o.connection_id = h.connection_id and o.order_id = h.order_id;
comment on column published.store_orders.imported_from is 'The platform where the customer ordered, when the shop only imported the order. It does not count on days that this platform covers.';
comment on column published.marketplace_orders.channel is 'non_amazon: a sale of another shop that the marketplace only ships. It does not count on days that the stores cover.';
comment on column published.marketplace_orders.is_sold is 'False, and not voided: not paid yet, a free replacement, or a status that is not known.';
-- Checkouts of one cart: those with the same token, and a checkout without one with the others of the same person within an hour.
create index on checkouts (org_id, person_of(email, phone, null, null, null), started_at);
create view metrics.cart_keys as
select k.org_id, k.connection_id, k.checkout_id, coalesce(k.token, a.cart, k.connection_id || '/' || k.checkout_id) as cart
from checkouts k
left join lateral (
  select o.org_id, coalesce(o.token, o.connection_id || '/' || o.checkout_id) as cart from checkouts o
  where o.org_id = k.org_id and person_of(o.email, o.phone, null, null, null) = person_of(k.email, k.phone, null, null, null)
    and o.started_at between k.started_at - interval '1 hour' and k.started_at + interval '1 hour'
  order by o.token is null, case when o.token is not null then abs(extract(epoch from o.started_at - k.started_at)) end,
    o.started_at, o.connection_id, o.checkout_id
  limit 1) a on a.org_id = k.org_id and k.token is null;
comment on view metrics.cart_keys is 'The cart of each checkout. A store and an email platform report the same cart: by its token, or else by person and hour.';
-- The published view reads it too, whose readers have no right to the table. So it belongs to the role that is subject to row security.
grant create on schema metrics to tablero_views;
alter view metrics.cart_keys owner to tablero_views;
revoke create on schema metrics from tablero_views;
grant select on metrics.cart_keys to tablero_app, tablero_work;

create or replace view published.checkouts as
select k.connection_id, k.checkout_id, k.platform, encode(sha256(convert_to(c.cart, 'UTF8')), 'hex') as cart,
  k.started_at, k.changed_at, k.completed_at, k.currency::text as currency, trim_scale(k.total_micros * 0.000001) as total,
  k.email is not null or k.phone is not null as has_contact, k.recovery_url is not null as has_recovery_url,
  k.connection_id = any ((select metrics.counted_connections('checkouts'))::uuid[]) as counts
from checkouts k
join metrics.cart_keys c on c.org_id = k.org_id and c.connection_id = k.connection_id and c.checkout_id = k.checkout_id;
comment on column published.checkouts.cart is 'The same for checkouts of one cart, which a store and an email platform both report: by its token, or else by person and hour.';
revoke create on schema published from tablero_views;
