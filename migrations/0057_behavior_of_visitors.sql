-- Behavior analytics: clicks, scrolls and errors of visits.
create table behavior_daily (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  account_id    text not null,
  date          date not null,
  device        text not null,
  sessions      bigint not null,
  bot_sessions  bigint,
  users         bigint,
  page_views    numeric(20, 6),
  scroll_weighted numeric(24, 6),
  active_seconds numeric(24, 6),
  total_seconds numeric(24, 6),
  dead_clicks   bigint,
  rage_clicks   bigint,
  quick_backs   bigint,
  excessive_scrolls bigint,
  script_errors bigint,
  error_clicks  bigint,
  dead_click_sessions numeric(20, 6),
  rage_click_sessions numeric(20, 6),
  quick_back_sessions numeric(20, 6),
  excessive_scroll_sessions numeric(20, 6),
  script_error_sessions numeric(20, 6),
  error_click_sessions numeric(20, 6),
  ended_at      timestamptz not null,
  is_final      boolean not null default true,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, account_id, date, device),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('behavior_daily');
create index on behavior_daily (org_id, date);
comment on table  behavior_daily is 'What visitors did on the pages of a site, by day and kind of device. null: the platform did not say.';
comment on column behavior_daily.date is 'Day in UTC.';
comment on column behavior_daily.device is 'mobile, desktop, tablet, tv or other.';
comment on column behavior_daily.sessions is 'Visits of people. Visits of bots are separate.';
comment on column behavior_daily.users is 'Distinct people of the day on this kind of device; days and devices do not add up.';
comment on column behavior_daily.page_views is 'Pages of a visit, as the platform rounds them, times visits.';
comment on column behavior_daily.scroll_weighted is 'Average scroll depth in percent of the page, times visits.';
comment on column behavior_daily.active_seconds is 'Average time with activity, times visits.';
comment on column behavior_daily.total_seconds is 'Average time on the site, times visits.';
comment on column behavior_daily.dead_clicks is 'Clicks without an effect.';
comment on column behavior_daily.rage_clicks is 'Quick repeated clicks on the same place.';
comment on column behavior_daily.quick_backs is 'Returns to the page before, within seconds.';
comment on column behavior_daily.error_clicks is 'Clicks that were followed by a script error.';
comment on column behavior_daily.dead_click_sessions is 'Visits with dead clicks: the platform''s rounded share, times visits. The columns for the other signals are alike.';
comment on column behavior_daily.ended_at is 'End of the 24 hours that the row counts.';
comment on column behavior_daily.is_final is 'False: the 24 hours are not those of the day, because the day was read late. The platform does not give its hours any more.';

create table behavior_page_daily (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  account_id    text not null,
  date          date not null,
  page          text not null,
  sessions      bigint not null,
  bot_sessions  bigint,
  users         bigint,
  page_views    numeric(20, 6),
  scroll_weighted numeric(24, 6),
  active_seconds numeric(24, 6),
  total_seconds numeric(24, 6),
  dead_clicks   bigint,
  rage_clicks   bigint,
  quick_backs   bigint,
  excessive_scrolls bigint,
  script_errors bigint,
  error_clicks  bigint,
  dead_click_sessions numeric(20, 6),
  rage_click_sessions numeric(20, 6),
  quick_back_sessions numeric(20, 6),
  excessive_scroll_sessions numeric(20, 6),
  script_error_sessions numeric(20, 6),
  error_click_sessions numeric(20, 6),
  quality       text not null default '',
  ended_at      timestamptz not null,
  is_final      boolean not null default true,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, account_id, date, page),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('behavior_page_daily');
create index on behavior_page_daily (org_id, date);
comment on table  behavior_page_daily is 'What visitors did on each page of a site, by day. A visit counts on each of its pages, so pages do not add up to the site.';
comment on column behavior_page_daily.page is 'Address of the page without its query.';
comment on column behavior_page_daily.users is 'Distinct people of the day on this page. null: not known, or the page had several addresses.';
comment on column behavior_page_daily.quality is 'truncated: the platform gave its first 1,000 rows only, so pages with few visits are missing.';
comment on column behavior_page_daily.ended_at is 'End of the 24 hours that the row counts.';
comment on column behavior_page_daily.is_final is 'False: the 24 hours are not those of the day, because the day was read late.';

