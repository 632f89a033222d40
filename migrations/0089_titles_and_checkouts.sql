-- Changes of a title that the marketplace writes are refused, so the list of listings has to know it.
alter table marketplace_listings add column is_title_written boolean;
comment on column marketplace_listings.is_title_written is 'The marketplace writes the title, so nobody can change it. null: not read.';

-- The order of a checkout was the only one of its minute, which could be the order of another customer.
alter table store_orders add column checkout_token text;
comment on column store_orders.checkout_token is 'Token of the checkout that became the order. null: the platform does not say, or it was not read yet.';
create index store_orders_by_checkout on store_orders (org_id, store_connection_id, checkout_token) where checkout_token is not null;
