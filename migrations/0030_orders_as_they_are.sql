-- Orders as they are now: after edits, with the money that the customer saw, and read again until the platform has completed them.
alter table store_orders
  add column is_edited boolean not null default false,
  add column customer_currency char(3),
  add column customer_total_micros bigint,
  add column is_journey_ready boolean;
comment on column store_orders.currency is 'The shop''s currency when the order was placed. All amounts of the order are in it, except the customer''s.';
comment on column store_orders.total_micros is 'What the customer owes or paid after edits, before refunds: lines, shipping and tax less discounts, in the shop''s money. Less the refunds it is what remains. A voided order keeps the total that it was placed with.';
comment on column store_orders.subtotal_micros is 'Lines less discounts, after edits, before refunds.';
comment on column store_orders.is_edited is 'Somebody changed the order''s lines after it was placed.';
comment on column store_orders.customer_currency is 'Currency in which the customer saw prices and paid. null: the platform does not say.';
comment on column store_orders.customer_total_micros is 'The total in the customer''s currency.';
comment on column store_orders.is_journey_ready is 'false: the platform has not yet assigned the visits, so the order is read again. null: it knows no visits.';
comment on column store_order_lines.quantity is 'Units that remain after edits and returns. A line that was removed or returned completely keeps its row, with 0. Of a voided order: units ordered.';
comment on column store_order_lines.total_micros is 'Price of these units less their part of the discounts, in the shop''s money.';
comment on column store_refunds.amount_micros is 'Money given back, in the shop''s money. A return without money has no row.';
comment on column connection_accounts.reason is 'Why the account is skipped or gone, or which part of it the app''s permissions leave out.';

-- Unfinished orders are few, and every sync looks for them.
create index store_orders_unfinished on store_orders (org_id, store_connection_id, ordered_at) where not is_journey_ready;
