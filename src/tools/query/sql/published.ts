// The published views that `run_readonly_sql` can read, with the database's own descriptions.
import { sql } from 'kysely'
import type { Context } from '#engine/tool.ts'

export interface PublishedTable {
  table: string
  description: string
  columns: { column: string; type: string; description?: string }[]
}

/** The views, as this process keeps them in memory. Only a migration changes them. */
export const known_published = (context: Context): Promise<PublishedTable[]> =>
  context.shared('published', () => read_published(context))

async function read_published({ db }: Pick<Context, 'db'>): Promise<PublishedTable[]> {
  const { rows } = await sql<PublishedTable>`
    select c.relname as table, coalesce(obj_description(c.oid, 'pg_class'), '') as description,
      jsonb_agg(jsonb_strip_nulls(jsonb_build_object('column', a.attname, 'type', format_type(a.atttypid, null),
        'description', col_description(c.oid, a.attnum))) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'published'::regnamespace and c.relkind = 'v'
    group by c.oid, c.relname order by c.relname`.execute(db)
  return rows
}
