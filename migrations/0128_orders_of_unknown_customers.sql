-- Orders that name no customer. Whether their customers are new is unknown, so they have rows without these values. Without any row, a shop
-- that names nobody had no new customers.
create or replace view metrics.store_customers with (security_invoker = true) as
select o.org_id, o.store_connection_id as connection_id, o.ordered_at as at,
  (o.ordered_at at time zone (select metrics.org_time_zone()))::date as date, o.currency,
  case when o.customer_id is not null then o.is_first_of_customer::int::bigint end as new_customers,
  case when o.customer_id is not null then (not o.is_first_of_customer)::int::bigint end as returning_customers,
  case when o.customer_id is null then null when o.is_first_of_customer then o.total_micros else 0 end as new_customer_revenue_micros,
  case when o.customer_id is null then null when o.is_first_of_customer then 0 else o.total_micros end as returning_customer_revenue_micros,
  s.store_name as store, s.platform, o.channel, o.utm_source, o.utm_medium, o.utm_campaign, o.utm_content, o.utm_term,
  o.landing_page, o.financial_status, o.fulfillment_status, o.currency as order_currency,
  o.imported_from as also_in, o.ordered_at as sale_at
from store_orders o left join store_connections s on s.org_id = o.org_id and s.store_connection_id = o.store_connection_id
where not o.is_voided and not o.is_test and not o.is_pending;
