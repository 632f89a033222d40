import type pg from 'pg'

/** From this number of rows of a sync, the planner statistics are updated. */
const ANALYZE_ROWS = 1_000

const size_class = (rows: number) => Math.floor(Math.log2(Math.max(1, rows / ANALYZE_ROWS)))

/**
 * When few organizations have rows, the planner assumes that a new organization has none, and scans the whole table for each key.
 * So each time a sync has twice as many rows, those of its tables are analyzed of which more rows than all have changed since. PostgreSQL
 * analyzes the others itself soon enough, and so do the workers of a Citus cluster, where one table is many.
 */
export async function update_planner_statistics(
  client: pg.PoolClient,
  tables: readonly string[],
  rows: { before: number; now: number },
): Promise<void> {
  if (rows.now < ANALYZE_ROWS) return
  if (rows.before >= ANALYZE_ROWS && size_class(rows.now) === size_class(rows.before)) return
  await client.query(
    `select refresh_statistics(relname) from pg_class where relnamespace = 'public'::regnamespace and relname = any ($1)
       and (reltuples < 0 or pg_stat_get_mod_since_analyze(oid) > reltuples)
       and to_regclass('pg_catalog.pg_dist_partition') is null`,
    [tables],
  )
}
