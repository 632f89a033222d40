// Rows of a day of which the platform states nothing. Such a row makes the day unknown instead of zero. It replaces no stored figures,
// because a platform that states nothing now does not contradict what it stated before.
import type pg from 'pg'
import type { Table } from '#db/tables.ts'
import type { ColumnSets } from '#engine/sync/column_sets.ts'
import { equal, is_among, read_keys, staged } from '#engine/sync/table_sql.ts'

/** Deletes the staged rows without any figure whose day is stored already. Call this after missing rows are noted. */
export async function keep_stored_values(
  client: pg.ClientBase,
  table: Table,
  named: ColumnSets,
  org_id: string,
): Promise<void> {
  const without = named.without_figures()
  if (!without) return
  const known = await read_keys(
    client,
    table,
    `${staged(table)} s cross join lateral (
       select t.* from public."${table.name}" t where t.org_id = $1 and ${equal(table.key, 't', 's')} offset 0) t
     where ${without}`,
    [org_id],
  )
  if (known) await client.query(`delete from ${staged(table)} s where ${is_among(table, 's', 1)}`, known)
}
