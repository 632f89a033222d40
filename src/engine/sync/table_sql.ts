// Parts of statements about the rows of a table: keys, measures, conditions.
import type pg from 'pg'
import { account_column, connection_column, type Table } from '#db/tables.ts'

/** Columns that identify a row and are not measures. */
const NON_MEASURES = [
  'org_id',
  'connection_id',
  'platform',
  'currency',
  'synced_at',
  'is_final',
  'is_sampled',
  'quality',
]
const NUMBERS = ['bigint', 'integer', 'numeric']

export const quoted = (names: readonly string[], of = '') =>
  names.map((name) => `${of && `${of}.`}"${name}"`).join(', ')
export const staged = (table: Table) => `pg_temp."stage_${table.name}"`
export const text = (value: string) => `'${value.replaceAll("'", "''")}'`
export const equal = (names: readonly string[], a: string, b: string) =>
  names.map((name) => `${a}."${name}" = ${b}."${name}"`).join(' and ')
export const is_daily = ({ name }: Pick<Table, 'name'>) => name.endsWith('_daily')

export function measures(table: Table): string[] {
  return table.columns.filter((column) => !table.key.includes(column) && !NON_MEASURES.includes(column))
}

export const is_money = (measure: string) => measure.endsWith('_micros')

/** Measures that can be added up. */
export const summed = (table: Table) => measures(table).filter((column) => NUMBERS.includes(table.types[column]!))

/** The key of a row as one JSON object, without the connection and without the columns of `but`. */
export function row_key(table: Table, of: string, but: readonly string[] = []): string {
  const names = table.key.filter((column) => column !== connection_column(table) && !but.includes(column))
  return `jsonb_build_object(${names.map((name) => `${text(name)}, ${of}."${name}"`).join(', ')})`
}

/** Whether the row is one of those whose keys are parameters: an array for each key column, from `$first` on. */
export const is_among = (table: Table, of: string, first: number) =>
  `(${quoted(table.key, of)}) in (select * from unnest(${table.key.map((column, n) => `$${first + n}::${table.types[column]}[]`).join(', ')}))`

/**
 * Keys of rows `t`, an array for each key column. Undefined without rows. `given` is a WITH clause. Citus refuses a statement that changes
 * rows by comparing rows of a worker with a table of the session, so keys are read first and given to the statement.
 */
export async function read_keys(
  client: pg.ClientBase,
  table: Table,
  from: string,
  values: readonly unknown[],
  given = '',
): Promise<string[][] | undefined> {
  const columns = table.key.map((column) => `t."${column}"::text`).join(', ')
  const { rows } = await client.query<Record<string, string>>(`${given} select ${columns} from ${from}`, [...values])
  return rows.length > 0 ? table.key.map((column) => rows.map((row) => row[column]!)) : undefined
}

/** Restricts `t` to the rows of one account. In a table without accounts, all rows belong to each account of the connection. */
export function of_account(table: Table, { org_id, connection_id, account_id }: Record<Place, string>): string {
  const account = account_column(table)
  const here = `t.org_id = ${org_id} and t."${connection_column(table)}" = ${connection_id}`
  return `${here} and ${account ? `t."${account}" = ${account_id}` : `${account_id}::text is not null`}`
}
type Place = 'org_id' | 'connection_id' | 'account_id'

/** Stored rows that match a staged row. `offset 0` prevents the planner from replacing the key lookup with a table scan. */
export const stored = (table: Table, key: readonly string[], beside: string, org_id: string) =>
  `select t.* from public."${table.name}" t where t.org_id = ${org_id} and ${equal(key, 't', beside)} offset 0`

/** Whether the stored figure was complete: its day was over when it was read, and the platform did not call it provisional. */
export const was_complete = (table: Table, row: string, time_zone: string) =>
  `${row}.date < (${row}.synced_at at time zone ${time_zone})::date${table.columns.includes('is_final') ? ` and ${row}.is_final` : ''}`
