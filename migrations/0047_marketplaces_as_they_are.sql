-- Marketplaces as they are: packs of several orders, orders that are placed but not sold, prices that are not known yet, refunds and
-- fees that are booked later, and several accounts of one connection.
alter table marketplace_orders
  add column account_id text not null default '',
  add column pack_id text,
  add column is_first_of_pack boolean not null default true,
  add column is_sold boolean not null default true,
  add column channel text,
  add column has_charges boolean not null default false,
  alter column total_micros drop not null,
  alter column refunded_micros drop not null,
  alter column refunded_micros drop default;
create index on marketplace_orders (org_id, connection_id, pack_id) where pack_id is not null;
comment on column marketplace_orders.account_id is 'The account at the platform: the seller, or one of its marketplaces.';
comment on column marketplace_orders.status is 'The platform''s word, in lower case. split: replaced by other orders, neither a sale nor a cancellation.';
comment on column marketplace_orders.is_voided is 'Cancelled before it counted as a sale, or replaced by other orders: no figure counts it.';
comment on column marketplace_orders.is_sold is 'False, and not voided: not paid yet, a free replacement, a sale of another shop, or a status that is not known. No figure counts it.';
comment on column marketplace_orders.pack_id is 'Orders that a buyer placed together. null: the platform has no packs.';
comment on column marketplace_orders.is_first_of_pack is 'Counts as the order of its pack, so that a pack is one order. Only meaningful for an order that counts; kept by each sync.';
comment on column marketplace_orders.channel is 'Where the buyer ordered, if not on the marketplace: non_amazon is a sale of another shop that the marketplace only ships.';
comment on column marketplace_orders.has_charges is 'Refunds and fees of the order are rows of marketplace_charges, not columns here.';
comment on column marketplace_orders.total_micros is 'What the buyer owes for goods, shipping and gift wrap, less discounts, as the platform states it; before refunds. null: no price yet.';
comment on column marketplace_orders.refunded_micros is 'Given back, as far as the order itself states it. null: it does not; see marketplace_charges.';
comment on column marketplace_orders.fee_micros is 'What the platform keeps, as far as the order itself states it. null: it does not; see marketplace_charges.';

alter table marketplace_listings
  add column account_id text not null default '',
  alter column price_micros drop not null,
  drop constraint marketplace_listings_pkey,
  add primary key (org_id, connection_id, account_id, listing_id);
comment on column marketplace_listings.account_id is 'The account at the platform: the seller, or one of its marketplaces. The same listing can have another price in each.';
comment on column marketplace_listings.price_micros is 'null: the listing has no offer.';
comment on column marketplace_listings.visits is 'Visits of the last 30 days. null: not known.';
alter table marketplace_questions add column account_id text not null default '';

create table marketplace_charges (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  charge_id     text not null,
  platform      text not null,
  account_id    text not null,
  order_id      text not null,
  charged_at    timestamptz not null,
  currency      char(3) not null,
  refund_micros bigint not null,
  fee_micros    bigint not null,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, charge_id),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('marketplace_charges');
create index on marketplace_charges (org_id, charged_at);
comment on table  marketplace_charges is 'What a marketplace booked for an order after the sale: money given back to the buyer, and its own fees, on the day of the booking. Only of platforms whose orders do not state them.';
comment on column marketplace_charges.refund_micros is 'Given back to the buyer.';
comment on column marketplace_charges.fee_micros is 'Kept by the marketplace. Negative: returned to the seller.';

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
  m.total_micros, case when m.has_charges then 0::bigint else m.refunded_micros end, m.total_micros - coalesce(m.refunded_micros, 0::bigint),
  0::bigint, 0::bigint, 0::bigint, case when m.has_charges then 0::bigint else m.fee_micros end, case when m.is_first_of_pack then 1::bigint else 0::bigint end, null::text,
  null::text, m.platform, 'marketplace'::text, null::text, null::text, null::text, null::text,
  m.status, null::text
from marketplace_orders m where m.is_sold and not m.is_voided and not m.is_test
union all
select h.org_id, h.connection_id, h.platform, h.charged_at, h.currency,
  0::bigint, h.refund_micros, -h.refund_micros,
  0::bigint, 0::bigint, 0::bigint, h.fee_micros, 0::bigint, null::text,
  null::text, h.platform, 'marketplace'::text, null::text, null::text, null::text, null::text,
  m.status, null::text
