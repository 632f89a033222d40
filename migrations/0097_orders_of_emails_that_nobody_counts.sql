-- Without a shop, nobody counts the orders of an email. They are not known, and no zero.
alter table email_campaign_daily alter column conversions drop not null, alter column revenue_micros drop not null;
comment on column email_campaign_daily.conversions is 'Orders that the platform attributes to the emails. null: no shop is connected to it.';
comment on column email_campaign_daily.revenue_micros is 'Revenue that the platform attributes to the emails. null: no shop is connected to it.';
