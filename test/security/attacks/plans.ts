// Statements whose plan shows that they would take gigabytes or hours.
import { many_rows } from './bombs.ts'

/** Two rows, of which PostgreSQL expects a hundred. */
const few = `s as materialized (select v ->> 0 as k, 1 as n from jsonb_array_elements('[["a"],["b"]]') v)`
const joined = (count: number) => Array.from({ length: count }, (_, at) => `s x${at}`).join(', ')
/** A condition that PostgreSQL expects of no row, and that is true for each. */
const always = (count: number) =>
  Array.from({ length: count }, (_, at) => `(x${at}.n >= 0 or x${at}.n < 0) and x${at}.k <> ''`).join(' and ')
const numbers = Array.from({ length: 900 }, (_, at) => `[${at}]`).join(',')

/** Queries with very many rows of a text. */
const large = [
  `select x0.k from ${joined(9)}`,
  `select x1.k from ${joined(9)} where ${always(9)}`,
  `select distinct x1.k from ${joined(10)}`,
  `select x0.k from ${joined(5)} cross join (select 1 as one from ${joined(5)}) y`,
  `select x.k from (select x0.k from ${joined(8)}) x, store_orders y`,
  `select x0.k from ${joined(5)} union all select x3.k from ${joined(7)}`,
]

export const plans = [
  `with ${few} select count(*) as a from ${joined(16)}`,
  `with ${few} select count(*) as a from ${joined(60)}`,
  `with ${few} select max(x0.k) as a from ${joined(16)} where ${always(16)}`,
  `with ${few} select x0.k from ${joined(16)} order by x1.k`,
  `with ${few} select concat(x0.k, x9.k) as a from ${joined(40)} order by 1 desc`,
  `with ${few} select count(distinct concat(x0.k, x1.k)) as a from ${joined(40)}`,
  `with ${few} select distinct x0.k, x1.k as l from ${joined(16)}`,
  `with ${few} select x0.k, count(*) as n from ${joined(16)} group by 1`,
  `with ${few} select row_number() over (order by x0.k) as n from ${joined(16)}`,
  `with ${few}, a as materialized (select x0.k from ${joined(14)}) select count(*) as a from a x, a y`,
  `with ${few}, a as materialized (select x0.k, concat(x0.k, x1.k) as l from ${joined(40)}) select count(*) as a from a`,
  `with ${few} select n, (select count(*) from ${joined(17)} where length(x0.k) < n and length(x16.k) < n + 1) as c from (select (v.value ->> 0)::int8 + 40 as n from jsonb_array_elements('[${numbers}]') v) q`,
  `with ${few} select x0.k from ${joined(9)} except select x1.k from ${joined(9)}`,
  `with ${few} select x0.k from ${joined(8)} intersect select x1.k from ${joined(8)}`,
  `with ${many_rows} select count(*) as a from r where n not in (select x.n from r x, r y)`,
  `with ${many_rows} select count(*) as a from r where n not in (select x.n from r x, s y, s z)`,
  `with ${many_rows} select n not in (select x.n from r x, r y where x.n >= 0 and y.n >= 0) as a from r`,
  `with ${many_rows} select count(*) as a from store_orders where order_id not in (select concat(n, '${'x'.repeat(3000)}') from r)`,
  `with ${many_rows} select count(*) as a from store_orders where order_id = any (select n || '${'x'.repeat(3000)}' from r)`,
  ...large.flatMap((query) => [
    `with ${few} select order_id from store_orders where order_id not in (${query})`,
    `with ${few} select o.order_id from store_orders o where o.order_id not in (select q.a from (${query}) q(a))`,
    `with ${few} select o.order_id not in (select q.a from (${query}) q(a)) as a from store_orders o`,
    `with ${few} select count(*) filter (where o.order_id not in (select q.a from (${query}) q(a))) as a from store_orders o`,
    `with ${few} select o.order_id from store_orders o where o.order_id in (select q.a from (${query}) q(a)) or o.total > 1`,
    `with ${few} select o.order_id from store_orders o order by o.order_id = any (select q.a from (${query}) q(a))`,
  ]),
]
