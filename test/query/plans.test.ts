// PostgreSQL can read the same rows with different plans and in any order, and its choice changes as tables grow or after a restore.
// No answer may depend on the plan, not even the order of lines with equal figures.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { in_org } from '#db/org.ts'
import { market_facts, store_facts } from '#figures/sums/warehouse.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { multiply, widest } from '#test/many_rows.ts'
import { areas } from '#tools/index.ts'

const ROWS = 60
const CONNECTIONS = 24

const ways = {
  'without hashing': ['enable_hashagg', 'enable_hashjoin', 'enable_material'],
  'without indexes': ['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan', 'enable_nestloop'],
  'without sorting or merging': ['enable_sort', 'enable_incremental_sort', 'enable_mergejoin', 'enable_memoize'],
}
/** The caller's own SQL decides the order of this tool's rows, so the test skips the tool. */
const ASKED_IN_SQL = 'run_readonly_sql'

let app: TestApp
/** With the plans and the order of rows that PostgreSQL chooses itself. */
let expected: Record<string, unknown>
before(async () => {
  app = await test_app({ areas })
  await multiply(app, { rows: ROWS, connections: CONNECTIONS })
  expected = await answers()
})
after(() => app?.close())

async function answers() {
  const said: Record<string, unknown> = {}
  for (const tool of app.engine.catalog.values())
    if (tool.effect === 'read' && !tool.internal && tool.name !== ASKED_IN_SQL) {
      await app.refill()
      const { status, body } = await app.rest(tool.name, widest(tool), { key: app.keys.acme })
      assert.equal(status, 200, `${tool.name}: ${JSON.stringify(body).slice(0, 300)}`)
      said[tool.name] = body.result
    }
  return said
}

/** Disables plans for new database sessions, and ends the existing sessions. */
async function plan_without(settings: string[]) {
  const [{ name }] = (await app.db.query('select quote_ident(current_database()) as name')).rows as [{ name: string }]
  await app.db.query(`alter database ${name} reset all`)
  for (const setting of settings) await app.db.query(`alter database ${name} set ${setting} = off`)
  await app.db.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and application_name like 'tablero%'`)
  await app.settled(async () => (await app.rest('list_connections', {}, { key: app.keys.acme })).status === 200)
}

/** Rows of orders are wide, so sums of long windows read an index of days instead. PostgreSQL has no other plan left than by an index. */
const WITHOUT_INDEX = ['enable_seqscan', 'enable_bitmapscan']

test('sums of orders find every column in the index of days', async () => {
  const tables = ['store_orders', 'marketplace_orders']
  // As of a large table whose pages are all visible to everybody, so that PostgreSQL looks for the rows of the days.
  await app.db.query(
    `update pg_class set reltuples = 1000000, relallvisible = relpages where oid = any($1::regclass[]::oid[])`,
    [tables],
  )
  const counted = { connection_ids: [app.acme.org_id], without: [], elsewhere: [] }
  const span = { from: '2031-01-01', to: '2031-01-01', counted, time_zone: 'UTC', now: new Date() }
  for (const [at, { money, counts, from }] of [store_facts, market_facts].entries()) {
    const sums = Object.values({ ...money, ...counts }).map((sum) => sql`sum(${sum})`)
    const plan = await in_org(app.engine.pool, { org_id: app.acme.org_id }, async (db) => {
      for (const setting of WITHOUT_INDEX) await sql`select set_config(${setting}, 'off', true)`.execute(db)
      const { rows } = await sql<Record<string, string>>`
        explain (costs off) select ${sql.join(sums)} from ${from(span)} group by f.currency`.execute(db)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    assert.match(plan, new RegExp(`Index Only Scan using \\w+_by_day\\w* on ${tables[at]}`), plan)
  }
})

test('an answer is the same for every query plan', async (context) => {
  for (const [way, settings] of Object.entries(ways)) {
    await plan_without(settings)
    const said = await answers()
    for (const [tool, answer] of Object.entries(said)) assert.deepEqual(answer, expected[tool], `${tool} ${way}`)
  }
  context.diagnostic(`${Object.keys(expected).length} tools, ${Object.keys(ways).length} other ways`)
})

test('an answer does not depend on the physical order of rows', async () => {
  const { rows } =
    await app.db.query(`select distinct c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'org_id' and c.reltuples > 10`)
  assert.ok(rows.length > 10)
  // An update moves a row to the end of its table.
  for (const { relname } of rows) {
    await app.db.query(`alter table ${relname} disable trigger user`)
    await app.db.query(`update ${relname} set org_id = org_id where random() < 0.5`)
    await app.db.query(`alter table ${relname} enable trigger user`)
  }
  await plan_without(ways['without indexes'])
  for (const [tool, answer] of Object.entries(await answers())) assert.deepEqual(answer, expected[tool], tool)
})
