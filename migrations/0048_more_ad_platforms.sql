-- Pictures of ads, where the platform has an address for them. Some addresses end after weeks, and each read stores the present one.
alter table ads add column thumbnail_url text;
comment on column ads.thumbnail_url is 'Address of the picture when the row was read (synced_at). Some platforms end it after some time.';