-- ---- sources of query_data -------------------------------------------------------------------------------------------------
create view metrics.behavior_days with (security_invoker = true) as
select d.org_id, d.connection_id, d.date, d.account_id, a.name as account, d.device, case when d.is_final then '' else 'other_hours' end as quality,
  d.sessions, d.bot_sessions, d.page_views, d.scroll_weighted, d.active_seconds, d.total_seconds,
  d.dead_clicks, d.rage_clicks, d.quick_backs, d.excessive_scrolls, d.script_errors, d.error_clicks,
  d.dead_click_sessions, d.rage_click_sessions, d.quick_back_sessions, d.excessive_scroll_sessions, d.script_error_sessions,
  d.error_click_sessions
from behavior_daily d
left join connection_accounts a on a.org_id = d.org_id and a.connection_id = d.connection_id and a.account_id = d.account_id;
comment on view metrics.behavior_days is 'What visitors did on a site, by kind of device.';

create view metrics.behavior_pages with (security_invoker = true) as
select d.org_id, d.connection_id, d.date, d.account_id, a.name as account, d.page, concat_ws(' ', nullif(d.quality, ''), case when not d.is_final then 'other_hours' end) as quality,
  d.sessions as page_sessions, d.scroll_weighted as page_scroll_weighted,
  d.dead_clicks as page_dead_clicks, d.rage_clicks as page_rage_clicks, d.quick_backs as page_quick_backs,
  d.excessive_scrolls as page_excessive_scrolls, d.script_errors as page_script_errors, d.error_clicks as page_error_clicks
from behavior_page_daily d
left join connection_accounts a on a.org_id = d.org_id and a.connection_id = d.connection_id and a.account_id = d.account_id;
comment on view metrics.behavior_pages is 'What visitors did on each page of a site.';

grant select on metrics.behavior_days, metrics.behavior_pages to tablero_app, tablero_work;

insert into metric_sources (rank, source, title, description, relations, platforms, tables) values
  (22, 'behavior', 'Behavior analytics', 'What visitors did on the pages of the site: clicks without effect, scrolling, script errors. Days are those of UTC.',
    '{behavior_days,behavior_pages}', '{heat_a}', '{behavior_daily,behavior_page_daily}');

insert into metric_dimensions (source, dimension, column_name, type, description)
select 'behavior', d.* from (values
  ('date', 'date', 'day', 'Day of the platform.'),
  ('week', 'date', 'week', 'Week, named by its Monday.'),
  ('month', 'date', 'month', 'Month, named by its first day.'),
  ('account', 'account', 'text', 'Name of the account.')) d (dimension, column_name, type, description);
insert into metric_dimensions (source, dimension, column_name, type, description) values
  ('behavior', 'device', 'device', 'text', 'mobile, desktop, tablet, tv or other.'),
  ('behavior', 'page', 'page', 'text', 'Address of the page without its query; for the metrics that begin with page_.');

