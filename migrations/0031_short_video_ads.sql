-- Short-video ads are a source of their own in the metric catalog. Their metrics are those of the other ad platforms.
insert into metric_sources (rank, source, title, description, relations, platforms, tables)
select rank, 'short_video_ads', 'Short-video ads',
  'Campaigns of the short-video platform. Conversions and their value are the purchases that the platform claims.',
  relations, '{tx_ads}', tables
from metric_sources where source = 'search_ads';

insert into metric_dimensions (source, dimension, column_name, type, description)
select 'short_video_ads', dimension, column_name, type, description from metric_dimensions where source = 'search_ads';

insert into metric_definitions (source, metric, kind, unit, column_name, numerator, denominator, description)
select 'short_video_ads', metric, kind, unit, column_name, numerator, denominator, description
from metric_definitions where source = 'search_ads';
