-- What a seller pays for shipping, where the platform gives it by shipment. Orders of one shipment share its cost, so it counts once.
alter table marketplace_orders add column shipment_id text, add column seller_shipping_micros bigint,
  add column is_first_of_shipment boolean not null default true;
create index marketplace_orders_by_shipment on marketplace_orders (org_id, connection_id, shipment_id) where shipment_id is not null;
comment on column marketplace_orders.shipment_id is 'The shipment that has the order. null: none, or not read.';
comment on column marketplace_orders.seller_shipping_micros is 'What the seller pays for the whole shipment. null: not known.';
comment on column marketplace_orders.is_first_of_shipment is 'Counts the cost of its shipment, which others of the same shipment have too. Only meaningful for an order that counts; kept by each sync.';
comment on column marketplace_orders.shipping_micros is 'What the buyer pays for shipping, as the platform states it. null: not known.';

create or replace view metrics.sales with (security_invoker = true) as
select o.org_id, o.store_connection_id as connection_id, null::text as marketplace, o.ordered_at as at, o.currency,
  o.total_micros as revenue_micros, 0::bigint as refunds_micros, o.total_micros as net_revenue_micros,
  o.discount_micros, o.shipping_micros, o.tax_micros, 0::bigint as fees_micros, 1::bigint as orders, o.customer_id,
  o.channel, o.utm_source, o.utm_medium, o.utm_campaign, o.utm_content, o.utm_term, o.landing_page,
  o.financial_status, o.fulfillment_status, o.imported_from as also_in, o.ordered_at as sale_at, ''::text as account_id, 0::bigint as seller_shipping_micros
from store_orders o where not o.is_voided and not o.is_test and not o.is_pending
union all
select r.org_id, r.store_connection_id, null::text, r.refunded_at, r.currency,
  0::bigint, r.amount_micros, -r.amount_micros,
  0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, null::text,
  o.channel, o.utm_source, o.utm_medium, o.utm_campaign, o.utm_content, o.utm_term, o.landing_page,
  o.financial_status, o.fulfillment_status, i.imported_from, i.ordered_at, ''::text, 0::bigint
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
  m.status, null::text, case when m.channel = 'non_amazon' then 'store'::text end, m.ordered_at, m.account_id,
  case when m.is_first_of_shipment and not m.has_charges then m.seller_shipping_micros else 0::bigint end
from marketplace_orders m where m.is_sold and not m.is_voided and not m.is_test
union all
select h.org_id, h.connection_id, h.platform, h.charged_at, h.currency,
  0::bigint, h.refund_micros, -h.refund_micros,
  0::bigint, 0::bigint, 0::bigint, h.fee_micros, 0::bigint, null::text,
  null::text, h.platform, 'marketplace'::text, null::text, null::text, null::text, null::text,
  m.status, null::text, case when m.channel = 'non_amazon' then 'store'::text end, m.ordered_at, h.account_id, 0::bigint
from marketplace_charges h
left join marketplace_orders m on m.org_id = h.org_id and m.connection_id = h.connection_id and m.order_id = h.order_id
where not exists (select from marketplace_orders v where v.org_id = h.org_id and v.connection_id = h.connection_id
  and v.order_id = h.order_id and (v.is_voided or v.is_test or not v.is_sold));

-- A view ends with the organization of its rows, so that the new column comes before it.
grant create on schema published to tablero_views;
grant select (shipment_id, seller_shipping_micros, is_first_of_shipment) on marketplace_orders to tablero_views;
drop view published.marketplace_orders;
create view published.marketplace_orders as
select connection_id, order_id, platform, ordered_at, changed_at, status, is_voided, is_test, currency::text as currency,
  trim_scale(total_micros * 0.000001) as total, trim_scale(fee_micros * 0.000001) as fee,
  trim_scale(shipping_micros * 0.000001) as shipping,
  trim_scale(case when is_first_of_shipment then seller_shipping_micros else 0 end * 0.000001) as seller_shipping,
  trim_scale(refunded_micros * 0.000001) as refunded,
  is_sold and not is_voided and not is_test
    and (channel is distinct from 'non_amazon' or not metrics.is_counted_elsewhere('store', ordered_at))
    and connection_id = any ((select metrics.counted_connections('marketplace_orders'))::uuid[])
    and connection_id || '/' || account_id <> all ((select metrics.uncounted_accounts('marketplace_orders'))::text[]) as counts,
  is_sold, pack_id, is_first_of_pack, shipment_id, channel, has_charges, org_id
from marketplace_orders;
comment on view published.marketplace_orders is 'Orders on marketplaces. Figures count as orders those with is_first_of_pack, so that a pack is one order.';
comment on column published.marketplace_orders.total is 'null: no price yet.';
comment on column published.marketplace_orders.shipping is 'What the buyer pays for shipping. null: not known.';
comment on column published.marketplace_orders.seller_shipping is 'What the seller pays for the shipment, at its first order that counts. null: not known.';
comment on column published.marketplace_orders.refunded is 'Figures count it on the day of the order. null: see marketplace_charges.';
comment on column published.marketplace_orders.counts is 'Figures of other tools include the row.';
comment on column published.marketplace_orders.is_sold is 'False, and not voided: not paid yet, a free replacement, or a status that is not known.';
comment on column published.marketplace_orders.channel is 'non_amazon: a sale of another shop that the marketplace only ships. It does not count on days that the stores cover.';
comment on column published.marketplace_orders.org_id is 'Whose row it is. run_readonly_sql asks for one organization and does not show the column.';
alter view published.marketplace_orders owner to tablero_views;
revoke create on schema published from tablero_views;
grant select on published.marketplace_orders to tablero_sql;