insert into metric_definitions (source, metric, kind, unit, column_name, numerator, denominator, description) values
  ('behavior', 'visits', 'sum', 'count', 'sessions', null, null, 'Visits of people.'),
  ('behavior', 'bot_visits', 'sum', 'count', 'bot_sessions', null, null, 'Visits of bots.'),
  ('behavior', 'pages_per_visit', 'ratio', 'ratio', null, 'page_views', 'sessions', 'Pages of a visit.'),
  ('behavior', 'scroll_depth', 'ratio', 'ratio', null, 'scroll_weighted', 'sessions', 'Average part of the page that visitors saw, in percent, weighted by visits.'),
  ('behavior', 'active_seconds_per_visit', 'ratio', 'ratio', null, 'active_seconds', 'sessions', 'Seconds with activity of a visit.'),
  ('behavior', 'seconds_per_visit', 'ratio', 'ratio', null, 'total_seconds', 'sessions', 'Seconds of a visit.'),
  ('behavior', 'dead_clicks', 'sum', 'count', 'dead_clicks', null, null, 'Clicks without an effect.'),
  ('behavior', 'rage_clicks', 'sum', 'count', 'rage_clicks', null, null, 'Quick repeated clicks on the same place.'),
  ('behavior', 'quick_backs', 'sum', 'count', 'quick_backs', null, null, 'Returns to the page before, within seconds.'),
  ('behavior', 'excessive_scrolls', 'sum', 'count', 'excessive_scrolls', null, null, 'Times that visitors scrolled more than usual, as if searching.'),
  ('behavior', 'script_errors', 'sum', 'count', 'script_errors', null, null, 'Script errors of visits.'),
  ('behavior', 'error_clicks', 'sum', 'count', 'error_clicks', null, null, 'Clicks that were followed by a script error.'),
  ('behavior', 'dead_click_rate', 'ratio', 'ratio', null, 'dead_click_sessions', 'sessions', 'Share of visits with dead clicks.'),
  ('behavior', 'rage_click_rate', 'ratio', 'ratio', null, 'rage_click_sessions', 'sessions', 'Share of visits with rage clicks.'),
  ('behavior', 'quick_back_rate', 'ratio', 'ratio', null, 'quick_back_sessions', 'sessions', 'Share of visits with quick backs.'),
  ('behavior', 'excessive_scroll_rate', 'ratio', 'ratio', null, 'excessive_scroll_sessions', 'sessions', 'Share of visits with excessive scrolling.'),
  ('behavior', 'script_error_rate', 'ratio', 'ratio', null, 'script_error_sessions', 'sessions', 'Share of visits with script errors.'),
  ('behavior', 'error_click_rate', 'ratio', 'ratio', null, 'error_click_sessions', 'sessions', 'Share of visits with error clicks.'),
  ('behavior', 'page_visits', 'sum', 'count', 'page_sessions', null, null, 'Visits of a page. A visit counts on each of its pages, so pages do not add up to visits.'),
  ('behavior', 'page_scroll_depth', 'ratio', 'ratio', null, 'page_scroll_weighted', 'page_sessions', 'Average part of the page that visitors saw, in percent, weighted by visits.'),
  ('behavior', 'page_dead_clicks', 'sum', 'count', 'page_dead_clicks', null, null, 'Clicks without an effect on a page.'),
  ('behavior', 'page_rage_clicks', 'sum', 'count', 'page_rage_clicks', null, null, 'Quick repeated clicks on the same place of a page.'),
  ('behavior', 'page_quick_backs', 'sum', 'count', 'page_quick_backs', null, null, 'Returns from a page within seconds.'),
  ('behavior', 'page_excessive_scrolls', 'sum', 'count', 'page_excessive_scrolls', null, null, 'Times that visitors scrolled a page more than usual.'),
  ('behavior', 'page_script_errors', 'sum', 'count', 'page_script_errors', null, null, 'Script errors on a page.'),
  ('behavior', 'page_error_clicks', 'sum', 'count', 'page_error_clicks', null, null, 'Clicks on a page that were followed by a script error.');

-- ---- the same by SQL -------------------------------------------------------------------------------------------------------
grant create on schema published to tablero_views;
grant select on behavior_daily, behavior_page_daily
  to tablero_views;

do $$
declare
  t record;
begin
  for t in select * from (values
    ('behavior_daily', 'account_id, date, device, sessions, bot_sessions, users, page_views, scroll_weighted, active_seconds, total_seconds, dead_clicks, rage_clicks, quick_backs, excessive_scrolls, script_errors, error_clicks, dead_click_sessions, rage_click_sessions, quick_back_sessions, excessive_scroll_sessions, script_error_sessions, error_click_sessions, ended_at, is_final',
      'Behavior of visitors by UTC day and kind of device. Divide scroll_weighted and the seconds by sessions. Users do not add up.'),
    ('behavior_page_daily', 'account_id, date, page, sessions, bot_sessions, users, page_views, scroll_weighted, active_seconds, total_seconds, dead_clicks, rage_clicks, quick_backs, excessive_scrolls, script_errors, error_clicks, dead_click_sessions, rage_click_sessions, quick_back_sessions, excessive_scroll_sessions, script_error_sessions, error_click_sessions, quality, ended_at, is_final',
      'Behavior of visitors by UTC day and page. A visit counts on each of its pages.')
  ) v (name, columns, about) loop
    execute format($view$create view published.%1$I as select connection_id, %2$s,
      connection_id = any ((select metrics.counted_connections(%1$L))::uuid[])
        and (connection_id || '/' || account_id) <> all ((select metrics.uncounted_accounts(%1$L))::text[]) as counts
      from %1$I$view$, t.name, t.columns);
    execute format('comment on view published.%I is %L', t.name, t.about);
    execute format('comment on column published.%I.counts is %L', t.name, 'Figures of other tools include the row.');
    execute format('alter view published.%I owner to tablero_views', t.name);
    execute format('grant select on published.%I to tablero_sql', t.name);
  end loop;
end $$;
revoke create on schema published from tablero_views;
