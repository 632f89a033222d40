// Work across organizations while a worker of a Citus cluster does not answer.
import { across } from '#db/org.ts'
import type { Database, Pool } from '#db/pool.ts'
import { is_part_unreachable } from '#db/unreachable.ts'
import { unreachable_workers } from './citus/workers.ts'

/**
 * Runs `work` in one transaction across organizations. Where a worker does not answer, it runs again for the organizations of the others. Only
 * for work that comes again and finds then what it left: an answer must never have a part in a whole's place.
 */
export async function in_reachable<T>(pool: Pool, work: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await across(pool, {}, work)
  } catch (error) {
    if (!is_part_unreachable(error)) throw error
    const lost = await unreachable_workers(pool)
    if (lost.length === 0) throw error
    return await across(pool, { among: await orgs_beside(pool, lost) }, work)
  }
}

/** Organizations whose rows are on other workers than these. */
async function orgs_beside(pool: Pool, lost: readonly string[]): Promise<string[]> {
  return across(pool, {}, async (db, client) => {
    const orgs = await db.selectFrom('orgs').select('org_id').execute()
    const { rows } = await client.query<{ org_id: string }>(
      `select o.org_id from unnest($1::uuid[]) o (org_id)
       join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('connections', o.org_id)
       join pg_dist_node n using (groupid)
       where n.nodename || ':' || n.nodeport <> all ($2)`,
      [orgs.map(({ org_id }) => org_id), lost],
    )
    return rows.map(({ org_id }) => org_id)
  })
}
