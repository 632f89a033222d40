// A connection without a vendor: a test stages rows and merges them, as a sync does with the pages that it reads.
import { OrgSession } from '#db/org_session.ts'
import { read_tables } from '#db/tables.ts'
import { type Merge, Stage } from '#engine/sync/merge.ts'
import { create_org } from '#test/access.ts'
import { test_database, test_pool } from '#test/database.ts'

export async function stage_bench(platform: string) {
  const database = await test_database()
  const pool = test_pool(database, { max: 2 })
  const tables = await read_tables(pool.org)
  const org_id = await create_org(pool, { name: 'Acme' })
  const { rows } = await database.owner.query<{ connection_id: string }>(
    `insert into connections (org_id, platform, name) values ($1, $2, 'Main') returning connection_id`,
    [org_id, platform],
  )
  const owner = { org_id, connection_id: rows[0]!.connection_id, platform }
  const client = await pool.org.connect()
  return {
    ...owner,
    /** The database as its owner, without row security. */
    db: database.owner,
    /** `into`: the tables of the records, parents first. */
    async store(into: readonly string[], records: Parameters<Stage['add']>[0], merge: Omit<Merge, 'time_zone'>) {
      const session = new OrgSession(pool, client, org_id)
      const named = into.map((name) => tables.get(name)!)
      const stage = new Stage(session, owner, named)
      await stage.add(records)
      await session.transaction(() => stage.merge({ time_zone: 'UTC', ...merge }))
    },
    async close() {
      client.release(true)
      await pool.end()
      await database.drop()
    },
  }
}

export type StageBench = Awaited<ReturnType<typeof stage_bench>>
