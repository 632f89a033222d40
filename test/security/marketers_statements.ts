// Questions of marketers as they would be written by people and agents that know the catalog of columns, and nothing of the checks.
export const marketers_statements = [
  `select platform, sum(spend) as spend, sum(conversion_value) / nullif(sum(spend), 0) as roas from campaign_daily
     where counts and date >= current_date - 30 group by platform order by spend desc`,
  `select c.name as campaign, sum(d.spend) spend, sum(d.clicks) clicks, round(sum(d.spend) / nullif(sum(d.clicks), 0), 2) cpc
     from campaign_daily d join ad_campaigns c using (connection_id, account_id, campaign_id)
    where d.counts and d.date between current_date - 14 and current_date - 1 group by c.name order by 2 desc limit 10`,
  `with spend as (select date, sum(spend) as spend from campaign_daily where counts group by date),
        revenue as (select ordered_at::date as date, sum(total) as revenue from store_orders where counts group by 1)
   select r.date, r.revenue, s.spend, round(r.revenue / nullif(s.spend, 0), 2) as mer
     from revenue r left join spend s on s.date = r.date order by r.date desc limit 60`,
  `with spend as (select date, sum(spend) as spend from campaign_daily where counts group by 1) select spend.date, spend.spend from spend`,
  `with weekly as (select date_trunc('week', date)::date as week, sum(sessions) as sessions from web_daily where counts group by 1)
   select w.week, w.sessions, lag(w.sessions) over (order by w.week) as before,
     round(100.0 * (w.sessions - lag(w.sessions) over (order by w.week)) / nullif(lag(w.sessions) over (order by w.week), 0), 1) as change
     from weekly w order by w.week`,
  `select utm_source, utm_medium, count(*) as orders, sum(total) as revenue, avg(total) as aov from store_orders
     where counts and utm_source is not null group by utm_source, utm_medium having count(*) >= 1 order by revenue desc`,
  `select l.title, sum(l.quantity) as units, sum(l.total) as revenue from store_order_lines l
     join store_orders o on o.store_connection_id = l.store_connection_id and o.order_id = l.order_id
    where l.counts and o.ordered_at > now() - interval '90 days' group by l.title order by units desc limit 20`,
  `select o.order_number, o.total, coalesce(r.refunded, 0) as refunded from store_orders o left join
     (select order_id, sum(amount) as refunded from store_refunds where counts group by order_id) r on r.order_id = o.order_id
    where o.counts order by refunded desc limit 25`,
  `select d.day, d.count from (select ordered_at::date as day, count(*) from store_orders group by 1) d order by d.day`,
  `select d.platform, d.sum, d.avg, d.max from (select platform, sum(spend), avg(spend), max(spend) from campaign_daily group by platform) d`,
  `select x.coalesce, x.round from (select coalesce(utm_source, 'direct'), round(avg(total), 2) from store_orders group by 1) x`,
  `select x.case, count(*) from (select case when total > 1000 then 'large' else 'small' end from store_orders) x group by x.case`,
  `select t.current_date, t.total, t.text from (select current_date::date, total::int, '1'::text from store_orders) t limit 3`,
  `select query, sum(clicks) as clicks, sum(impressions) as impressions, sum(position_weighted) / nullif(sum(impressions), 0) as position
     from seo_query_daily where counts group by query order by clicks desc limit 50`,
  `select q.query from seo_query_daily q where q.query ilike '%zapatos%' group by q.query`,
  `select split_part(page, '?', 1) as page, sum(clicks) as clicks from seo_page_daily where counts group by 1 order by clicks desc limit 10`,
  `select customer_id, count(*) as orders, sum(total) as spent, min(ordered_at) as first, max(ordered_at) as last from store_orders
     where counts and customer_id is not null group by customer_id having count(*) > 1 order by spent desc limit 100`,
  `with first as (select customer_id, min(ordered_at) as first_at from store_orders where counts group by customer_id)
   select date_trunc('month', f.first_at)::date as cohort, count(distinct f.customer_id) as customers, sum(o.total) as revenue
     from first f join store_orders o on o.customer_id = f.customer_id where o.counts group by 1 order by 1`,
  `select name, subject, sent_at, delivered, round(100.0 * opens / nullif(delivered, 0), 1) as open_rate,
     round(100.0 * clicks / nullif(delivered, 0), 1) as click_rate, revenue from email_campaigns where counts order by sent_at desc nulls last limit 15`,
  `select count(*) filter (where completed_at is null) as abandoned, count(*) as started,
     round(100.0 * count(*) filter (where completed_at is null) / nullif(count(*), 0), 1) as abandonment from checkouts where counts`,
  `select extract(isodow from ordered_at) as weekday, extract(hour from ordered_at) as hour, count(*) from store_orders
     where counts group by weekday, hour order by weekday, hour`,
  `select channel, sum(sessions) as sessions, sum(purchases) as purchases, sum(revenue) as revenue from web_source_daily
     where counts group by channel order by sessions desc`,
  `select date, sum(clicks) as clicks, avg(sum(clicks)) over (order by date rows between 6 preceding and current row) as week
     from seo_daily where counts group by date order by date`,
  `select platform, date, spend, rank() over (partition by date order by spend desc) as place from
     (select platform, date, sum(spend) as spend from campaign_daily where counts group by platform, date) ranked order by date desc, place`,
  `select order_id from store_orders where order_id not in (select order_id from store_refunds) limit 10`,
  `select c.campaign_id, c.name from ad_campaigns c where not exists (select 1 from campaign_daily d where d.campaign_id = c.campaign_id
     and d.connection_id = c.connection_id and d.spend > 0)`,
  `select distinct customer_id from store_orders where utm_source = 'google' and customer_id in
     (select customer_id from store_orders where utm_source = 'facebook')`,
  `select s.store_name, o.currency, sum(o.total) from store_orders o join store_connections s using (store_connection_id) group by 1, 2`,
  `select v.value ->> 'source' as source, count(*) from store_orders o cross join lateral jsonb_array_elements(o.journey) v group by 1`,
  `select o.order_number, step.value ->> 'source' as source, step.ordinality from store_orders o,
     jsonb_array_elements(o.journey) with ordinality step order by o.order_number, step.ordinality`,
  `select o.order_id, last.total from store_orders o left join lateral
     (select x.total from store_orders x where x.customer_id = o.customer_id and x.ordered_at < o.ordered_at order by x.ordered_at desc limit 1) last on true`,
  `select m.month, m.orders, m.revenue from (select to_char(ordered_at, 'YYYY-MM') as month, count(*) as orders, sum(total) as revenue
     from store_orders where counts group by 1) as m(month, orders, revenue) order by m.month`,
  `select kind, amount from (values ('a', 1), ('b', 2)) as t(kind, amount) where t.amount > 1`,
  `select v.column1, v.column2 from (values ('2026-01-01'::date, 10), ('2026-02-01'::date, 20)) v order by v.column1`,
  `select 'ads' as kind, sum(spend) as amount from campaign_daily where counts
   union all select 'refunds', sum(amount) from store_refunds where counts order by amount desc nulls last`,
  `select u.kind, u.amount from (select 'ads' as kind, sum(spend) as amount from campaign_daily union select 'tax', sum(tax) from store_orders) u`,
  `with ads as (select platform, sum(spend) as spend from campaign_daily where counts group by platform),
        total as (select sum(spend) as all_spend from ads)
   select ads.platform, ads.spend, round(100 * ads.spend / nullif(total.all_spend, 0), 1) as share from ads cross join total`,
  `select sum(d.spend * m.per_eur / p.per_eur) as spend_mxn from campaign_daily d join fx_rates p on p.currency = d.currency and p.date = d.date
     join fx_rates m on m.currency = 'MXN' and m.date = d.date where d.counts`,
  `select a.name, a.currency, sum(d.spend) from ad_accounts a natural join campaign_daily d group by a.name, a.currency`,
  `select j.order_id, j.store_name from (store_orders o join store_connections s using (store_connection_id)) as j limit 5`,
  `select percentile_cont(0.5) within group (order by total) as median, percentile_cont(0.9) within group (order by total) as p90 from store_orders where counts`,
  `select total as q, total as o from store_orders o`,
  `select q.q from (select count(*) as q from store_orders) q`,
  `select revenue from (select sum(total) as revenue from store_orders where counts) revenue`,
  `select country, count(*) as contacts from contacts where counts group by country order by contacts desc`,
  `select stream, min(covered_from) as since, max(covered_until) as until from coverage where counts group by stream`,
  `select case when d.spend > (select avg(e.spend) from campaign_daily e where e.campaign_id = d.campaign_id) * 2 then 'peak' else 'usual' end as day_kind,
     count(*) from campaign_daily d where d.counts group by 1`,
  `(select campaign_id, sum(spend) as spend from campaign_daily group by 1 order by spend desc limit 3)
   union all (select campaign_id, sum(spend) from campaign_daily group by 1 order by 2 limit 3)`,
  `select utm_campaign from store_orders except select name from ad_campaigns order by 1`,
  `select platform, sum(revenue) over (partition by platform order by date) as running from email_campaign_daily where counts order by date`,
]
