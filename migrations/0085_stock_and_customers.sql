-- A product is out of stock when all its variants are. The sum of its stocks is also 0 where one variant is oversold and another one is left.
comment on column published.store_variants.stock is 'Units on hand. null: the store does not count it. A product is out of stock when this is 0 or less for all its variants.';

-- Shops give their customers ids of their own, so equal ids of two shops are two customers.
update metric_definitions set description = 'Different customers of each shop who ordered; groups and days do not add up.'
where source = 'store' and metric = 'customers';
