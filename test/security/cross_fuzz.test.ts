// Runs random statements over tables, views and functions as every role that acts for one organization. They include joins,
// subqueries, aggregates, errors that contain values, and changes with RETURNING. A transaction of globex never sees or changes
// data of acme, not even in an error message. FUZZ=500 runs more statements, FUZZ_SEED=7 runs others.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { FUZZ_SEED, fuzz_runs } from '#test/fuzz.ts'
import { type Relation, type Role, type TwoOrgs, two_orgs, zones } from './two_orgs.ts'

/** Without tablero_system, which reads keys and schedules across organizations. roles.test.ts checks its rights. */
const acting: Role[] = ['tablero_app', 'tablero_sql', 'tablero_views']

let db: TwoOrgs
let hidden: RegExp
before(async () => {
  db = await two_orgs()
  hidden = new RegExp(`acme|${db.acme.org_id}|7777777|${zones.acme}`)
})
after(() => db.close())

interface Parts {
  a: Relation
  b: Relation
  /** A column of `a` and a column of `b`. */
  x: string
  y: string
  value: string
}
type Shape = (parts: Parts) => string

const reads: Shape[] = [
  ({ a }) => `select t::text from ${a.name} t`,
  ({ a }) => `select to_jsonb(t) as t, public.current_org()::text from ${a.name} t order by 1`,
  ({ a, b }) => `select t::text, u::text as u from ${a.name} t cross join ${b.name} u`,
  ({ a, b, x, y }) =>
    `select t::text, u::text as u from ${a.name} t full join ${b.name} u on t.${x}::text = u.${y}::text`,
  ({ a, b }) => `select t::text from ${a.name} t where exists (select from ${b.name} u where u::text like '%acme%')`,
  ({ a, b, y }) => `select (select max(u.${y}::text) from ${b.name} u) as m, count(*)::text from ${a.name} t`,
  ({ a }) => `with w as materialized (select t::text as t from ${a.name} t) select string_agg(t, ';') as t from w`,
  ({ a, b }) => `select t::text from ${a.name} t union all select u::text from ${b.name} u`,
  ({ a, b }) => `select l.u from ${a.name} t, lateral (select u::text as u from ${b.name} u offset 0) l`,
  ({ a, x }) =>
    `select ${x}::text, count(*)::text, array_agg(t::text) from ${a.name} t group by grouping sets ((1), ())`,
  ({ a, x }) =>
    `select first_value(t::text) over (order by ${x}::text desc), lag(t::text) over () as l from ${a.name} t`,
  ({ a, x }) => `select t::text from ${a.name} t where ${x}::text >= 'a' for update`,
  ({ a }) => `select xmin::text, ctid::text, t::text from ${a.name} t where tableoid > 0`,
  ({ a }) => `select t::text from ${a.name} t tablesample system (100)`,
  ({ a }) => `select query_to_xml('select * from ${a.name}', true, true, '')::text as t`,
  ({ a }) => `select metrics.org_time_zone() as zone, t::text from ${a.name} t`,
  () =>
    `select public.current_org()::text as org, public.uuid_v7()::text is null as none, metrics.org_time_zone() as zone`,
  ({ value }) =>
    `select public.count_call(${value}::text, 5, 60)::text as turn, (select string_agg(r::text, ';') from public.rate_windows r) as r`,
]
/** Statements whose errors could reveal rows that row security hides. */
const oracles: Shape[] = [
  ({ a, x }) => `select 1 / (case when ${x}::text like '%acme%' then 0 else 1 end) as one from ${a.name}`,
  ({ a, x }) =>
    `select count(*)::text from ${a.name} where (case when ${x}::text like '%globex%' then '1' else ${x}::text end)::int8 > 0`,
  ({ a }) =>
    `select count(*)::text from ${a.name} t where (case when t::text like '%acme%' then t::text else '1' end)::int8 = 1`,
  ({ a, b, x, y }) =>
    `select count(*)::text from ${a.name} t join ${b.name} u on (t.${x}::text || u.${y}::text)::int8 = 1 where t::text like '%acme%'`,
  ({ a, x }) => `select count(*)::text from ${a.name} where xmlparse(document ${x}::text) is null`,
]
const writes: Shape[] = [
  ({ a, x }) => `update ${a.name} t set ${x} = ${x} returning t::text`,
  ({ a, b, x }) => `update ${a.name} t set ${x} = t.${x} from ${b.name} u returning t::text, u::text as u`,
  ({ a, x, value }) => `update ${a.name} t set ${x} = ${value} where t::text like '%acme%' returning t::text`,
  ({ a }) => `delete from ${a.name} t where true returning t::text`,
  ({ a, b }) => `delete from ${a.name} t using ${b.name} u where u::text like '%' returning t::text, u::text as u`,
  ({ a }) => `insert into ${a.name} select * from ${a.name} on conflict do nothing returning *`,
  ({ a }) => `insert into ${a.name} table ${a.name}`,
  ({ a, x }) => `merge into ${a.name} t using (select 1) s on t.${x} is not null when matched then delete`,
  ({ a, value }) => `select public.enqueue_job(${value}::text, to_jsonb(t), null, 1, null) from ${a.name} t`,
  ({ a }) => `lock table ${a.name} in row exclusive mode`,
]

test('no data of another organization is seen, changed or revealed by an error', async (context) => {
  const columns = new Map(db.relations.map((relation) => [relation.name, relation.columns.map(pg.escapeIdentifier)]))
  const relation = fc.constantFrom(...db.relations)
  const kind = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...reads) },
    { weight: 1, arbitrary: fc.constantFrom(...oracles) },
    { weight: 2, arbitrary: fc.constantFrom(...writes) },
  )
  // Views are readable for two roles and tables for one. The role that can read most runs most often.
  const role = fc.constantFrom(...acting, 'tablero_app' as const, 'tablero_app' as const)
  const value = fc.constantFrom(`'x'`, 'null', `'acme'`, `'${db.acme.org_id}'`, '0')
  const counts = { tried: 0, ran: 0, shown: 0 }
  await fc.assert(
    fc.asyncProperty(role, kind, relation, relation, fc.nat(), fc.nat(), value, async (who, shape, a, b, m, n, of) => {
      const pick = ({ name }: Relation, at: number) => columns.get(name)![at % columns.get(name)!.length]!
      const sql = shape({ a, b, x: pick(a, m), y: pick(b, n), value: of })
      const { rows, fault, is_unharmed } = await db.tried(who, a, sql)
      counts.tried++
      if (!fault) counts.ran++
      if (rows.length > 0 && /globex/.test(JSON.stringify(rows))) counts.shown++
      const output = fault
        ? `${fault.message} ${fault.detail} ${fault.hint} ${fault.where}`.replaceAll(`"${of.slice(1, -1)}"`, '')
        : JSON.stringify(rows)
      assert.doesNotMatch(output, hidden, `${who}: ${sql}`)
      assert.notEqual(fault?.code, '22012', `${who} divided by what it cannot see: ${sql}`)
      assert.ok(is_unharmed, `${who} changed what is acme's: ${sql}`)
    }),
    { numRuns: fuzz_runs(15), seed: FUZZ_SEED },
  )
  context.diagnostic(`seed ${FUZZ_SEED}: ${JSON.stringify(counts)}`)
  // Two of the three roles cannot read most tables.
  assert.ok(counts.ran > counts.tried / 5 && counts.shown > counts.tried / 10, JSON.stringify(counts))
})
