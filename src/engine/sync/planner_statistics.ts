import type pg from 'pg'

/** Rows of a sync from which on the planner is told about them. */
const ANALYZE_ROWS = 1_000

const size_class = (rows: number) => Math.floor(Math.log2(Math.max(1, rows / ANALYZE_ROWS)))

/**
 * Where few organizations have rows, the planner takes a new one's for none and reads all of them at each look-up by key. So
 * the tables are counted again each time a sync's rows have doubled.
 */
export async function update_planner_statistics(
  client: pg.PoolClient,
  tables: readonly string[],
  rows: { before: number; now: number },
): Promise<void> {
  if (rows.now < ANALYZE_ROWS) return
  if (rows.before >= ANALYZE_ROWS && size_class(rows.now) === size_class(rows.before)) return
  const names = tables.map((name) => `public."${name}"`).join(', ')
  await client.query(`analyze ${names}`)
}
