// Reads columns and natural keys of tables from PostgreSQL's catalog, so that the code does not repeat them.
import type pg from 'pg'

export interface Table {
  name: string
  columns: readonly string[]
  /** The type in which each column is sent: its own type, without the limits that are checked when it is stored. */
  types: Readonly<Record<string, string>>
  /** Columns that identify a row of a platform, without org_id. */
  key: readonly string[]
}

/**
 * Tables that belong to a connection, by name. The natural key is the primary key. When the primary key is an id of Tablero (contacts),
 * the natural key is the unique key that names the connection.
 */
export async function read_tables(pool: pg.Pool): Promise<ReadonlyMap<string, Table>> {
  const { rows } = await pool.query<Omit<Table, 'key'> & { keys: string[][] }>(`
    select c.relname as name,
           array(select a.attname::text from pg_attribute a
                 where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
           (select json_object_agg(a.attname, case when t.typcategory = 'S' then 'text' else format_type(t.oid, null) end)
            from pg_attribute a join pg_type t on t.oid = a.atttypid
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as types,
           (select json_agg(k.columns order by not k.is_primary)
            from (select i.indisprimary as is_primary,
                         (select json_agg(a.attname order by u.n)
                          from unnest(i.indkey::int2[]) with ordinality u(attnum, n)
                          join pg_attribute a on a.attrelid = c.oid and a.attnum = u.attnum) as columns
                  from pg_index i where i.indrelid = c.oid and i.indisunique) k) as keys
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')`)
  const tables = rows.flatMap(({ name, columns, types, keys }): Table[] => {
    const connection = connection_column({ columns })
    const key = keys?.find((candidate) => connection !== undefined && candidate.includes(connection))
    return key ? [{ name, columns, types, key: key.filter((column) => column !== 'org_id') }] : []
  })
  return new Map(tables.map((table) => [table.name, table]))
}

/** The column that names the connection. For store tables it is store_connection_id. */
export function connection_column({
  columns,
}: Pick<Table, 'columns'>): 'connection_id' | 'store_connection_id' | undefined {
  if (columns.includes('connection_id')) return 'connection_id'
  return columns.includes('store_connection_id') ? 'store_connection_id' : undefined
}

const ACCOUNT_COLUMNS = ['account_id', 'property_id', 'site_url', 'social_account_id']

/** The column that names the account, in tables with several accounts of a connection. Not every key has it: an order has one id everywhere. */
export const account_column = ({ columns }: Pick<Table, 'columns'>) =>
  columns.find((column) => ACCOUNT_COLUMNS.includes(column))
