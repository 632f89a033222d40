// The published views that `run_readonly_sql` can read, with the database's own descriptions.
import { sql } from 'kysely'
import type { Context } from '#engine/tool.ts'
import { functions } from '#tools/query/sql/shapes.ts'

export interface PublishedTable {
  table: string
  description: string
  columns: { column: string; type: string; description?: string }[]
}

export async function read_published({ db }: Pick<Context, 'db'>): Promise<PublishedTable[]> {
  const { rows } = await sql<PublishedTable>`
    select c.relname as table, coalesce(obj_description(c.oid, 'pg_class'), '') as description,
      jsonb_agg(jsonb_strip_nulls(jsonb_build_object('column', a.attname, 'type', format_type(a.atttypid, null),
        'description', col_description(c.oid, a.attnum))) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'published'::regnamespace and c.relkind = 'v'
    group by c.oid, c.relname order by c.relname`.execute(db)
  return rows
}

/** Names that PostgreSQL would call as functions after a dot, because the function takes a whole row or any type. */
export async function functions_of_rows({ db }: Pick<Context, 'db'>, names: ReadonlySet<string>): Promise<string[]> {
  if (names.size === 0) return []
  const { rows } = await sql<{ name: string }>`
    select distinct proname::text as name from pg_proc
    where proname = any (${[...names]}::text[]) and pronamespace = 'pg_catalog'::regnamespace
      and (proargtypes[0] = any (array['record', 'jsonb', '"any"', 'anyelement', 'anynonarray', 'anycompatible',
        'anycompatiblenonarray']::regtype[]) or provariadic <> 0)`.execute(db)
  return rows.map(({ name }) => name).filter((name) => !functions.has(name))
}
