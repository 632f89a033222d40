-- What products cost, and the margin of what was sold. A cost applies from its day on: a line keeps the cost of the day of its order.
alter table store_order_lines add column included_tax_micros bigint;
comment on column store_order_lines.included_tax_micros is 'Tax within total_micros; 0 when prices do not include tax. null: not known, also of lines that were read before this column existed.';

create table store_variant_costs (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  store_connection_id uuid not null,
  variant_id    text not null,
  valid_from    timestamptz not null,
  currency      char(3),
  cost_micros   bigint,
  synced_at     timestamptz not null default now(),
  primary key (org_id, store_connection_id, variant_id, valid_from),
  foreign key (org_id, store_connection_id) references connections on delete cascade
);
call protect('store_variant_costs');
comment on table  store_variant_costs is 'What one unit of a variant costs by the store''s records, from an instant until the next one. Costs of deleted variants stay.';
comment on column store_variant_costs.valid_from is 'When the store changed its record. Earlier costs are not known, unless they were read.';
comment on column store_variant_costs.cost_micros is 'null: the store has no cost from this instant on.';

create table org_product_costs (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  sku           text not null check (sku <> ''),
  valid_from    date not null,
  currency      char(3) not null check (currency ~ '^[A-Z]{3}$'),
  cost_micros   bigint not null check (cost_micros >= 0),
  created_by    text not null,
  created_at    timestamptz not null default now(),
  primary key (org_id, sku, valid_from)
);
call protect('org_product_costs');
comment on table  org_product_costs is 'An organization''s own unit costs by SKU, from a day until the next one. They take precedence over the costs of its stores.';

-- A row for each line (part 1), and a further row for a cost in another currency (part 2), so that each amount is converted on its own.
create view metrics.store_margins with (security_invoker = true) as
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
    where not o.is_voided and not o.is_test and l.quantity > 0
  ) x
) y
left join store_products p on p.org_id = y.org_id and p.store_connection_id = y.connection_id and p.product_id = y.product_id
left join store_connections s on s.org_id = y.org_id and s.store_connection_id = y.connection_id;
comment on view metrics.store_margins is 'Units that remain of what was sold, in orders that count, with their cost and margin. Revenue and margin are without included tax.';
grant select on metrics.store_margins to tablero_app;

-- A group by currency has the costs of its orders, whatever the currency of the costs.
create or replace view metrics.store_orders with (security_invoker = true) as
select x.org_id, x.connection_id, x.at, (x.at at time zone (select metrics.org_time_zone()))::date as date, x.currency,
  x.revenue_micros, x.refunds_micros, x.net_revenue_micros, x.discount_micros, x.shipping_micros, x.tax_micros, x.orders,
  x.customer_id, x.channel, x.utm_source, x.utm_medium, x.utm_campaign, x.utm_content, x.utm_term, x.landing_page,
  x.financial_status, x.fulfillment_status, s.store_name as store, s.platform, x.currency as order_currency
from metrics.sales x left join store_connections s on s.org_id = x.org_id and s.store_connection_id = x.connection_id
where x.marketplace is null;
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
where not o.is_voided and not o.is_test;
update metric_dimensions set column_name = 'order_currency',
  description = 'Currency of the order in the shop''s books; amounts are converted all the same.'
where source = 'store' and dimension = 'currency';

alter table metric_definitions add column needs_costs boolean not null default false;
comment on column metric_definitions.needs_costs is 'A sum is null unless every line has a cost; a ratio is of the lines with a cost.';
update metric_sources set relations = relations || '{store_margins}' where source = 'store';
update metric_definitions set description = 'Units sold, without removed and returned ones.' where source = 'store' and metric = 'units';
insert into metric_definitions (source, metric, kind, unit, column_name, numerator, denominator, needs_costs, description) values
  ('store', 'cost', 'sum', 'money', 'cost_micros', null, null, true, 'What the sold units cost on the day of their order; null unless every line has a cost.'),
  ('store', 'gross_margin', 'sum', 'money', 'gross_margin_micros', null, null, true, 'Order lines after discounts, without included tax, less cost; null unless every line has a cost.'),
  ('store', 'margin_rate', 'ratio', 'ratio', null, 'gross_margin_micros', 'costed_revenue_micros', true, 'gross_margin divided by the revenue without included tax, both of the lines with a known cost.'),
  ('store', 'costed_revenue', 'sum', 'money', 'costed_revenue_micros', null, null, false, 'Order lines with a known cost, after discounts, without included tax.');

-- ---- the same by SQL -------------------------------------------------------------------------------------------------------
grant create on schema published to tablero_views;
grant select on store_products, store_variants, store_variant_costs, org_product_costs to tablero_views;

