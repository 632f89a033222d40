-- Orders and broadcasts in a state that Tablero does not know count in no figure, and answers over their days name them. The platform's word
-- for the state of an order is stored already. That of a broadcast was not.
alter table email_campaigns add column unknown_status text;
comment on column email_campaigns.unknown_status is 'The platform''s word for the state, when Tablero does not know it; then status is draft, and no figure counts the broadcast.';

-- Such records are few, and no other index has what they are found by.
create index email_campaigns_unknown on email_campaigns (org_id, scheduled_at) where unknown_status is not null;
create index store_orders_pending on store_orders (org_id, ordered_at) where is_pending;
create index marketplace_orders_unsold on marketplace_orders (org_id, ordered_at) where not is_sold and not is_voided;
