-- Events of a shop's funnel in web analytics, and scans of the speed of pages.
create table web_event_daily (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  property_id   text not null,
  date          date not null,
  event_name    text not null,
  events        bigint not null,
  users         bigint not null,
  is_sampled    boolean not null default false,
  quality       text not null default '',
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, property_id, date, event_name),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('web_event_daily');
create index on web_event_daily (org_id, date);
comment on table  web_event_daily is 'Events of the funnel of a shop by day: view_item, add_to_cart, begin_checkout and purchase.';
comment on column web_event_daily.event_name is 'Name of the event, as the platform calls it.';
comment on column web_event_daily.events is 'How often the event happened. One visit can have the event several times, or without the step before.';
comment on column web_event_daily.users is 'Distinct users of the day with the event; days, events and properties do not add up.';
comment on column web_event_daily.quality is 'Why figures are not exact, as in web_daily.';

create view metrics.web_events with (security_invoker = true) as
select org_id, connection_id, date, property_id as property, event_name as event, events, quality from web_event_daily;
comment on view metrics.web_events is 'Web analytics by event of the funnel.';
grant select on metrics.web_events to tablero_app, tablero_work;

update metric_sources set relations = relations || '{web_events}', tables = tables || '{web_event_daily}'
where source = 'web_analytics';
insert into metric_dimensions (source, dimension, column_name, type, description) values
  ('web_analytics', 'event', 'event', 'text', 'Event of the funnel: view_item, add_to_cart, begin_checkout or purchase; for the metric events.');
insert into metric_definitions (source, metric, kind, unit, column_name, numerator, denominator, description) values
  ('web_analytics', 'events', 'sum', 'count', 'events', null, null,
    'Events of the funnel: view_item, add_to_cart, begin_checkout and purchase. Ask by event, because a sum over events says little.');

grant create on schema published to tablero_views;
grant select on web_event_daily to tablero_views;
create view published.web_event_daily as
select connection_id, property_id, date, event_name, events, users, is_sampled,
  connection_id = any ((select metrics.counted_connections('web_event_daily'))::uuid[])
    and (connection_id || '/' || property_id) <> all ((select metrics.uncounted_accounts('web_event_daily'))::text[]) as counts
from web_event_daily;
comment on view published.web_event_daily is 'Events of the funnel by day: view_item, add_to_cart, begin_checkout, purchase. Users do not add up.';
comment on column published.web_event_daily.counts is 'Figures of other tools include the row.';
alter view published.web_event_daily owner to tablero_views;
revoke create on schema published from tablero_views;
grant select on published.web_event_daily to tablero_sql;

-- ---- page scans ------------------------------------------------------------------------------------------------------------
create table page_scans (
  org_id         uuid not null default current_org() references orgs on delete cascade,
  scan_id        uuid not null default uuid_v7(),
  url            text not null check (length(url) <= 2000),
  final_url      text check (length(final_url) <= 2000),
  device         text not null check (device in ('mobile', 'desktop')),
  method         text not null check (method in ('pagespeed', 'lighthouse')),
  version        text check (length(version) <= 100),
  failure        text check (length(failure) <= 100),
  failure_detail text check (length(failure_detail) <= 500),
  performance    smallint check (performance between 0 and 100),
  lab_lcp_ms     numeric(20, 3) check (lab_lcp_ms >= 0),
  lab_cls        numeric(20, 6) check (lab_cls >= 0),
  lab_ttfb_ms    numeric(20, 3) check (lab_ttfb_ms >= 0),
  field_of       text check (field_of in ('page', 'origin')),
  field_lcp_ms   integer check (field_lcp_ms >= 0),
  field_cls      numeric(20, 2) check (field_cls >= 0),
  field_ttfb_ms  integer check (field_ttfb_ms >= 0),
  field_inp_ms   integer check (field_inp_ms >= 0),
  scanned_at     timestamptz not null default now(),
  primary key (org_id, scan_id)
);
call protect('page_scans');
create index on page_scans (org_id, scanned_at desc, scan_id desc);
create index on page_scans (org_id, url, scanned_at desc);
comment on table  page_scans is 'Scans of the speed of pages that the organization asked for. null: not measured.';
comment on column page_scans.url is 'Address that was asked for, without its fragment.';
comment on column page_scans.final_url is 'Address after redirects.';
comment on column page_scans.method is 'pagespeed: PageSpeed Insights. lighthouse: Lighthouse in a browser of this installation.';
comment on column page_scans.version is 'Version of Lighthouse that measured.';
comment on column page_scans.failure is 'Why the scan has no figures. null: it has.';
comment on column page_scans.failure_detail is 'Code or answer of the program that measured, when the scan failed.';
comment on column page_scans.performance is 'Score of the lab load, 0 to 100.';
comment on column page_scans.lab_lcp_ms is 'Largest contentful paint of one load in the lab.';
comment on column page_scans.lab_cls is 'Cumulative layout shift of one load in the lab.';
comment on column page_scans.lab_ttfb_ms is 'Time of the server until the first byte of the document, in the lab.';
comment on column page_scans.field_of is 'Whose visitors the field figures describe: the page''s, or those of its whole origin when the page has too few. null: none.';
comment on column page_scans.field_lcp_ms is 'Largest contentful paint of visitors in Chrome: the percentile that the service gives. The other field columns are alike.';
comment on column page_scans.field_cls is 'Cumulative layout shift of visitors. The service gives it times 100; it is stored divided.';
