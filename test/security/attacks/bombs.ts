// Statements that would use all time or memory.

const repeated = (text: string, times: number, between = '') => Array.from({ length: times }, () => text).join(between)
const from_many = (count: number) => Array.from({ length: count }, (_, at) => `store_orders x${at}`).join(', ')
/** A chain of queries, each built from the one before it. */
const chain = (first: string, link: (name: string) => string, length: number, kind = '') =>
  `with a0 as ${kind} (${first})${Array.from({ length }, (_, at) => `, a${at + 1} as ${kind} (${link(`a${at}`)})`).join('')} `

/** A million numbered rows. */
export const many_rows = `s as materialized (select v from jsonb_array_elements('[${repeated('1', 1000, ',')}]') v), r as materialized (select row_number() over () as n from s a, s b)`

/** Statements that would use all time or memory. The check refuses them before PostgreSQL runs them. */
export const bombs: Record<string, string> = {
  'queries planned once for each use': `${chain('select 1 as n from store_orders', (a) => `select x.n from ${a} x, ${a} y`, 16, 'not materialized')} select count(*) from a16`,
  'rows within rows': `${chain("select 'xxxxxxxxxxxxxxx' as s", (a) => `select ${a} as x, ${a} as y from ${a}`, 25, 'materialized')} select count(*) from a25`,
  'stars within rows': `${chain("select 'xxxxxxxxxxxxxxx' as s", (a) => `select coalesce(${a}.*) as x, coalesce(${a}.*) as y from ${a}`, 25, 'materialized')} select count(*) from a25`,
  'arrays of arrays': `with a as (select array[${repeated('1', 300, ',')}] as x), b as (select array[${repeated('x', 400, ',')}] as x from a), c as materialized (select array[${repeated('x', 300, ',')}] as x from b) select count(*) from c`,
  'an array of a query': `select array(select 1 from ${from_many(24)}) as a`,
  'many copies of a text': `${chain('select order_id as t from store_orders', (a) => `select percentile_disc(array[${repeated('0.5', 90, ',')}]) within group (order by t)::text as t from ${a}`, 5)} select t from a5`,
  'columns of long texts': `${chain('select 1e131071::text as t', (a) => `select concat(t, t) as t from ${a}`, 5)} select ${Array.from({ length: 24 }, (_, at) => `t as a${at}`).join(', ')} from a5`,
  'changed long texts': `${chain('select 1e131071::text as t', (a) => `select t || t as t from ${a}`, 5)} select ${repeated('length(upper(t))', 40, ' + ')} as n from a5`,
  'long texts by way of names without AS': `${chain('select 1e131071::text', (a) => `select concat(x.text, x.concat) from (select * from ${a}) x`, 1)} select ${repeated('length((select concat(a0.text, a0.text) from a0))', 300, ' + ')} from a1`,
  'a pattern as long as a text': 'select to_char(now(), 1e131071::text) as a',
  'a time zone for each row': `with ${many_rows} select count(timezone(concat('ABC', n), now())) as a from r`,
  'a time zone for each row, truncated': `with ${many_rows} select count(date_trunc('day', now(), 'ABC' || n)) as a from r`,
  'a time zone for each row, in a cast': `with ${many_rows} select count(('2024-01-01 ABC-' || n)::timestamptz) as a from r`,
  'a time zone for each row, in a cast of a column': `with ${many_rows}, z as (select concat('2024-01-01 ABC-', n) as z from r) select count(z.z::date) as a from z`,
  'a time zone for each row, under another name': `with ${many_rows}, z(y, x) as (select n, 'ABC' || n from r) select count(now() at time zone q.w) as a from (select * from z) q(v, w)`,
  'a time zone for each row, from the query around': `with ${many_rows} select (select max(timezone(z.z, o.ordered_at)) from store_orders o) as a from (select to_char(n, '"ABC"9999999') as z from r) z`,
  'a time zone for each row, of a union': `with ${many_rows} select timezone(z, now()) as a from (select currency as z from store_orders union all select concat('ABC', n) from r) q`,
  'a time zone for each row, through JSON': `with ${many_rows} select count(timezone(('["ABC' || n || '"]')::jsonb ->> 0, now())) as a from r`,
  'a time zone for each row, cut from a text': `with ${many_rows} select count(timezone(substr('ABC1ABC2', n::int4 % 5, 4), now())) as a from r`,
  'full joins that merge their columns': `select 1 as a from store_orders x0${Array.from({ length: 28 }, (_, at) => ` natural full join store_orders x${at + 1}`).join('')}`,
  'padded texts': `select ${Array.from({ length: 300 }, (_, at) => `'x'::char(10485760) as a${at}`).join(', ')}`,
  'doubled texts': `${chain("select 'xxxxxxxxxxxxxxx' as t", (a) => `select t || t as t from ${a}`, 30)} select length(t) as n from a30`,
  'texts a hundred times themselves': `${chain("select 'xxxxxxxxxx' as t", (a) => `select concat(${repeated('t', 99, ',')}) as t from ${a}`, 4)} select length(t) as n from a4`,
  'a long pattern in a long text': `${chain(`select '${repeated('a', 4000)}' as t`, (a) => `select concat(t, t) as t from ${a}`, 8)} select count(*) from a8 where t like '%${repeated('a', 4000)}b'`,
  'a long needle in a long text': `${chain(`select '${repeated('a', 4000)}' as t`, (a) => `select t || t as t from ${a}`, 8)} select strpos(t, 'b${repeated('a', 4000)}') as a from a8`,
  'one array in another': `${chain(`select '[${repeated('1', 1500, ',')}]'::jsonb as t`, (a) => `select t || t as t from ${a}`, 8)} select count(*) from a8 where t @> '[${repeated('2', 1500, ',')}]'`,
  'products of long numbers': `select ${Array.from({ length: 120 }, (_, at) => `round((1e65000 - 1) * (1e65000 - ${at}), -64999) as a${at}`).join(', ')}`,
  'quotients of long numbers': `with x as materialized (select 1e131000 - 1 as n, 1e65000 - 1 as m) select ${Array.from({ length: 300 }, (_, at) => `n / m + ${at} as a${at}`).join(', ')} from x`,
  'a tree too deep': `select ${repeated('not ', 2000)}true as a`,
  'a sum too long': `select ${repeated('1 + ', 2400)}1 as a`,
  'parentheses too deep': `select ${repeated('(', 4900)}1${repeated(')', 4900)} as a from orgs`,
  'queries too deep': `${repeated('select * from (', 100)}select 1 as a${repeated(') x', 100)}`,
  'conditions too many': `select 1 as a where ${repeated('1 = 1', 1100, ' or ')}`,
  'unions too many': repeated('select 1 as a', 500, ' union '),
  'a list too long': `select 1 as a where 1 in (${repeated('2', 4000, ',')})`,
  'columns too many': `select ${Array.from({ length: 1700 }, () => '1').join(', ')}`,
  'a statement too long': `select '${repeated('x', 10_000)}' as a`,
  'a comment too long': `/* ${repeated('x', 11_000)} */ select 1 as a`,
  'a megabyte': `select '${repeated('x', 1_000_000)}' as a`,
  'arrays within arrays': `select '${repeated('[', 3000)}${repeated(']', 3000)}'::jsonb as a`,
  'arrays within arrays, out of a text': `with a as (select '${repeated('[', 100)}${repeated(']', 100)}' as t) select (${repeated("'['||", 80)} t || ${repeated("']'||", 79)} ']')::jsonb as a from a`,
  'objects within objects': `select '${repeated('{"a":', 1000)}1${repeated('}', 1000)}'::jsonb as a`,
  'brackets without end': repeated('(', 9_999),
  'quotes without end': repeated("'", 9_999),
  'comments without end': repeated('/*', 4_999),
  'dollars without end': repeated('$a', 4_999),
  'letters of three bytes': `select '${repeated('漢', 9_990)}' from orgs`,
}

/**
 * Statements that only PostgreSQL's statement timeout ends. PostgreSQL expects a hundred rows of a function, so their plans look
 * harmless.
 */
export const slow: Record<string, string> = {
  'a join of everything with everything': `with ${many_rows} select count(*) as a from r x, r y where x.n + y.n > 0`,
  'a row after the other, each slow but none too slow': `with ${many_rows} select q.n, (select count(*) from r where r.n < q.n) as c from r q`,
  'an intermediate result without end': `with ${many_rows}, a as materialized (select concat(x.n, y.n) as l from r x, r y) select count(*) as a from a`,
  'a sort without end': `with ${many_rows} select concat(x.n, y.v) as a from r x, s y order by 1 desc`,
  'distinct values without end': `with ${many_rows} select count(distinct concat(x.n, y.v)) as a from r x, s y`,
}

/** A statement that sorts gigabytes. Its rows are long, so that it reaches the limit of the disk long before that of time. */
export const spilling = `with ${many_rows}, x as (select '${repeated('x', 5000)}' as t)
  select count(distinct concat(n, t, t, t, t, t, t, t, t)) as a from r, x`