create or replace view published.store_orders as
select store_connection_id, order_id, order_number, ordered_at, changed_at, cancelled_at, financial_status, fulfillment_status,
  is_voided, is_test, currency::text as currency,
  trim_scale(total_micros * 0.000001) as total, trim_scale(subtotal_micros * 0.000001) as subtotal,
  trim_scale(shipping_micros * 0.000001) as shipping, trim_scale(tax_micros * 0.000001) as tax,
  trim_scale(discount_micros * 0.000001) as discount,
  customer_id, customer_orders_count, channel, utm_source, utm_medium, utm_campaign, utm_content, utm_term, landing_page, referrer,
  journey,
  not is_voided and not is_test
    and store_connection_id = any ((select metrics.counted_connections('store_orders'))::uuid[]) as counts,
  customer_currency::text as customer_currency, trim_scale(customer_total_micros * 0.000001) as customer_total
from store_orders;
comment on column published.store_orders.customer_currency is 'Currency in which the customer saw prices and paid. Figures use currency and total.';
comment on column published.store_orders.customer_total is 'The total in customer_currency.';

create or replace view published.store_order_lines as
select l.store_connection_id, l.order_id, l.line_id, o.ordered_at, l.product_id, l.variant_id, l.sku, l.title, l.quantity,
  l.currency::text as currency, trim_scale(l.unit_price_micros * 0.000001) as unit_price,
  trim_scale(l.discount_micros * 0.000001) as discount, trim_scale(l.total_micros * 0.000001) as total,
  not o.is_voided and not o.is_test
    and l.store_connection_id = any ((select metrics.counted_connections('store_order_lines'))::uuid[]) as counts,
  trim_scale(l.included_tax_micros * 0.000001) as included_tax
from store_order_lines l
join store_orders o on o.org_id = l.org_id and o.store_connection_id = l.store_connection_id and o.order_id = l.order_id;
comment on column published.store_order_lines.quantity is 'Units that remain after edits and returns. The margin leaves out lines with 0.';
comment on column published.store_order_lines.included_tax is 'Tax within total; 0 when prices do not include tax. null: not known, so the line has no margin.';

create view published.store_products as
select store_connection_id, product_id, title, status, vendor, product_type, tags, url, created_at, changed_at,
  lower(status) = 'active'
    and store_connection_id = any ((select metrics.counted_connections('store_products'))::uuid[]) as counts
from store_products;
comment on view published.store_products is 'Products of the stores as they are now. Figures of stock count active ones.';

create view published.store_variants as
select v.store_connection_id, v.product_id, v.variant_id, v.sku, p.title as product, v.title, p.status, v.currency::text as currency,
  trim_scale(v.price_micros * 0.000001) as price, trim_scale(v.compare_at_price_micros * 0.000001) as compare_at_price, v.stock,
  lower(p.status) = 'active'
    and v.store_connection_id = any ((select metrics.counted_connections('store_variants'))::uuid[]) as counts
from store_variants v
join store_products p on p.org_id = v.org_id and p.store_connection_id = v.store_connection_id and p.product_id = v.product_id;
comment on view published.store_variants is 'Variants of products with price and stock as they are now.';
comment on column published.store_variants.status is 'Of the product.';
comment on column published.store_variants.stock is 'Units on hand. null: the store does not count it. A product ran out when the sum of its known stocks is 0 or less.';

create view published.store_variant_costs as
select store_connection_id, variant_id, valid_from,
  lead(valid_from) over (partition by org_id, store_connection_id, variant_id order by valid_from) as valid_before,
  currency::text as currency, trim_scale(cost_micros * 0.000001) as cost,
  store_connection_id = any ((select metrics.counted_connections('store_variant_costs'))::uuid[]) as counts
from store_variant_costs;
comment on view published.store_variant_costs is 'Unit costs by the records of the stores. An order line has the cost whose time includes its order.';
comment on column published.store_variant_costs.valid_before is 'The cost applies before this instant. null: it is the present one.';
comment on column published.store_variant_costs.cost is 'null: the store had no cost.';

create view published.org_product_costs as
select sku, valid_from, lead(valid_from) over (partition by org_id, sku order by valid_from) as valid_before,
  currency::text as currency, trim_scale(cost_micros * 0.000001) as cost
from org_product_costs;
comment on view published.org_product_costs is 'The organization''s own unit costs by SKU, which precede store_variant_costs. A cost applies to order days from valid_from until before valid_before.';

do $$
declare
  view_name text;
begin
  foreach view_name in array array['store_products', 'store_variants', 'store_variant_costs', 'org_product_costs'] loop
    execute format('alter view published.%I owner to tablero_views', view_name);
    if view_name <> 'org_product_costs' then
      execute format('comment on column published.%I.counts is %L', view_name, 'Figures of other tools include the row.');
    end if;
  end loop;
end $$;
revoke create on schema published from tablero_views;
grant select on all tables in schema published to tablero_sql;
