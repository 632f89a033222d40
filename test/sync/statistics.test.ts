// After the first thousand rows of a sync, the planner knows the tables. The worker's login does not own them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { update_planner_statistics } from '#engine/sync/planner_statistics.ts'
import { type TestDatabase, test_database, test_pool } from '#test/database.ts'

let database: TestDatabase
before(async () => {
  database = await test_database()
})
after(() => database.drop())

/** Rows of a table as the planner estimates them. -1: nobody has counted them. */
async function estimated(table: string): Promise<number> {
  const { rows } = await database.owner.query('select reltuples from pg_class where oid = $1::regclass', [table])
  return rows[0].reltuples
}

test('a sync of a thousand rows updates the statistics of its tables, and a small one does not', async () => {
  const pool = test_pool(database, { max: 1 })
  const client = await pool.org.connect()
  try {
    await update_planner_statistics(client, ['store_orders', 'campaign_daily'], { before: 0, now: 999 })
    assert.deepEqual([await estimated('store_orders'), await estimated('campaign_daily')], [-1, -1])
    await update_planner_statistics(client, ['store_orders', 'campaign_daily'], { before: 999, now: 1_000 })
    assert.deepEqual([await estimated('store_orders'), await estimated('campaign_daily')], [0, 0])
    await database.owner.query(`insert into orgs (name) select 'Org ' || n from generate_series(1, 50) n`)
    await update_planner_statistics(client, ['orgs', 'no_table'], { before: 0, now: 1_000 })
    await database.owner.query(`insert into orgs (name) values ('One more')`)
    await update_planner_statistics(client, ['orgs'], { before: 0, now: 1_000 })
    assert.equal(await estimated('orgs'), 50, 'few rows have changed since')
  } finally {
    client.release()
    await pool.end()
  }
})
