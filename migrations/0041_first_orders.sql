-- Which order is the first one of its customer is stored with the order. Finding it in each question took longer than all other figures
-- of a summary together.
alter table store_orders add column is_first_of_customer boolean not null default false;
comment on column store_orders.is_first_of_customer is 'No earlier order of the customer counts. Only meaningful for an order that counts and names a customer; kept by each sync.';
