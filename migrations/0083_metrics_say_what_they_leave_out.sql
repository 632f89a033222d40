-- What the figures of a metric leave out, as query_data answers it.
update metric_definitions set description = 'Orders. A pack is one order, and counts with the status of its first order.'
where source = 'marketplace_a' and metric = 'orders';
update metric_definitions set description = 'revenue divided by orders, of orders with a price.'
where source in ('marketplace_a', 'marketplace_b') and metric = 'average_order_value';
update metric_definitions set description = 'Followers at the end of a day; null unless each account was read. Days do not add up, so ask by date.'
where source = 'social' and metric = 'followers';
