-- A broadcast can be sent without tracking of opens or of clicks. They are not known then, and no zero.
alter table email_campaign_daily alter column opens drop not null, alter column clicks drop not null;
comment on column email_campaign_daily.opens is 'Recipients who opened, unique within the day. null: the broadcast does not track opens.';
comment on column email_campaign_daily.clicks is 'Recipients who clicked, unique within the day. null: the broadcast does not track clicks.';
