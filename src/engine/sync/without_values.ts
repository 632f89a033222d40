// Rows of a day of which the platform states nothing. Such a row makes the day unknown instead of zero. It replaces no stored figures,
// because a platform that states nothing now does not contradict what it stated before.
import type pg from 'pg'
import type { Table } from '#db/backup/tables.ts'
import { equal, is_among, is_daily, measures, read_keys, staged } from '#engine/sync/table_sql.ts'

/** Whether one of the rows names no figure at all. */
export function has_row_without_values(table: Table, rows: readonly object[]): boolean {
  if (!is_daily(table)) return false
  const figures = measures(table)
  const is_absent = (row: object, name: string) => (row as Record<string, unknown>)[name] === undefined
  return figures.length > 0 && rows.some((row) => figures.every((name) => is_absent(row, name)))
}

/** Deletes the staged rows without any figure whose day is stored already. Call this after missing rows are noted. */
export async function keep_stored_values(client: pg.ClientBase, table: Table, org_id: string): Promise<void> {
  const nothing = measures(table).map((name) => `s."${name}" is null`)
  const known = await read_keys(
    client,
    table,
    `${staged(table)} s cross join lateral (
       select t.* from public."${table.name}" t where t.org_id = $1 and ${equal(table.key, 't', 's')} offset 0) t
     where ${nothing.join(' and ')}`,
    [org_id],
  )
  if (known) await client.query(`delete from ${staged(table)} s where ${is_among(table, 's', 1)}`, known)
}
