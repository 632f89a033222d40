-- Results of a broadcast come on later days than its delivery, so a rate of days divides other emails than it counts. The rates are now
-- of broadcasts: opens and clicks so far, divided by what the same broadcasts delivered, on the day of sending.
create view metrics.broadcasts with (security_invoker = true) as
select connection_id, sent_at as at, (sent_at at time zone (select metrics.org_time_zone()))::date as date, platform, campaign_id,
  name as campaign, subject, delivered as broadcast_delivered, opens as broadcast_opens, clicks as broadcast_clicks, org_id
from email_campaigns
where status = 'sent';
comment on view metrics.broadcasts is 'Sent broadcasts with their results so far, on the day of sending.';

create view metrics.broadcast_names with (security_invoker = true) as
select org_id, connection_id, campaign_id, name as campaign, subject from email_campaigns;
comment on view metrics.broadcast_names is 'Names of broadcasts. A view, so that their table does not decide which days of the results by day are known.';
grant select on metrics.broadcasts, metrics.broadcast_names to tablero_app, tablero_work;

create or replace view metrics.email_days with (security_invoker = true) as
select d.connection_id, d.date, d.platform, d.currency, c.campaign, c.subject, d.delivered, d.opens, d.clicks,
  d.unsubscribes, d.conversions, d.revenue_micros, d.org_id
from email_campaign_daily d
left join metrics.broadcast_names c
  on c.org_id = d.org_id and c.connection_id = d.connection_id and c.campaign_id = d.campaign_id;

update metric_sources set relations = relations || '{broadcasts}', tables = tables || '{email_campaigns}',
  description = 'Broadcast emails. Sums are of the day on which results came in, and rates are of broadcasts by their day of sending.'
where source = 'email';
update metric_definitions set numerator = 'broadcast_opens', denominator = 'broadcast_delivered',
  description = 'Opens so far of the broadcasts sent on these days, divided by what the same broadcasts delivered.'
where source = 'email' and metric = 'open_rate';
update metric_definitions set numerator = 'broadcast_clicks', denominator = 'broadcast_delivered',
  description = 'Clicks so far of the broadcasts sent on these days, divided by what the same broadcasts delivered.'
where source = 'email' and metric = 'click_rate';
