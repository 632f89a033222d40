// The order of an upgrade: the migration first, then processes of the new version. Until it ends, a process of the old version continues
// on tables with more columns, with connections that have prepared its statements.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { gx_ads } from '#connectors/gx_ads/index.ts'
import { test_app } from '#test/app.ts'
import { add_member, call_as_member } from '#test/people.ts'
import { result_of, run_app } from '#test/run_app.ts'
import { sync_bench } from '#test/sync.ts'
import { unlimited } from '#test/unlimited.ts'
import { areas } from '#tools/index.ts'
import { input_for } from '../contract/inputs.ts'

/** A connection has prepared a statement after three uses, and uses it from then on. */
const USES = 4

let migrations = 0

/** A migration such as a release has: every table gets a column with a default. */
async function migrate(db: pg.Pool) {
  const { rows } = await db.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind in ('r', 'p') and not relispartition and nspname in ('public', 'auth')`,
  )
  assert.ok(rows.length > 50)
  migrations += 1
  for (const { name } of rows)
    await db.query(`alter table ${name} add column later_${migrations} integer not null default 1`)
}

/** Tools that read or lock whole rows of a table. */
const OF_WHOLE_ROWS = [
  'list_pending_actions',
  'list_action_history',
  'browse_action_history',
  'get_action',
  'reject_action',
  'update_alert_rule',
  'get_connection',
  'list_recommendations',
  'query_orders',
  'query_data',
]

test('calls continue after a migration', async () => {
  const app = await test_app({ areas: unlimited(areas), now: new Date('2026-11-20T18:00:00Z') })
  const person = { org_id: app.acme.org_id, role: 'admin', is_approver: true } as const
  const user_id = await add_member(app.db, person)
  const ask = async (name: string) => {
    const input = await input_for(app.engine.catalog.get(name)!, app, app.acme)
    const answer = await call_as_member(app.engine, name, input, { ...person, user_id })
    assert.ok(answer.ok, `${name}: ${JSON.stringify(answer)}`)
  }
  try {
    for (const name of OF_WHOLE_ROWS) for (let use = 0; use < USES; use++) await ask(name)
    await migrate(app.db)
    for (const name of OF_WHOLE_ROWS) await ask(name)
  } finally {
    await app.close()
  }
})

test('runs, which jobs do, continue after a migration', async () => {
  const bench = await run_app()
  const run = async (text: string) => {
    assert.equal(result_of(await bench.ask({ text })).said, text)
    const [{ state }] = (await bench.runs()).slice(-1)
    assert.equal(state, 'succeeded')
  }
  try {
    await bench.refill()
    for (let use = 0; use < 2 * USES; use++) await run(`before ${use}`)
    await migrate(bench.app.db)
    for (let use = 0; use < USES; use++) await run(`after ${use}`)
  } finally {
    await bench.close()
  }
})

test('a sync continues after a migration that comes between two of its pages, and so do the next ones', async () => {
  const bench = await sync_bench({ connectors: { gx_ads }, history_days: 8 })
  /** Without the columns that no process knows yet. */
  const rows_of = async (org_id: string) =>
    Object.entries(await bench.rows(org_id)).map(([table, rows]) => [
      table,
      rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('later_')))),
    ])
  try {
    const [before, during] = [await bench.connect('gx_ads'), await bench.connect('gx_ads')]
    assert.equal((await bench.sync(before)).end, 'succeeded')
    let pages = 0
    let migrated: Promise<void> | undefined
    bench.engine.sync_observers.push(() => {
      pages += 1
      if (pages === 2) migrated = migrate(bench.database.owner)
    })
    assert.equal((await bench.sync(during)).end, 'succeeded')
    await migrated
    assert.ok(migrated)
    assert.deepEqual(await rows_of(during.org_id), await rows_of(before.org_id))
    for (const place of [during, before]) assert.equal((await bench.sync(place)).end, 'succeeded')
    assert.deepEqual(await rows_of(during.org_id), await rows_of(before.org_id))
  } finally {
    await bench.close()
  }
})