from marketplace_charges h
left join marketplace_orders m on m.org_id = h.org_id and m.connection_id = h.connection_id and m.order_id = h.order_id
where not exists (select from marketplace_orders v where v.org_id = h.org_id and v.connection_id = h.connection_id
  and v.order_id = h.order_id and (v.is_voided or v.is_test or not v.is_sold));
comment on view metrics.sales is 'The one definition of a sale: orders that count, of stores and marketplaces, and refunds on the day they were given (on the day of the order, where a marketplace states no other day).';

create view metrics.marketplace_b with (security_invoker = true) as
select x.connection_id, x.at, (x.at at time zone (select metrics.org_time_zone()))::date as date, x.currency,
  x.revenue_micros, x.refunds_micros, x.net_revenue_micros, x.fees_micros, x.orders, x.financial_status as status,
  c.name as account, x.org_id
from metrics.sales x left join connections c on c.org_id = x.org_id and c.connection_id = x.connection_id
where x.marketplace = 'mpb_sp';
comment on view metrics.marketplace_b is 'Sales on marketplace B.';
grant select on metrics.marketplace_b to tablero_app, tablero_work;

insert into metric_sources (rank, source, title, description, relations, platforms, tables) values
  (10, 'marketplace_b', 'Marketplace B', 'Orders on marketplace B; voided and test orders, replacements and sales of other shops are left out.', '{marketplace_b}', '{mpb_sp}', '{marketplace_orders,marketplace_charges}');
insert into metric_dimensions (source, dimension, column_name, type, description)
select 'marketplace_b', dimension, column_name, type, description from metric_dimensions where source = 'marketplace_a';
insert into metric_definitions (source, metric, kind, unit, column_name, numerator, denominator, description)
select 'marketplace_b', metric, kind, unit, column_name, numerator, denominator, description
from metric_definitions where source = 'marketplace_a';
update metric_definitions set description = 'Given back, on the day of the booking.' where source = 'marketplace_b' and metric = 'refunds';
update metric_definitions set description = 'What the marketplace keeps, on the day of the booking.' where source = 'marketplace_b' and metric = 'fees';
update metric_definitions set description = 'Orders; a pack of several is one.' where source = 'marketplace_a' and metric = 'orders';

grant create on schema published to tablero_views;
grant select (pack_id, is_first_of_pack, is_sold, channel, has_charges) on marketplace_orders to tablero_views;
grant select on marketplace_charges to tablero_views;
create or replace view published.marketplace_orders as
select connection_id, order_id, platform, ordered_at, changed_at, status, is_voided, is_test, currency::text as currency,
  trim_scale(total_micros * 0.000001) as total, trim_scale(fee_micros * 0.000001) as fee,
  trim_scale(shipping_micros * 0.000001) as shipping, trim_scale(refunded_micros * 0.000001) as refunded,
  is_sold and not is_voided and not is_test
    and connection_id = any ((select metrics.counted_connections('marketplace_orders'))::uuid[]) as counts,
  is_sold, pack_id, is_first_of_pack, channel, has_charges
from marketplace_orders;
comment on view published.marketplace_orders is 'Orders on marketplaces. Figures count as orders those with is_first_of_pack, so that a pack is one order.';
comment on column published.marketplace_orders.total is 'null: no price yet.';
comment on column published.marketplace_orders.refunded is 'Figures count it on the day of the order. null: see marketplace_charges.';
comment on column published.marketplace_orders.is_sold is 'False, and not voided: not paid yet, a free replacement, a sale of another shop, or a status that is not known.';
create view published.marketplace_charges as
select h.connection_id, h.charge_id, h.platform, h.order_id, h.charged_at, h.currency::text as currency,
  trim_scale(h.refund_micros * 0.000001) as refund, trim_scale(h.fee_micros * 0.000001) as fee,
  coalesce(o.is_sold and not o.is_voided and not o.is_test, true)
    and h.connection_id = any ((select metrics.counted_connections('marketplace_charges'))::uuid[]) as counts
from marketplace_charges h
left join marketplace_orders o on o.org_id = h.org_id and o.connection_id = h.connection_id and o.order_id = h.order_id;
comment on view published.marketplace_charges is 'Refunds and fees that a marketplace booked for an order, on the day of the booking.';
comment on column published.marketplace_charges.counts is 'Figures of other tools include the row.';
alter view published.marketplace_charges owner to tablero_views;
revoke create on schema published from tablero_views;
grant select on published.marketplace_charges to tablero_sql;
