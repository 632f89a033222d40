// Names after a dot that PostgreSQL reads as a call of a function with a whole row, where no column has the name.
import { lines } from './text.ts'

/** Functions that are allowed, so that only the missing column shows the call. */
const called = [
  'concat',
  'max',
  'min',
  'count',
  'length',
  'upper',
  'to_char',
  'mode',
  'first_value',
  'avg',
  'round',
  'jsonb_typeof',
]

/** A nest of these took gigabytes, because each level holds the row of the level before. */
const nest = (name: string, levels: number) =>
  `${Array.from({ length: levels }, () => `select x.${name}, x.* from (`).join('')}select o.* from store_orders o${') x'.repeat(levels)}`

const forms = lines(`
select o.concat, 1 as concat from store_orders o
select o.concat from store_orders o, (select 1 as concat) x
select o.concat from store_orders o, (select 1 as concat) o2 where o2.concat = 1
select store_orders.concat, total as concat from store_orders
select y.max from (select order_id as max from store_orders) x, store_orders y
select y.max from (select max(total) from store_orders) x, (select total from store_orders) y
select x.concat, x.total from (select total, 1 as "Concat" from store_orders) x
select x.concat from (select concat(order_id) as joined from store_orders) x
select x.max from (select max(total) as top from store_orders) x
select x.max from (select (max(total)) + 1 from store_orders) x
select x.coalesce from (select case when true then coalesce(order_id) end from store_orders) x where x.concat is null
with x as (select 1 as concat) select y.concat from store_orders y, x
with x as (select 1 as concat), y as (select 2 as b) select y.concat from x, y
with x as (select 1 as concat) select x.concat from store_orders x
with x(a) as (select 1 as concat) select x.concat from x
with x as (with y as (select 1 as concat) select concat from y) select y.concat from x y where y.max = 1
with x as (with y as (select 1 as concat) select 2 as b from y) select y.concat from x y
select x.concat from (select 1 as concat) x(a)
select x.concat from (values (1, 2)) x
select x.concat from (values (1, 2)) x(a, b), (select 1 as concat) z
select x.concat from (select 1 as a union select 2 as concat) x
select x.concat from (select o.* from store_orders o, (select 1 as concat) z) x
select x.concat from (store_orders o join store_connections s using (store_connection_id)) x
select j.concat from (store_orders o cross join (select 1 as concat) c) j(a)  where j.max = 1
select o.a from (store_orders o cross join (select 1 as a) c) j
select c.concat from store_orders c where exists (select 1 from (store_orders o cross join (select 1 as concat) c) j where c.concat is null)
select v.concat from store_orders o, jsonb_array_elements(o.journey) v
select v.concat from store_orders o, jsonb_array_elements(o.journey) concat, (select 1) v
select v.max from store_orders o, jsonb_array_elements(o.journey) v(item)
select v.value from store_orders o, jsonb_array_elements(o.journey) v(item) where v.length is null
select v.ordinality from store_orders o, jsonb_array_elements(o.journey) v
select concat.concat from store_orders, jsonb_array_elements(journey) concat
select o.order_id from store_orders o where o.concat like '%'
select count(*) from store_orders o group by o.concat
select count(*) from store_orders o having max(o.concat) is null
select o.order_id from store_orders o order by o.concat
select distinct on (o.concat) o.order_id from store_orders o
select o.order_id from store_orders o limit (select length(p.concat) from store_orders p limit 1)
select sum(o.total) over (partition by o.concat) from store_orders o
select sum(o.total) over w from store_orders o window w as (order by o.concat)
select sum(o.total) filter (where o.concat is null) from store_orders o
select percentile_cont(0.5) within group (order by length(o.concat)) from store_orders o
select lower(o.concat) from store_orders o
select o.concat || o.concat from store_orders o
select cast(o.concat as text) from store_orders o
select case o.concat when 'a' then 1 end from store_orders o
select coalesce(o.concat, '') from store_orders o
select greatest(o.concat, '') from store_orders o
select o.order_id from store_orders o join store_connections s on s.concat = o.order_id
select o.order_id from store_orders o join store_connections s on o.concat = s.store_id
select o.order_id from store_orders o where o.order_id in (select s.concat from store_connections s)
select o.order_id from store_orders o where o.order_id in (select o.concat from store_connections s)
select o.order_id from store_orders o where o.order_id = any (select o.concat from store_connections s)
select (select o.concat) from store_orders o
select (select (select o.concat)) from store_orders o
select x.a from store_orders o, lateral (select o.concat as a) x
select x.a from store_orders o, lateral (select s.concat as a from store_connections s) x
select x.value from store_orders o, jsonb_array_elements(o.jsonb_typeof::jsonb) x
select 1 as a from store_orders o union select o.concat from store_connections o
select 1 as a union select o.length from store_orders o
values ((select o.concat from store_orders o limit 1))
with x as materialized (select o.concat from store_orders o) select length(concat) from x
with a as (select o.concat as concat from store_orders o), b as (select a.concat, a.max from a) select * from b
select s.concat from (select 1 as concat) o, lateral (select o.concat from store_connections s) t, store_connections s
select o.concat from (select 1 as concat) x right join store_orders o on true
select x.text from (select order_id::text as a, 'b'::text as c from store_orders) x where x.upper is null
select "o"."concat" from store_orders "o"
select O.Concat from store_orders o
select o . concat from store_orders o
select o./**/concat from store_orders o
select U&"o"."conc\\0061t" from store_orders o
select o.lower from store_orders o
select x.left from (select 1 as a) x
select nowhere.order_id from store_orders
select o.order_id from store_orders, (select 1 as o) x
select inner_one.total from (select inner_one.total from store_orders inner_one) x
select o.total from store_orders o, (select o.total from store_connections s) x
select x.total from (select total from store_orders) x where exists (select y.concat from (select x.total) y)
select store_orders.total from store_orders o`)

export const names = [
  ...called.map((name) => `select o.${name} from store_orders o`),
  ...called.map((name) => `select 1 as ${name}, o.${name} from store_orders o`),
  ...called.map(
    (name) => `select x.${name} from (select order_id, total from store_orders) x, (select 1 as ${name}) z`,
  ),
  ...['concat', 'max', 'to_char', 'concat_ws'].map((name) => `select ${nest(name, 4).slice(7)}`),
  ...forms,
]
