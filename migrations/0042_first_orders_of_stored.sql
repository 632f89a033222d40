-- Marks the first orders among the stored ones. The column came in a transaction of its own, so that answers need not wait for this one.
do $$
declare
  -- Row security holds the owner of the tables too. A migration knows no organization, so it would see no row.
  is_held constant boolean := not (select rolsuper or rolbypassrls from pg_roles where rolname = current_user);
begin
  if is_held then
    alter table store_orders no force row level security;
    alter table sync_cursors no force row level security;
  end if;

  update store_orders o set is_first_of_customer = true
  from (select distinct on (org_id, store_connection_id, customer_id) org_id, store_connection_id, order_id
    from store_orders where customer_id is not null and not is_voided and not is_test
    order by org_id, store_connection_id, customer_id, ordered_at, order_id) f
  where o.org_id = f.org_id and o.store_connection_id = f.store_connection_id and o.order_id = f.order_id;

  update sync_cursors set suspect_reason = reason where state = 'suspect' and suspect_reason is null;

  if is_held then
    alter table store_orders force row level security;
    alter table sync_cursors force row level security;
  end if;
end $$;

create or replace view metrics.store_customers with (security_invoker = true) as
select o.org_id, o.store_connection_id as connection_id, o.ordered_at as at,
  (o.ordered_at at time zone (select metrics.org_time_zone()))::date as date, o.currency,
  o.is_first_of_customer::int::bigint as new_customers, (not o.is_first_of_customer)::int::bigint as returning_customers,
  case when o.is_first_of_customer then o.total_micros else 0 end as new_customer_revenue_micros,
  case when o.is_first_of_customer then 0 else o.total_micros end as returning_customer_revenue_micros,
  s.store_name as store, s.platform, o.channel, o.utm_source, o.utm_medium, o.utm_campaign, o.utm_content, o.utm_term,
  o.landing_page, o.financial_status, o.fulfillment_status, o.currency as order_currency
from store_orders o left join store_connections s on s.org_id = o.org_id and s.store_connection_id = o.store_connection_id
where not o.is_voided and not o.is_test and o.customer_id is not null;

-- The newest migration tells a process whether what it keeps of the catalog of metrics is still right.
grant select (name) on schema_migrations to tablero_app;
