// Statements of callers whose answers are the same on every engine: the rows of each view, and each way to combine views.

/** A table of get_data_catalog. */
export interface SqlTable {
  table: string
  columns: readonly { column: string; type: string }[]
}

export const combined = [
  'select o.order_id, l.line_id, l.total from store_orders o join store_order_lines l using (store_connection_id, order_id) order by 1, 2',
  'select currency, counts, count(*) as orders, round(avg(total), 2) as typical from store_orders group by 1, 2 having count(*) > 0 order by 1, 2',
  `select platform, date, spend, sum(spend) over w as so_far, rank() over (order by spend desc, platform, date) as place
     from campaign_daily window w as (partition by platform order by date) order by 1, 2, 3`,
  `with days as (select ordered_at::date as day, sum(total) as revenue from store_orders group by 1),
     spent as materialized (select date, sum(spend) as spend from campaign_daily group by 1)
   select d.day, d.revenue, s.spend from days d full join spent s on s.date = d.day order by 1, 2, 3`,
  'select k.checkout_id, k.cart, o.order_number from checkouts k left join store_orders o on o.store_connection_id = k.connection_id order by 1, 2, 3',
  `select o.order_id, (select count(*) from store_refunds r where r.order_id = o.order_id) as refunds,
     exists (select 1 from store_order_lines l where l.order_id = o.order_id and l.quantity > 0) as has_lines from store_orders o order by 1`,
  'select o.order_id, f.per_eur from store_orders o left join fx_rates f on f.currency = o.currency and f.date = o.ordered_at::date order by 1, 2',
  'select currency from store_orders union select currency from ad_accounts except select currency from checkouts order by 1',
  'select n.name, x.days from connections n left join lateral (select count(*) as days from coverage c where c.connection_id = n.connection_id) x on true order by 1',
  "select order_id, v.value ->> 'source' as source from store_orders, jsonb_array_elements(coalesce(journey, '[]')) v order by 1, 2",
  'select date, currency, per_eur from fx_rates order by 1, 2',
  "select 1 as one, date_trunc('month', '2026-11-20'::timestamptz) as month",
  'select * from store_orders where false',
  // Refused alike, before and while PostgreSQL runs them.
  'select o.currency, s.currency from store_orders o, store_connections s',
  'select org_id from store_orders',
  'select nothing from store_orders',
  'select total / (total - total) as x from store_orders',
  'select * from contacts a, contacts b, contacts c where a.email is null',
]

/** All rows of each view, in the order of all columns. */
export const views_in_order = (tables: readonly SqlTable[]): string[] =>
  tables.map(({ table, columns }) => `select * from ${table} order by ${columns.map((_, at) => at + 1).join(', ')}`)

const NUMBERS = /^(?:numeric|integer|bigint|smallint)/

/** The sums of each view, as a whole and by each of its texts. */
export function sums_of(tables: readonly SqlTable[]): string[] {
  return tables.flatMap(({ table, columns }) => {
    const numbers = columns.filter(({ type }) => NUMBERS.test(type)).map(({ column }) => `sum(${column}) as ${column}`)
    const sums = ['count(*) as rows', ...numbers].join(', ')
    const texts = columns.filter(({ type }) => type === 'text')
    return [
      `select ${sums} from ${table}`,
      ...texts.map(({ column }) => `select ${column} as of, ${sums} from ${table} group by 1 order by 2 desc, 1`),
    ]
  })
}
