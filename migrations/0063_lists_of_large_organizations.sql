-- Lists of organizations with a million orders. A person is stored with each contact and checkout: row security lets no search use an index
-- on person_of, so every list computed it for all rows.
alter table contacts
  add column person text not null generated always as (person_of(email, phone, platform, external_id, contact_id)) stored,
  add column searched text not null generated always as (lower(coalesce(full_name, '') || chr(31) || coalesce(email, '')
    || chr(31) || coalesce(phone, '') || chr(31) || coalesce(company, ''))) stored;
comment on column contacts.person is 'The same for contacts of one person: an email address, else a phone number, else the id of the platform.';
comment on column contacts.searched is 'Name, email address, phone number and company in lower case, in which a search looks. A separator stands between them.';
drop index contacts_org_id_person_of_created_at_contact_id_idx;
create index on contacts (org_id, person, created_at, contact_id) include (connection_id);

alter table checkouts add column person text generated always as (person_of(email, phone, null, null, null)) stored;
comment on column checkouts.person is 'The same for checkouts of one person: an email address, else a phone number. null: neither is known.';
drop index checkouts_org_id_person_of_started_at_idx;
create index on checkouts (org_id, person, started_at);

create or replace view metrics.contacts with (security_invoker = true) as
select c.created_at as at, (c.created_at at time zone (select metrics.org_time_zone()))::date as date,
  1::bigint as contacts, c.source as origin, c.company, c.city, c.country, c.org_id, c.contact_id
from (
  select p.*, row_number() over (partition by p.org_id, p.person order by p.created_at, p.contact_id) as place
  from contacts p left join connections n on n.org_id = p.org_id and n.connection_id = p.connection_id
  where p.connection_id is null or n.status = 'active') c
where c.place = 1;

-- Only a checkout without a token looks for others of its person.
grant select (person) on checkouts to tablero_views;
create or replace view metrics.cart_keys as
select k.org_id, k.connection_id, k.checkout_id, coalesce(k.token, a.cart, k.connection_id || '/' || k.checkout_id) as cart
from checkouts k
left join lateral (
  select o.org_id, coalesce(o.token, o.connection_id || '/' || o.checkout_id) as cart from checkouts o
  where k.token is null and o.org_id = k.org_id and o.person = k.person
    and o.started_at between k.started_at - interval '1 hour' and k.started_at + interval '1 hour'
  order by o.token is null, case when o.token is not null then abs(extract(epoch from o.started_at - k.started_at)) end,
    o.started_at, o.connection_id, o.checkout_id
  limit 1) a on a.org_id = k.org_id;

-- The index of the figures of marketplaces, from which packs are counted too.
create index marketplace_orders_by_day on marketplace_orders (org_id, ordered_at desc)
  include (connection_id, account_id, pack_id, currency, total_micros, fee_micros, refunded_micros, status, channel, is_voided, is_test, is_sold,
    is_first_of_pack, has_charges);
drop index marketplace_orders_org_id_ordered_at_idx;

-- The newest rows of one state or page come from an index, and an index counts all of them.
create index on marketplace_questions (org_id, status, asked_at desc) include (connection_id);
create index page_scans_by_page on page_scans (org_id, url, scanned_at desc, device);
drop index page_scans_org_id_url_scanned_at_idx;
create index on page_scans (org_id, final_url);

-- A refund needs its order only where the sale can count in another place, which few orders can. So sums do not search the order of each
-- refund. sale_at of other refunds is null.
create index store_orders_imported_by_id on store_orders (org_id, store_connection_id, order_id) include (imported_from, ordered_at)
  where imported_from is not null;
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
  o.financial_status, o.fulfillment_status, i.imported_from, i.ordered_at
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

-- An ad belongs to one group, campaign and account. Without this, the planner expects ten times as many groups, and sorts all rows.
create statistics campaign_daily_campaigns (ndistinct) on connection_id, account_id, campaign_id from campaign_daily;
create statistics ad_group_daily_groups (ndistinct) on connection_id, account_id, campaign_id, ad_group_id from ad_group_daily;
create statistics ad_daily_ads (ndistinct) on connection_id, account_id, campaign_id, ad_group_id, ad_id from ad_daily;
