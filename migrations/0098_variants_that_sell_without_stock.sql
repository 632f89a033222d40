-- A platform can sell a variant whose stock is 0, and can call one sold out that has no count of its own.
alter table store_variants add column available_for_sale boolean;
comment on column store_variants.available_for_sale is 'Whether the store sells it, whatever its stock. null: its stock decides.';

create or replace view published.store_products as
select store_connection_id, product_id, title, status, vendor, product_type, tags, url, created_at, changed_at,
  lower(status) in ('active', 'unlisted')
    and store_connection_id = any ((select metrics.counted_connections('store_products'))::uuid[]) as counts,
  org_id
from store_products;
comment on view published.store_products is 'Products of the stores as they are now. Figures of stock count active ones, also those without a place in lists (unlisted).';

-- A view ends with the organization of its rows, so that the new column comes before it.
grant create on schema published to tablero_views;
drop view published.store_variants;
create view published.store_variants as
select v.store_connection_id, v.product_id, v.variant_id, v.sku, p.title as product, v.title, p.status, v.currency::text as currency,
  trim_scale(v.price_micros * 0.000001) as price, trim_scale(v.compare_at_price_micros * 0.000001) as compare_at_price, v.stock,
  v.available_for_sale, lower(p.status) in ('active', 'unlisted')
    and v.store_connection_id = any ((select metrics.counted_connections('store_variants'))::uuid[]) as counts,
  v.org_id
from store_variants v
join store_products p on p.org_id = v.org_id and p.store_connection_id = v.store_connection_id and p.product_id = v.product_id;
comment on view published.store_variants is 'Variants of products with price and stock as they are now.';
comment on column published.store_variants.status is 'Of the product.';
comment on column published.store_variants.stock is 'Units on hand. null: the store does not count it for this variant alone.';
comment on column published.store_variants.available_for_sale is 'Whether the store sells it, whatever its stock. null: it is sold while its stock is above 0 or is not counted. A product is out of stock when no variant is sold.';
comment on column published.store_variants.counts is 'Figures of other tools include the row.';
comment on column published.store_variants.org_id is 'Whose row it is. run_readonly_sql asks for one organization and does not show the column.';
alter view published.store_variants owner to tablero_views;
revoke create on schema published from tablero_views;
grant select on published.store_variants to tablero_sql;
