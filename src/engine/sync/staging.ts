// The staging tables: creates them, empties them, and inserts rows.
import type pg from 'pg'
import type { Table } from '#db/tables.ts'
import type { Rows, WarehouseTable } from '#engine/connector.ts'
import { COLUMN_SET } from '#engine/sync/column_sets.ts'
import { quoted, staged } from '#engine/sync/table_sql.ts'
import { storable_text } from '#lib/text.ts'

/** Up to this number of rows, deleting is faster. `truncate` creates new files, which takes longer. */
const DELETED_ROWS_MAX = 1_000

/** The statement that creates or empties a staging table, and the number of rows that the table counts as received afterwards. */
export function empty_or_create(table: Table, given: number | undefined): { statement: string; rows: number } {
  if (given === undefined) {
    const columns = `select *, null::bigint as stage_record, null::integer as ${COLUMN_SET} from public."${table.name}"`
    return { statement: `create temporary table if not exists ${staged(table)} as ${columns} with no data`, rows: 0 }
  }
  if (given > DELETED_ROWS_MAX) return { statement: `truncate ${staged(table)}`, rows: 0 }
  return { statement: `delete from ${staged(table)}`, rows: given }
}

/** The rows of one table in a record's rows. */
export function rows_of(rows: Rows<WarehouseTable>, table: Pick<Table, 'name'>): Record<string, unknown>[] {
  const found = rows[table.name as WarehouseTable]
  if (found === undefined) return []
  return (Array.isArray(found) ? found : [found]) as Record<string, unknown>[]
}

/** An insert of one array per column, which PostgreSQL reads twice as fast as JSON. Constant columns are sent once. */
export function insert_statement(
  table: Table,
  filled: Record<string, string>,
  columns: readonly string[],
  rows: readonly Record<string, unknown>[],
): pg.QueryConfig {
  const constants = Object.keys(filled)
  const own_types: Record<string, string> = { stage_record: 'bigint', [COLUMN_SET]: 'integer' }
  const type = (column: string) => own_types[column] ?? table.types[column]!
  // PostgreSQL would flatten an array of arrays, so columns of arrays are sent as JSON.
  const is_list = (column: string) => type(column).endsWith('[]')
  const is_json = (column: string) => is_list(column) || type(column) === 'jsonb'
  const arrays = columns.map(
    (column, n) => `$${constants.length + n + 1}::${is_list(column) ? 'jsonb' : type(column)}[]`,
  )
  const read = columns.map((column) =>
    is_list(column)
      ? `case when jsonb_typeof(r."${column}") = 'array' then array(select jsonb_array_elements_text(r."${column}")) end`
      : `r."${column}"`,
  )
  return {
    text: `insert into ${staged(table)} (${quoted([...constants, ...columns])})
      select ${[...constants.map((column, n) => `$${n + 1}::${type(column)}`), ...read].join(', ')}
      from unnest(${arrays.join(', ')}) r (${quoted(columns)})`,
    values: [
      ...Object.values(filled),
      ...columns.map((column) =>
        rows.map((row) => (is_json(column) ? json_of(row[column]) : without_invalid_text(row[column]))),
      ),
    ],
  }
}

const json_of = (value: unknown) =>
  value == null ? null : JSON.stringify(value, (_, part) => without_invalid_text(part))

/** Removes NUL and incomplete characters, which PostgreSQL cannot store, and converts bigint, which JSON cannot represent. */
export function without_invalid_text(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  return typeof value === 'string' ? storable_text(value) : value
}
