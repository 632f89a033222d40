import type pg from 'pg'

/** From this number of rows of a sync, the planner statistics are updated. */
const ANALYZE_ROWS = 1_000

const size_class = (rows: number) => Math.floor(Math.log2(Math.max(1, rows / ANALYZE_ROWS)))

/**
 * When few organizations have rows, the planner assumes that a new organization has none, and scans the whole table for each key.
 * So the tables are analyzed each time a sync has twice as many rows.
 */
export async function update_planner_statistics(
  client: pg.PoolClient,
  tables: readonly string[],
  rows: { before: number; now: number },
): Promise<void> {
  if (rows.now < ANALYZE_ROWS) return
  if (rows.before >= ANALYZE_ROWS && size_class(rows.now) === size_class(rows.before)) return
  for (const name of tables) await client.query('select refresh_statistics($1)', [name])
}
