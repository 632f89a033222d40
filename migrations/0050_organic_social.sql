-- Organic social as platforms give it: totals of followers for today only, stories that last for a day, and posts that disappear.
alter table social_posts
  add column engagements bigint,
  add column vanished_at timestamptz;
comment on column social_posts.likes is 'Counts are the latest that were read. null: the platform did not say.';
comment on column social_posts.engagements is 'Likes, comments, shares and saves, as the platform counts them.';
comment on column social_posts.vanished_at is 'When the platform was found not to have the post any more. Its counts are the last ones. null: it is there.';

create table social_follower_daily (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  social_account_id text not null,
  date          date not null,
  platform      text not null,
  followers     bigint not null,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, social_account_id, date),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('social_follower_daily');
create index on social_follower_daily (org_id, date);
comment on table social_follower_daily is 'Total of followers of an account, as it was at the last read of each day. Platforms give it for today only, so a day that was not read has no row.';
comment on column social_follower_daily.synced_at is 'When it was read.';

create table social_stories (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  social_account_id text not null,
  story_id      text not null,
  platform      text not null,
  posted_at     timestamptz not null,
  type          text,
  caption       text,
  permalink     text,
  reach         bigint,
  impressions   bigint,
  engagements   bigint,
  replies       bigint,
  shares        bigint,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, social_account_id, story_id),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('social_stories');
create index on social_stories (org_id, posted_at desc);
comment on table social_stories is 'Stories with the counts that were last read. The platform gives them for 24 hours, so a story of a time without reads is missing.';
comment on column social_stories.reach is 'null: the platform did not say, such as with fewer than five viewers.';

-- One row for each account and day, because people of several rows are not added up.
create or replace view metrics.social_days with (security_invoker = true) as
select d.connection_id, d.date, d.platform, a.username as account, d.followers, d.reach, d.impressions, d.engagements, d.profile_views,
  d.org_id, d.social_account_id as account_id
from (
  select org_id, connection_id, social_account_id, date, platform, max(followers) as followers, max(reach) as reach,
    max(impressions) as impressions, max(engagements) as engagements, max(profile_views) as profile_views
  from (
    select org_id, connection_id, social_account_id, date, platform, followers, reach, impressions, engagements, profile_views
    from social_daily
    union all
    select org_id, connection_id, social_account_id, date, platform, followers, null::bigint, null::bigint, null::bigint, null::bigint
    from social_follower_daily) r
  group by org_id, connection_id, social_account_id, date, platform) d
left join social_accounts a on a.org_id = d.org_id and a.connection_id = d.connection_id and a.social_account_id = d.social_account_id;

create view metrics.social_posts with (security_invoker = true) as
select p.org_id, p.connection_id, p.social_account_id as account_id, p.platform, a.username as account, p.post_id, 'post'::text as kind,
  p.posted_at as at, p.type, p.caption, p.permalink, p.likes, p.comments, p.shares, p.saves, p.reach, p.impressions, p.engagements, p.vanished_at
from social_posts p
left join social_accounts a on a.org_id = p.org_id and a.connection_id = p.connection_id and a.social_account_id = p.social_account_id
union all
select s.org_id, s.connection_id, s.social_account_id, s.platform, a.username, s.story_id, 'story'::text,
  s.posted_at, s.type, s.caption, s.permalink, null::bigint, null::bigint, s.shares, null::bigint, s.reach, s.impressions, s.engagements,
  null::timestamptz
from social_stories s
left join social_accounts a on a.org_id = s.org_id and a.connection_id = s.connection_id and a.social_account_id = s.social_account_id;
comment on view metrics.social_posts is 'Posts and stories with the figures that were last read.';
grant select on metrics.social_posts to tablero_app, tablero_work;

grant create on schema published to tablero_views;
grant select on social_accounts, social_posts, social_stories, social_follower_daily to tablero_views;
create or replace view published.social_daily as
select connection_id, social_account_id, date, platform, max(followers) as followers, max(reach) as reach, max(impressions) as impressions,
  max(engagements) as engagements, max(profile_views) as profile_views,
  connection_id = any ((select metrics.counted_connections('social_daily'))::uuid[])
    and (connection_id || '/' || social_account_id) <> all ((select metrics.uncounted_accounts('social_daily'))::text[]) as counts
from (
  select connection_id, social_account_id, date, platform, followers, reach, impressions, engagements, profile_views from social_daily
  union all
  select connection_id, social_account_id, date, platform, followers, null::bigint, null::bigint, null::bigint, null::bigint
  from social_follower_daily) d
group by connection_id, social_account_id, date, platform;
comment on column published.social_daily.followers is 'Total at the last read of the day. null: not read on that day; platforms give no past totals.';

create view published.social_accounts as
select connection_id, social_account_id, platform, username, name, followers,
  connection_id = any ((select metrics.counted_connections('social_accounts'))::uuid[])
    and (connection_id || '/' || social_account_id) <> all ((select metrics.uncounted_accounts('social_accounts'))::text[]) as counts
from social_accounts;
comment on view published.social_accounts is 'Accounts on social networks with their latest total of followers.';

create view published.social_posts as
select connection_id, social_account_id, post_id, platform, posted_at, type, caption, permalink, likes, comments, shares, saves, reach,
  impressions, engagements, vanished_at,
  connection_id = any ((select metrics.counted_connections('social_posts'))::uuid[])
    and (connection_id || '/' || social_account_id) <> all ((select metrics.uncounted_accounts('social_posts'))::text[]) as counts
from social_posts;
comment on view published.social_posts is 'Posts with their latest counts. Reach of several posts does not add up.';
comment on column published.social_posts.vanished_at is 'When the platform was found not to have the post any more.';

create view published.social_stories as
select connection_id, social_account_id, story_id, platform, posted_at, type, caption, permalink, reach, impressions, engagements, replies,
  shares,
  connection_id = any ((select metrics.counted_connections('social_stories'))::uuid[])
    and (connection_id || '/' || social_account_id) <> all ((select metrics.uncounted_accounts('social_stories'))::text[]) as counts
from social_stories;
comment on view published.social_stories is 'Stories with the counts that were last read within their 24 hours.';
alter view published.social_accounts owner to tablero_views;
alter view published.social_posts owner to tablero_views;
alter view published.social_stories owner to tablero_views;
revoke create on schema published from tablero_views;
grant select on published.social_accounts, published.social_posts, published.social_stories to tablero_sql;
