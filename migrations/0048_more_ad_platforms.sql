-- Pictures of ads, where the platform has an address for them. Some addresses end after weeks, and each read stores the present one.
alter table ads add column thumbnail_url text;
comment on column ads.thumbnail_url is 'Address of the picture when the row was read (synced_at). Some platforms end it after some time.';

-- Each ad platform is a source of its own in the metric catalog, with the metrics of the others. These give no figures by country or device.
insert into metric_sources (rank, source, title, description, relations, platforms, tables)
select s.rank, m.source, m.title, m.description, '{campaigns,ad_groups,ads}', m.platforms, '{campaign_daily,ad_group_daily,ad_daily}'
from metric_sources s, (values
  ('network_ads', 'Professional network ads', '{net_c_ads}'::text[],
   'Campaigns of the professional network. Conversions are those on the site and forms that people sent.'),
  ('micro_blog_ads', 'Micro-blog ads', '{net_d_ads}',
   'Campaigns of the micro-blog platform. Conversions and their value are the purchases on the site that the platform claims.'),
  ('marketplace_ads', 'Marketplace B ads', '{mpb_ads}',
   'Campaigns in marketplace B, of products, brands and displays. Conversions and their value are purchases within 14 days of a click.')
) m (source, title, platforms, description)
where s.source = 'search_ads';

insert into metric_dimensions (source, dimension, column_name, type, description)
select m.source, d.dimension, d.column_name, d.type, d.description
from metric_dimensions d, unnest('{network_ads,micro_blog_ads,marketplace_ads}'::text[]) m (source)
where d.source = 'search_ads' and d.dimension not in ('country', 'device');

insert into metric_definitions (source, metric, kind, unit, column_name, numerator, denominator, description)
select m.source, d.metric, d.kind, d.unit, d.column_name, d.numerator, d.denominator, d.description
from metric_definitions d, unnest('{network_ads,micro_blog_ads,marketplace_ads}'::text[]) m (source)
where d.source = 'search_ads';
