-- The lines of an order had no time, so figures of products read all lines of all years. Now each line has the time of its order. The order
-- still decides the day. The copy narrows what is read. Lines without a copy are read too: processes of the version before store such lines.
alter table store_order_lines add column ordered_at timestamptz;
comment on column store_order_lines.ordered_at is 'Copy of the order''s time, by which lines of some days are found. null: an older version stored the line. The sync engine fills it in.';

do $$
declare
  -- Row security holds the owner of the tables too. A migration knows no organization, so it would see no row.
  is_held constant boolean := not (select rolsuper or rolbypassrls from pg_roles where rolname = current_user);
begin
  if is_held then
    alter table store_order_lines no force row level security;
    alter table store_orders no force row level security;
  end if;

  update store_order_lines l set ordered_at = o.ordered_at from store_orders o
  where o.org_id = l.org_id and o.store_connection_id = l.store_connection_id and o.order_id = l.order_id;

  if is_held then
    alter table store_order_lines force row level security;
    alter table store_orders force row level security;
  end if;
end $$;

-- Texts of shops have any length, and an entry of an index has not. So the indexes have ids, amounts and states, and no titles.
create index store_order_lines_by_day on store_order_lines (org_id, ordered_at)
  include (store_connection_id, order_id, product_id, quantity);
create index store_orders_by_day_and_id on store_orders (org_id, ordered_at desc)
  include (store_connection_id, order_id, currency, total_micros, is_voided, is_test, is_pending, imported_from);
drop index store_orders_by_day;
-- Answers over a year count orders that wait for a payment, and imported ones, in thousands of places of the table.
create index store_orders_pending_by_day on store_orders (org_id, ordered_at)
  include (store_connection_id, financial_status, currency, total_micros, imported_from, is_voided, is_test) where is_pending;
create index store_orders_imported_by_day on store_orders (org_id, ordered_at)
  include (store_connection_id, imported_from, is_voided, is_test, is_pending) where imported_from is not null;
drop index store_orders_pending;
drop index store_orders_imported;

-- A review reads the stock of every product and the cost of every variant. Rows of products are wide, because they have descriptions.
create index store_products_by_status on store_products (org_id, store_connection_id, product_id) include (status);
create index store_variants_by_stock on store_variants (org_id, store_connection_id, product_id) include (stock, available_for_sale);
create index store_variant_costs_by_time on store_variant_costs (org_id, store_connection_id, variant_id, valid_from)
  include (currency, cost_micros);

-- line_at narrows the lines beside ordered_at, which decides. A line without a copy has the time of its order, and another branch, so that each
-- branch has an index.
create view metrics.order_lines with (security_invoker = true) as
select l.org_id, l.store_connection_id, l.order_id, l.product_id, l.variant_id, l.sku, l.title, l.quantity, l.total_micros,
  l.included_tax_micros, l.currency, o.ordered_at, l.ordered_at as line_at, o.channel, o.utm_source, o.utm_medium, o.utm_campaign, o.imported_from
from store_order_lines l
join store_orders o on o.org_id = l.org_id and o.store_connection_id = l.store_connection_id and o.order_id = l.order_id
where l.ordered_at is not null and not o.is_voided and not o.is_test and not o.is_pending
union all
select l.org_id, l.store_connection_id, l.order_id, l.product_id, l.variant_id, l.sku, l.title, l.quantity, l.total_micros,
  l.included_tax_micros, l.currency, o.ordered_at, o.ordered_at as line_at, o.channel, o.utm_source, o.utm_medium, o.utm_campaign, o.imported_from
from store_order_lines l
join store_orders o on o.org_id = l.org_id and o.store_connection_id = l.store_connection_id and o.order_id = l.order_id
where l.ordered_at is null and not o.is_voided and not o.is_test and not o.is_pending;
comment on view metrics.order_lines is 'Lines of orders that count, with their order. Ask for days with ordered_at and line_at.';
grant select on metrics.order_lines to tablero_app, tablero_work;
create or replace view metrics.store_lines with (security_invoker = true) as
select l.store_connection_id as connection_id, l.ordered_at as at,
  (l.ordered_at at time zone (select metrics.org_time_zone()))::date as date, l.currency,
  l.total_micros as product_revenue_micros, l.quantity as units,
  l.title as product, l.sku, p.vendor, p.product_type, s.store_name as store, s.platform,
  l.channel, l.utm_source, l.utm_medium, l.utm_campaign, l.org_id, l.currency as order_currency,
  l.imported_from as also_in, l.ordered_at as sale_at, l.line_at
from metrics.order_lines l
left join store_products p on p.org_id = l.org_id and p.store_connection_id = l.store_connection_id and p.product_id = l.product_id
left join store_connections s on s.org_id = l.org_id and s.store_connection_id = l.store_connection_id;
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
  y.utm_source, y.utm_medium, y.utm_campaign, y.also_in, y.at as sale_at, y.line_at
from (
  select x.*, generate_series(1, case when x.cost_micros is not null and x.cost_currency <> x.currency then 2 else 1 end) as part
  from (
    select l.org_id, l.store_connection_id as connection_id, l.ordered_at as at,
      (l.ordered_at at time zone (select metrics.org_time_zone()))::date as date, l.currency, l.quantity as units,
      l.total_micros, l.total_micros - coalesce(l.included_tax_micros, 0) as net_micros,
      case when l.included_tax_micros is not null then coalesce(own.cost_micros, c.cost_micros) * l.quantity end as cost_micros,
      case when own.sku is not null then own.currency else c.currency end as cost_currency,
      l.product_id, l.title as product, l.sku, l.channel, l.utm_source, l.utm_medium, l.utm_campaign,
      l.imported_from as also_in, l.line_at
    from metrics.order_lines l
    left join (
      select org_id, store_connection_id, variant_id, currency, cost_micros, valid_from,
        lead(valid_from, 1, 'infinity') over (partition by org_id, store_connection_id, variant_id order by valid_from) as valid_until
      from store_variant_costs) c
      on c.org_id = l.org_id and c.store_connection_id = l.store_connection_id and c.variant_id = l.variant_id
        and c.valid_from <= l.ordered_at and c.valid_until > l.ordered_at
    left join (
      select org_id, sku, currency, cost_micros, valid_from,
        lead(valid_from, 1, 'infinity') over (partition by org_id, sku order by valid_from) as valid_until
      from org_product_costs) own
      on own.org_id = l.org_id and own.sku = l.sku
        and own.valid_from <= (l.ordered_at at time zone (select metrics.org_time_zone()))::date
        and own.valid_until > (l.ordered_at at time zone (select metrics.org_time_zone()))::date
    where l.quantity > 0
  ) x
) y
left join store_products p on p.org_id = y.org_id and p.store_connection_id = y.connection_id and p.product_id = y.product_id
left join store_connections s on s.org_id = y.org_id and s.store_connection_id = y.connection_id;
