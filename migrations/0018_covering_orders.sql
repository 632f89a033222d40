-- Revenue of many days is read from the index alone; sorted as before, so that it serves what the old one served.
create index store_orders_by_day on store_orders (org_id, ordered_at desc)
  include (store_connection_id, currency, total_micros, is_voided, is_test);
drop index store_orders_org_id_ordered_at_idx;
