-- A platform can leave out what it claims for a line. This is not known, and no zero. The parts of campaigns have such columns already.
alter table campaign_daily alter column conversions drop not null, alter column conversion_value_micros drop not null;
alter table ad_group_daily alter column conversions drop not null, alter column conversion_value_micros drop not null;
alter table ad_daily alter column conversions drop not null, alter column conversion_value_micros drop not null;
alter table search_term_daily alter column conversions drop not null, alter column conversion_value_micros drop not null;
comment on column campaign_daily.conversions is 'Conversions the platform claims; search ads counts fractions. null: the platform does not say.';
comment on column campaign_daily.conversion_value_micros is 'Sales value the platform claims; claims of several platforms overlap. null: the platform does not say.';
