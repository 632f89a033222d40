// Tests forbidden expressions and tables in every place where SQL allows one. A single unchecked place would be enough for an attack.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { check_sql } from '#tools/query/sql/check.ts'

const tables = new Map([
  ['store_orders', new Set(['order_id', 'total', 'ordered_at', 'journey'])],
  ['ad_accounts', new Set(['name'])],
])

const expressions = `
pg_sleep(1)|set_config('a','b',true)|current_setting('app.org')|pg_read_file('/etc/passwd')|lo_import('x')|dblink('a','b')
query_to_xml('select 1',true,true,'')|pg_catalog.pg_sleep(1)|public.current_org()|"set_config"('a','b',true)|current_user|session_user
'orgs'::regclass|cast('x' as regrole)|generate_series(1,9)|repeat('x',9)|string_agg('x','y')|array_agg(1)|(select secret from api_keys)
(select 1 from pg_class)|(with x as (delete from store_orders returning 1) select 1 from x)|o.pg_typeof|(o).total|random()
'a' ~ 'b'|'a' similar to 'b'|1 operator(pg_catalog.+) 1|9 ^ 9|$1|xmlparse(content 'x')|json_object('a':1)|convert_from('x','utf8')
exists(table pg_roles)|1 = any(select 1 from orgs)|array(select name from orgs)|row(1,2)|'x' collate "C"|version()`
  .split(/[\n|]/)
  .filter(Boolean)

const places: [string, (of: string) => string][] = [
  ['SELECT', (of) => `select ${of} from store_orders o`],
  ['WHERE', (of) => `select 1 from store_orders o where (${of}) is null`],
  ['GROUP BY', (of) => `select 1 from store_orders o group by ${of}`],
  ['HAVING', (of) => `select 1 from store_orders o having (${of}) is null`],
  ['ORDER BY', (of) => `select 1 from store_orders o order by ${of}`],
  ['LIMIT', (of) => `select 1 from store_orders o limit (${of})::int`],
  ['OFFSET', (of) => `select 1 from store_orders o offset (${of})::int`],
  ['DISTINCT ON', (of) => `select distinct on (${of}) 1 from store_orders o`],
  ['JOIN', (of) => `select 1 from store_orders o join ad_accounts a on (${of}) is null`],
  ['LATERAL', (of) => `select 1 from store_orders o, lateral (select ${of}) x`],
  ['table function', (of) => `select 1 from store_orders o, jsonb_array_elements((${of})::jsonb) x`],
  ['VALUES', (of) => `select 1 from store_orders o where 1 in (values ((${of})::int))`],
  ['CTE', (of) => `with x as (select ${of} from store_orders o) select * from x`],
  ['CTE in CTE', (of) => `with x as (with y as (select ${of} from store_orders o) select * from y) select * from x`],
  ['UNION', (of) => `select 1 union all select ${of} from store_orders o`],
  ['EXCEPT in parentheses', (of) => `(select 1 except (select ${of} from store_orders o))`],
  ['CASE', (of) => `select case when (${of}) is null then 1 else 2 end from store_orders o`],
  ['COALESCE', (of) => `select coalesce(${of}, null) from store_orders o`],
  ['GREATEST', (of) => `select greatest(${of}) from store_orders o`],
  ['BETWEEN', (of) => `select 1 from store_orders o where total between 1 and (${of})::int`],
  ['IN', (of) => `select 1 from store_orders o where order_id in ('x', (${of})::text)`],
  ['LIKE', (of) => `select 1 from store_orders o where order_id like (${of})::text`],
  ['function', (of) => `select lower((${of})::text) from store_orders o`],
  ['aggregate filter', (of) => `select count(*) filter (where (${of}) is null) from store_orders o`],
  ['aggregate order', (of) => `select percentile_cont(0.5) within group (order by (${of})::int) from store_orders o`],
  ['window', (of) => `select sum(total) over (partition by ${of}) from store_orders o`],
  ['named window', (of) => `select sum(total) over w from store_orders o window w as (order by ${of})`],
  ['array', (of) => `select 1 from store_orders o where 'x' = any(array[(${of})::text])`],
  ['cast', (of) => `select (${of})::text from store_orders o`],
  ['EXISTS', (of) => `select exists (select ${of} from store_orders o)`],
  ['GROUPING SETS', (of) => `select 1 from store_orders o group by grouping sets ((${of}), ())`],
]

for (const [place, statement] of places) {
  it(`refuses forbidden expressions in ${place}, and accepts a harmless one`, async () => {
    for (const expression of expressions) {
      const sql = statement(expression)
      await assert.rejects(check_sql(sql, tables), { name: 'Refusal' }, sql)
    }
    assert.equal((await check_sql(statement("'1'"), tables)).statement, statement("'1'"))
  })
}

it('keeps only the statement before the semicolon', async () => {
  assert.equal((await check_sql('select 1 ; -- more', tables)).statement, 'select 1 ')
  assert.equal((await check_sql("select 'ñ;' ; /* ; */ ", tables)).statement, "select 'ñ;' ")
})

it('names a forbidden part in words of SQL, and another way', async () => {
  const pairs = 'select count(distinct (order_id, total)) from store_orders'
  await assert.rejects(
    check_sql(pairs, tables),
    /a row of several values, like \(a, b\)\. Count pairs as count\(distinct a/,
  )
  await check_sql("select count(distinct order_id || ' ' || total) from store_orders", tables)
  await assert.rejects(check_sql(`select order_id collate "C" from store_orders`, tables), /allowed here: COLLATE\./)
  await assert.rejects(
    check_sql('select (o).total from store_orders o', tables),
    /a part of a value, like \(v\)\.field/,
  )
})

/** A chain of queries, each of which reads the one before it twice. */
const doubled = (join: string, levels: number) => {
  const queries = Array.from({ length: levels }, (_, at) => `q${at + 1} as (select * from q${at} a ${join})`)
  return `with q0 as (select order_id from store_orders), ${queries.map((one, at) => one.replace('@', `q${at} b`))} select 1 from q${levels}`
}
const wide = Array.from({ length: 415 }, (_, at) => `store_orders o${at}`)
const slow_to_check: Record<string, string> = {
  'natural joins of a query with itself': doubled('natural join @', 12),
  'joins of a query with itself by its column': doubled('join @ using (order_id)', 12),
  'a wide query that is read often': `with w as (select * from ${wide.slice(0, 60)}) select x from ${wide.slice(0, 60).map((one) => one.replace('store_orders', 'w'))}`,
  'joins of wide queries': `with w as (select * from ${wide.slice(0, 250)}) select x from w a join w b on true join w c on true`,
}
for (const [name, sql] of Object.entries(slow_to_check))
  it(`refuses what would make the check itself slow: ${name}`, async () => {
    await assert.rejects(check_sql(sql, tables), /may have 1664 columns at most/)
  })

it('follows the length of texts through columns that a join merges', async () => {
  const long = `concat(${Array.from({ length: 10 }, () => 'total::text').join()})`
  const merged = `select * from (select 'a' as k, 'b' as s) p join (select 'a' as k, 'c' as t) q using (k) union all
    select * from (select ${long} as u, 'a' as k from store_orders) p join (select 'a' as k, 'c' as v) q using (k)`
  await check_sql(`select s from (${merged}) m`, tables)
  await assert.rejects(
    check_sql(`select ${Array.from({ length: 8 }, () => 's').join(' || ')} as s from (${merged}) m`, tables),
    /Too many texts are joined/,
  )
})
