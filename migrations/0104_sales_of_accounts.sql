-- A seller has an account in each country. Of one that another connection counts, or that a person no longer chooses, no sale counts.
-- A shop is one account, so its rows name none.
create or replace view metrics.sales with (security_invoker = true) as
select o.org_id, o.store_connection_id as connection_id, null::text as marketplace, o.ordered_at as at, o.currency,
  o.total_micros as revenue_micros, 0::bigint as refunds_micros, o.total_micros as net_revenue_micros,
  o.discount_micros, o.shipping_micros, o.tax_micros, 0::bigint as fees_micros, 1::bigint as orders, o.customer_id,
  o.channel, o.utm_source, o.utm_medium, o.utm_campaign, o.utm_content, o.utm_term, o.landing_page,
  o.financial_status, o.fulfillment_status, o.imported_from as also_in, o.ordered_at as sale_at, ''::text as account_id
from store_orders o where not o.is_voided and not o.is_test and not o.is_pending
union all
select r.org_id, r.store_connection_id, null::text, r.refunded_at, r.currency,
  0::bigint, r.amount_micros, -r.amount_micros,
  0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, null::text,
  o.channel, o.utm_source, o.utm_medium, o.utm_campaign, o.utm_content, o.utm_term, o.landing_page,
  o.financial_status, o.fulfillment_status, i.imported_from, i.ordered_at, ''::text
from store_refunds r
left join store_orders o on o.org_id = r.org_id and o.store_connection_id = r.store_connection_id and o.order_id = r.order_id
left join store_orders i on i.org_id = r.org_id and i.store_connection_id = r.store_connection_id and i.order_id = r.order_id
  and i.imported_from is not null
where not exists (select from store_orders v where v.org_id = r.org_id
  and v.store_connection_id = r.store_connection_id and v.order_id = r.order_id and (v.is_voided or v.is_test or v.is_pending))
union all
select m.org_id, m.connection_id, m.platform, m.ordered_at, m.currency,
  m.total_micros, case when m.has_charges then 0::bigint else m.refunded_micros end, m.total_micros - coalesce(m.refunded_micros, 0::bigint),
  0::bigint, 0::bigint, 0::bigint, case when m.has_charges then 0::bigint else m.fee_micros end, case when m.is_first_of_pack then 1::bigint else 0::bigint end, null::text,
  null::text, m.platform, 'marketplace'::text, null::text, null::text, null::text, null::text,
  m.status, null::text, case when m.channel = 'non_amazon' then 'store'::text end, m.ordered_at, m.account_id
from marketplace_orders m where m.is_sold and not m.is_voided and not m.is_test
union all
select h.org_id, h.connection_id, h.platform, h.charged_at, h.currency,
  0::bigint, h.refund_micros, -h.refund_micros,
  0::bigint, 0::bigint, 0::bigint, h.fee_micros, 0::bigint, null::text,
  null::text, h.platform, 'marketplace'::text, null::text, null::text, null::text, null::text,
  m.status, null::text, case when m.channel = 'non_amazon' then 'store'::text end, m.ordered_at, h.account_id
from marketplace_charges h
left join marketplace_orders m on m.org_id = h.org_id and m.connection_id = h.connection_id and m.order_id = h.order_id
where not exists (select from marketplace_orders v where v.org_id = h.org_id and v.connection_id = h.connection_id
  and v.order_id = h.order_id and (v.is_voided or v.is_test or not v.is_sold));
create or replace view metrics.marketplace_b with (security_invoker = true) as
select x.connection_id, x.at, (x.at at time zone (select metrics.org_time_zone()))::date as date, x.currency,
  x.revenue_micros, x.refunds_micros, x.net_revenue_micros, x.fees_micros, x.orders, x.financial_status as status,
  c.name as account, x.org_id, x.also_in, x.sale_at, x.account_id
from metrics.sales x left join connections c on c.org_id = x.org_id and c.connection_id = x.connection_id
where x.marketplace = 'mpb_sp';

grant create on schema published to tablero_views;
grant select (account_id) on marketplace_orders to tablero_views;
create or replace view published.marketplace_orders as
select connection_id, order_id, platform, ordered_at, changed_at, status, is_voided, is_test, currency::text as currency,
  trim_scale(total_micros * 0.000001) as total, trim_scale(fee_micros * 0.000001) as fee,
  trim_scale(shipping_micros * 0.000001) as shipping, trim_scale(refunded_micros * 0.000001) as refunded,
  is_sold and not is_voided and not is_test
    and (channel is distinct from 'non_amazon' or not metrics.is_counted_elsewhere('store', ordered_at))
    and connection_id = any ((select metrics.counted_connections('marketplace_orders'))::uuid[])
    and connection_id || '/' || account_id <> all ((select metrics.uncounted_accounts('marketplace_orders'))::text[]) as counts,
  is_sold, pack_id, is_first_of_pack, channel, has_charges, org_id
from marketplace_orders;
create or replace view published.marketplace_charges as
select h.connection_id, h.charge_id, h.platform, h.order_id, h.charged_at, h.currency::text as currency,
  trim_scale(h.refund_micros * 0.000001) as refund, trim_scale(h.fee_micros * 0.000001) as fee,
  coalesce(o.is_sold and not o.is_voided and not o.is_test, true)
    and (o.channel is distinct from 'non_amazon' or not metrics.is_counted_elsewhere('store', o.ordered_at))
    and h.connection_id = any ((select metrics.counted_connections('marketplace_charges'))::uuid[])
    and h.connection_id || '/' || h.account_id <> all ((select metrics.uncounted_accounts('marketplace_charges'))::text[]) as counts, h.org_id
from marketplace_charges h
left join marketplace_orders o on o.org_id = h.org_id and o.connection_id = h.connection_id and o.order_id = h.order_id;
revoke create on schema published from tablero_views;
