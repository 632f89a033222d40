-- Web analytics, organic search, organic social.
create table web_daily (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  property_id   text not null,
  date          date not null,
  currency      char(3) not null,
  sessions      bigint not null,
  users         bigint not null,
  new_users     bigint not null,
  engaged_sessions bigint not null,
  page_views    bigint not null,
  conversions   numeric(20, 6) not null,
  purchases     bigint not null,
  revenue_micros bigint not null,
  is_sampled    boolean not null default false,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, property_id, date),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('web_daily');
create index on web_daily (org_id, date);
comment on table  web_daily is 'Web analytics of a property, one row a day.';
comment on column web_daily.users is 'Distinct users of the day; days and sources do not add up.';
comment on column web_daily.is_sampled is 'The platform sampled, thresholded or folded rows in this answer.';

create table web_source_daily (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  property_id   text not null,
  date          date not null,
  source        text not null,
  medium        text not null,
  channel       text not null,
  campaign      text not null,
  currency      char(3) not null,
  sessions      bigint not null,
  users         bigint not null,
  new_users     bigint not null,
  engaged_sessions bigint not null,
  conversions   numeric(20, 6) not null,
  purchases     bigint not null,
  revenue_micros bigint not null,
  is_sampled    boolean not null default false,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, property_id, date, source, medium, channel, campaign),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('web_source_daily');
create index on web_source_daily (org_id, date);
comment on table web_source_daily is 'Web analytics by day and traffic source.';

create table seo_daily (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  site_url      text not null,
  date          date not null,
  clicks        bigint not null,
  impressions   bigint not null,
  position_weighted numeric(24, 6) not null,
  is_final      boolean not null default true,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, site_url, date),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('seo_daily');
create index on seo_daily (org_id, date);
comment on table  seo_daily is 'Organic search of a site, one row a day.';
comment on column seo_daily.position_weighted is 'Average position times impressions: sums divided by impressions give the average of any set of rows.';

create table seo_query_daily (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  site_url      text not null,
  date          date not null,
  query         text not null,
  clicks        bigint not null,
  impressions   bigint not null,
  position_weighted numeric(24, 6) not null,
  is_final      boolean not null default true,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, site_url, date, query),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('seo_query_daily');
create index on seo_query_daily (org_id, date);
comment on table seo_query_daily is 'Organic search by query. The platform hides rare queries, so the sum stays below seo_daily.';

create table seo_page_daily (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  site_url      text not null,
  date          date not null,
  page          text not null,
  clicks        bigint not null,
  impressions   bigint not null,
  position_weighted numeric(24, 6) not null,
  is_final      boolean not null default true,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, site_url, date, page),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('seo_page_daily');
create index on seo_page_daily (org_id, date);
comment on table seo_page_daily is 'Organic search by landing page.';

create table social_accounts (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  social_account_id text not null,
  platform      text not null,
  username      text not null,
  name          text,
  followers     bigint,
  picture_url   text,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, social_account_id),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('social_accounts');
comment on table social_accounts is 'Organic social accounts.';

create table social_daily (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  social_account_id text not null,
  date          date not null,
  platform      text not null,
  followers     bigint,
  reach         bigint,
  impressions   bigint,
  engagements   bigint,
  profile_views bigint,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, social_account_id, date),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('social_daily');
create index on social_daily (org_id, date);
comment on table  social_daily is 'Organic social figures of an account, one row a day.';
comment on column social_daily.followers is 'Count at the end of the day; null when the platform did not say.';

create table social_posts (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  social_account_id text not null,
  post_id       text not null,
  platform      text not null,
  posted_at     timestamptz not null,
  type          text,
  caption       text,
  permalink     text,
  likes         bigint,
  comments      bigint,
  shares        bigint,
  saves         bigint,
  reach         bigint,
  impressions   bigint,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, social_account_id, post_id),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('social_posts');
create index on social_posts (org_id, posted_at desc);
comment on table social_posts is 'Organic posts with their latest counts.';
