-- A read of an ad shows what it shows now. These columns keep since when, because the figures of an ad begin before an edit, and links expire.
alter table ads add column creative_since timestamptz;
comment on column ads.creative_since is 'When a read first brought the present creative of an ad that showed another one before. null: no other one was read.';
alter table meta_ad_creatives add column shown_since timestamptz, add column thumbnail_read_at timestamptz;
comment on column meta_ad_creatives.shown_since is 'When a read first brought the present title, text or video, if it brought other ones before. null: no others were read.';
comment on column meta_ad_creatives.thumbnail_read_at is 'When a read first brought the present thumbnail_url. Changes of other columns do not move it.';
select set_config('citus.multi_shard_modify_mode', 'sequential', true);
do $$
declare
  -- Row security holds the owner of the tables too. A migration knows no organization, so it would see no row.
  is_held constant boolean := not (select rolsuper or rolbypassrls from pg_roles where rolname = current_user)
    and (select relforcerowsecurity from pg_class where oid = 'meta_ad_creatives'::regclass);
begin
  if is_held then
    alter table meta_ad_creatives no force row level security;
  end if;

  -- The last change of a row brought its link, or brought it again.
  update meta_ad_creatives set thumbnail_read_at = synced_at where thumbnail_url is not null;

  if is_held then
    alter table meta_ad_creatives force row level security;
  end if;
end $$;
