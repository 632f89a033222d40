-- Answers with orders of stores name those that may count twice. An organization has few such orders, and no other index has the channel.
create index store_orders_maybe_imported on store_orders (org_id, ordered_at)
  where imported_from is null and channel ~* 'mercado|meli|amazon';
