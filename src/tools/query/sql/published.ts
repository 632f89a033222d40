// The published views that `run_readonly_sql` can read, with the database's own descriptions.
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#engine/tool.ts'

export interface PublishedTable {
  table: string
  /** False for rows that all organizations read. */
  is_of_org: boolean
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
        'description', col_description(c.oid, a.attnum))) order by a.attnum) filter (where a.attname <> 'org_id') as columns,
      bool_or(a.attname = 'org_id') as is_of_org
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'published'::regnamespace and c.relkind = 'v'
    group by c.oid, c.relname order by c.relname`.execute(db)
  return rows
}

/**
 * Names a published view for a statement: its columns, and the rows of the organization. PostgreSQL plans it as the view itself. The
 * condition stands next to row security, so that an engine that distributes rows knows where they are before it asks.
 */
export function named_for({ table, is_of_org, columns }: PublishedTable, org_id: string): RawBuilder<unknown> {
  const names = sql.join(columns.map(({ column }) => sql.id(column)))
  const rows = is_of_org ? sql` where org_id = ${sql.lit(org_id)}` : sql``
  return sql`${sql.id(table)} as not materialized (select ${names} from ${sql.id('published', table)}${rows})`
}
