// Columns that a child copies from its parent, so that an index of the children finds those of some days. The engine fills them in, because
// no connector should have to name a value twice.
import type { OrgSession } from '#db/org_session.ts'
import { connection_column, type Table } from '#db/tables.ts'
import type { Rows, WarehouseTable } from '#engine/connector.ts'
import type { ColumnSets } from '#engine/sync/column_sets.ts'
import { rows_of } from '#engine/sync/staging.ts'
import { quoted, staged } from '#engine/sync/table_sql.ts'

interface Copies {
  parent: WarehouseTable
  /** The id of the parent, in the rows of both. The connection is the same for all rows of a read. */
  id: string
  columns: readonly string[]
}

const copies: Partial<Record<string, Copies>> = {
  store_order_lines: { parent: 'store_orders', id: 'order_id', columns: ['ordered_at'] },
}

/** The rows of a table in a record, with the columns of their parent in the same record. A row without its parent names none of them. */
export function rows_with_copies(record: Rows<WarehouseTable>, table: Table): Record<string, unknown>[] {
  const rows = rows_of(record, table)
  const of = copies[table.name]
  if (!of || rows.length === 0) return rows
  const parents = new Map(rows_of(record, { name: of.parent }).map((row) => [row[of.id], row]))
  return rows.map((row) => {
    const parent = parents.get(row[of.id]) ?? {}
    const own = Object.entries(row).filter(([column]) => !of.columns.includes(column))
    return Object.fromEntries([...own, ...of.columns.flatMap((name) => (name in parent ? [[name, parent[name]]] : []))])
  })
}

interface Merging {
  tables: readonly Table[]
  /** Columns that the staged rows name, by table. */
  named: ReadonlyMap<string, ColumnSets>
  /** The tables whose stored rows are replaced with their parent. */
  replaced: readonly WarehouseTable[]
}

/**
 * Copies the columns of stored parents into their children, for what a merge staged. Call this after the merge of all tables. Children that
 * came with their parent, and replace those before, have the copies already.
 */
export async function correct_copies({ client, org_id }: OrgSession, merging: Merging, connection_id: string) {
  for (const [child, of] of Object.entries(copies)) {
    const { parent, id, columns } = of!
    const { tables, named, replaced } = merging
    const came = tables.filter(({ name }) => (name === child || name === parent) && named.has(name))
    const sets = named.get(child)
    const have_all =
      replaced.includes(child as WarehouseTable) && columns.every((column) => sets?.always_names(column) ?? true)
    if (came.length === 0 || have_all) continue
    const { rows } = await client.query<{ id: string }>(
      came.map((table) => `select "${id}" as id from ${staged(table)}`).join(' union '),
    )
    const connection = connection_column(came[0]!)!
    await client.query(
      `update public."${child}" t set ${columns.map((column) => `"${column}" = p."${column}"`).join(', ')} from public."${parent}" p
       where t.org_id = $1 and p.org_id = $1 and t."${connection}" = $2 and p."${connection}" = $2 and t."${id}" = p."${id}" and p."${id}" = any ($3)
         and (${quoted(columns, 't')}) is distinct from (${quoted(columns, 'p')})`,
      [org_id, connection_id, rows.map((row) => row.id)],
    )
  }
}
