-- The texts and the picture of each ad, and the names of ad groups, for run_readonly_sql. Only search ads have a list of their own.
grant create on schema published to tablero_views;
-- The tables have no other columns than those that the views show, the organization, and the time of the last change.
grant select on ads, ad_groups to tablero_views;

create view published.ads as
select connection_id, account_id, campaign_id, ad_group_id, ad_id, platform, name, status, type,
  coalesce(headline, headlines[1]) as headline, coalesce(description, descriptions[1]) as description,
  coalesce(headlines, array_remove(array[headline], null)) as headlines,
  coalesce(descriptions, array_remove(array[description], null)) as descriptions,
  final_url, creative_id, creative_since, thumbnail_url,
  connection_id = any ((select metrics.counted_connections('ads'))::uuid[])
    and (connection_id || '/' || account_id) <> all ((select metrics.uncounted_accounts('ads'))::text[]) as counts,
  org_id
from ads;
comment on view published.ads is 'Single ads with their texts as the platform last described them. Join ad_daily by connection_id, account_id and ad_id.';
comment on column published.ads.status is 'The platform''s own word.';
comment on column published.ads.type is 'The platform''s own word.';
comment on column published.ads.headline is 'The first headline. null: the ad has none, or the platform does not show it.';
comment on column published.ads.description is 'The first description. null: the ad has none, or the platform does not show it.';
comment on column published.ads.headlines is 'All headlines, among which the platform chooses.';
comment on column published.ads.descriptions is 'All descriptions, among which the platform chooses.';
comment on column published.ads.final_url is 'Page that the ad leads to.';
comment on column published.ads.creative_id is 'What the ad shows, as its platform names it. On Meta it is also in meta_ad_creatives.';
comment on column published.ads.creative_since is 'When a read first brought the present creative of an ad that showed another one before. null: no other one was read.';
comment on column published.ads.thumbnail_url is 'Link to the picture of the ad. The links of most platforms expire. null: none, or not read.';
comment on column published.ads.counts is 'Figures of other tools include the ad.';

create view published.ad_groups as
select connection_id, account_id, campaign_id, ad_group_id, platform, name, status, type,
  connection_id = any ((select metrics.counted_connections('ad_groups'))::uuid[])
    and (connection_id || '/' || account_id) <> all ((select metrics.uncounted_accounts('ad_groups'))::text[]) as counts,
  org_id
from ad_groups;
comment on view published.ad_groups is 'Ad groups as the platform last described them. Join ad_group_daily by connection_id, account_id and ad_group_id.';
comment on column published.ad_groups.status is 'The platform''s own word.';
comment on column published.ad_groups.type is 'The platform''s own word.';
comment on column published.ad_groups.counts is 'Figures of other tools include the ad group.';

do $$
declare
  view text;
begin
  foreach view in array array['ads', 'ad_groups'] loop
    execute format('comment on column published.%I.org_id is %L', view,
      'Whose row it is. run_readonly_sql asks for one organization and does not show the column.');
    execute format('alter view published.%I owner to tablero_views', view);
  end loop;
end $$;
revoke create on schema published from tablero_views;
grant select on published.ads, published.ad_groups to tablero_sql;
