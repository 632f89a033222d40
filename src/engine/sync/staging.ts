// The temporary tables that rows are staged in: making them, emptying them, and getting rows into them.
import type pg from 'pg'
import type { Table } from '#db/backup/tables.ts'
import type { Rows, WarehouseTable } from '#engine/connector.ts'

/** A stage is emptied by deleting its rows, until it was given so many; truncating makes new files, which takes longer. */
const DELETED_ROWS_MAX = 1_000

export const quoted = (names: readonly string[], of = '') =>
  names.map((name) => `${of && `${of}.`}"${name}"`).join(', ')
export const staged = (table: Table) => `pg_temp."stage_${table.name}"`

/** What empties a table that was given so many rows, or makes it, and how many it counts as given afterwards. */
export function empty_or_create(table: Table, given: number | undefined): { statement: string; rows: number } {
  if (given === undefined) {
    const columns = `select *, null::bigint as stage_record from public."${table.name}"`
    return { statement: `create temporary table if not exists ${staged(table)} as ${columns} with no data`, rows: 0 }
  }
  if (given > DELETED_ROWS_MAX) return { statement: `truncate ${staged(table)}`, rows: 0 }
  return { statement: `delete from ${staged(table)}`, rows: given }
}

/** The rows of a table that a record was made into. */
export function rows_of(rows: Rows<WarehouseTable>, table: Table): Record<string, unknown>[] {
  const found = rows[table.name as WarehouseTable]
  if (found === undefined) return []
  return (Array.isArray(found) ? found : [found]) as Record<string, unknown>[]
}

/** Rows as one array a column, which PostgreSQL reads twice as fast as JSON. What is the same in every row is sent once. */
export function insert_statement(
  table: Table,
  filled: Record<string, string>,
  columns: readonly string[],
  rows: readonly Record<string, unknown>[],
): pg.QueryConfig {
  const constants = Object.keys(filled)
  const type = (column: string) => (column === 'stage_record' ? 'bigint' : table.types[column]!)
  // A list of lists would be one list of everything, so columns of lists travel as JSON.
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

/** PostgreSQL keeps no NUL and no half of a character, which vendors' texts can have; a bigint has no form in JSON. */
function without_invalid_text(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : value
}
