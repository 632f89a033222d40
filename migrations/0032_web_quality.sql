-- Why figures of web analytics are not exact. Rows that were stored before say it at their next read.
alter table web_daily        add column quality text not null default '';
alter table web_source_daily add column quality text not null default '';
comment on column web_daily.quality is 'Why figures are not exact: sampled, thresholded, other_row, truncated, separated by spaces. Empty: they are.';
comment on column web_source_daily.quality is 'Why figures are not exact, as in web_daily. The row (other) has the sources that the platform does not name.';
comment on column web_daily.users is 'Distinct users of the day; days, sources and properties do not add up.';
