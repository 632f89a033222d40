-- Lists of ads read the days of one connection. By day alone, PostgreSQL also reads the rows of all other connections of the organization.
create index ad_group_daily_by_connection on ad_group_daily (org_id, connection_id, date);
create index ad_daily_by_connection on ad_daily (org_id, connection_id, date);
-- A connection has one organization. Without these statistics, the planner multiplies the shares of both, and expects far too few rows.
create statistics ad_group_daily_owners (dependencies) on org_id, connection_id from ad_group_daily;
create statistics ad_daily_owners (dependencies) on org_id, connection_id from ad_daily;

-- Few orders are not sold, so their number by state needs no second read of all orders.
create index store_orders_unsold_by_day on store_orders (org_id, ordered_at) include (store_connection_id, is_voided, is_test, is_pending)
  where is_voided or is_test or is_pending;
