-- The published views end with the organization of a row, as the views of the metric catalog do. run_readonly_sql asks each of them for
-- one organization, so that an engine that distributes rows by org_id can plan a caller's statement. The column itself is not shown.
grant create on schema published to tablero_views;

-- The same carts. Their search is joined by whole keys, so that it is of the organization that a statement asks for: an engine that
-- distributes rows does not know the organization of a lateral subquery.
create or replace view metrics.cart_keys as
select k.org_id, k.connection_id, k.checkout_id, coalesce(k.token, a.cart, k.connection_id || '/' || k.checkout_id) as cart
from checkouts k
left join (
  select distinct on (t.org_id, t.connection_id, t.checkout_id) t.org_id, t.connection_id, t.checkout_id,
    coalesce(o.token, o.connection_id || '/' || o.checkout_id) as cart
  from checkouts t
  join checkouts o on o.org_id = t.org_id and o.person = t.person
    and o.started_at between t.started_at - interval '1 hour' and t.started_at + interval '1 hour'
  where t.token is null
  order by t.org_id, t.connection_id, t.checkout_id, o.token is null,
    case when o.token is not null then abs(extract(epoch from o.started_at - t.started_at)) end,
    o.started_at, o.connection_id, o.checkout_id) a
  on a.org_id = k.org_id and a.connection_id = k.connection_id and a.checkout_id = k.checkout_id;

create or replace view published.social_daily as
select d.connection_id, d.social_account_id, d.date, d.platform, max(d.followers) as followers, max(d.reach) as reach,
  max(d.impressions) as impressions, max(d.engagements) as engagements, max(d.profile_views) as profile_views,
  d.connection_id = any ((select metrics.counted_connections('social_daily'))::uuid[])
    and (d.connection_id || '/' || d.social_account_id) <> all ((select metrics.uncounted_accounts('social_daily'))::text[]) as counts,
  d.org_id
from (
  select org_id, connection_id, social_account_id, date, platform, followers, reach, impressions, engagements, profile_views
  from social_daily
  union all
  select org_id, connection_id, social_account_id, date, platform, followers, null, null, null, null from social_follower_daily) d
group by d.org_id, d.connection_id, d.social_account_id, d.date, d.platform;

-- Every other view of organizations reads its rows from the first relation of its FROM. Only a join has an alias there.
do $$
declare
  view record;
  driving text;
begin
  for view in select viewname as name, pg_get_viewdef(format('published.%I', viewname)::regclass) as body from pg_views
              where schemaname = 'published' and viewname not in ('fx_rates', 'social_daily') loop
    driving := (regexp_match(view.body, '\n   FROM \(*\w+ (\w)\n'))[1];
    execute format('create or replace view published.%I as %s', view.name,
      regexp_replace(view.body, '\n   FROM ', format(E',\n    %sorg_id\n   FROM ', driving || '.')));
  end loop;
  for view in select viewname as name from pg_views where schemaname = 'published' and viewname <> 'fx_rates' loop
    execute format('comment on column published.%I.org_id is %L', view.name,
      'Whose row it is. run_readonly_sql asks for one organization and does not show the column.');
  end loop;
end $$;
revoke create on schema published from tablero_views;
