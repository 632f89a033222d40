// Queries that must be answered: those in documents, and typical ones for the tables and columns.
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { query } from '#tools/query/index.ts'
import { marketers_statements } from './marketers_statements.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Statements shown to callers: the tool's own example, and every `"sql": "…"`, `tablero sql "…"` and ```sql of the documents. */
export async function documented(): Promise<string[]> {
  const found = new Set([(query.tools.run_readonly_sql!.example as { sql: string }).sql])
  for await (const page of glob(['*.md', 'docs/**/*.{md,json}'], { cwd: ROOT })) {
    const text = await readFile(join(ROOT, page), 'utf8')
    for (const [, quoted] of text.matchAll(/"sql":\s*("(?:[^"\\]|\\.)*")/g)) found.add(JSON.parse(quoted!))
    for (const [, quoted] of text.matchAll(/tablero sql "([^"\n]+)"/g)) found.add(quoted!)
    for (const [, block] of text.matchAll(/```sql\n(.*?)```/gs)) found.add(block!)
  }
  return [...found]
}

/** Statements that follow from the descriptions of the tool, its tables and its columns. */
export const allowed_statements = [
  ...marketers_statements,
  'select count(*) from store_orders where not is_voided and not is_test',
  'select order_number, ordered_at, total, currency from store_orders order by ordered_at desc limit 5;',
  `select s.store_name, o.currency, count(*) as orders, round(sum(o.total), 2) as revenue
     from store_orders o join store_connections s on s.store_connection_id = o.store_connection_id
    where not o.is_voided and not o.is_test and o.ordered_at >= now() - interval '30 days'
    group by s.store_name, o.currency having count(*) > 0 order by revenue desc nulls last`,
  `select a.name as account, c.name, c.title, c.call_to_action from meta_ad_creatives c
     join ad_accounts a on a.connection_id = c.connection_id and a.account_id = c.account_id where c.status is distinct from 'X'`,
  `with daily as (select ordered_at::date as day, sum(total) as revenue from store_orders group by 1)
   select day, revenue, avg(revenue) over (order by day rows between 6 preceding and current row) as week from daily`,
  `select coalesce(utm_source, 'none') || ' / ' || coalesce(utm_medium, 'none') as source, count(*) as orders,
     count(distinct customer_id) as customers from store_orders group by 1 order by 2 desc limit 20`,
  `select case when customer_orders_count > 1 then 'returning' else 'new' end as who, count(*) as orders,
     percentile_cont(0.5) within group (order by total) as typical, percentile_disc(0.9) within group (order by total) as large
     from store_orders group by 1`,
  `select date_trunc('week', ordered_at) as week, extract(dow from ordered_at) as weekday, to_char(ordered_at, 'HH24') as hour
     from store_orders where utm_campaign ilike '%black%' or landing_page not like '%/blog/%'`,
  `select o.order_id, v ->> 'source' as source from store_orders o left join lateral jsonb_array_elements(o.journey) v on true`,
  `select order_id from store_orders where utm_source = any (array['google', 'bing']) or channel in ('web', 'app')`,
  `select split_part(landing_page, '?', 1) as page, concat_ws(' ', utm_source, utm_medium) as via from store_orders`,
  `select sum(total) filter (where discount > 0) * 100 / nullif(sum(total), 0) as discounted_percent from store_orders`,
  `select current_date as today, max(ordered_at) as last, age(max(ordered_at)) as since from store_orders`,
  `select currency, sum(total) as revenue from store_orders group by grouping sets ((currency), ())`,
  `select (o.ordered_at at time zone s.time_zone)::date as day, count(*) as orders
     from store_orders o join store_connections s using (store_connection_id) group by 1`,
  `with months as (select date_trunc('month', ordered_at) as month, to_char(ordered_at, 'Mon YYYY') as label, total from store_orders)
   select month::date as first_day, label, sum(total) as revenue from months group by 1, 2 order by 1`,
  `select (v.value ->> 'occurred_at')::timestamptz as seen, left(v.value ->> 'occurred_at', 10)::date as day
     from store_orders o, jsonb_array_elements(o.journey) v where v.value ->> 'occurred_at' is not null`,
  `select order_number || ' ' || currency || ' ' || total || ' ' || coalesce(utm_source, '') || ' ' || coalesce(utm_medium, '')
     || ' ' || coalesce(utm_campaign, '') || ' ' || coalesce(utm_term, '') || ' ' || coalesce(channel, '') as line from store_orders`,
  `with k as (select concat_ws('/', utm_source, utm_medium, utm_campaign) as source, total, ordered_at::date as day from store_orders),
     d as (select source, day, sum(total) as total from k group by 1, 2)
   select concat(source, ' on ', day) as what, upper(source) as source, total from d where source like 'google%' order by day::date`,
  `select o.order_id from store_orders o full join store_connections s using (store_connection_id)`,
  `select '2026-11-20 10:00'::timestamp at time zone 'America/Mexico_City' as at, make_date(2026, 1, 1) as first`,
]
