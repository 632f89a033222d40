// The name of a store in lists: the name by which figures are grouped and filtered.
import { type RawBuilder, sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { outside_text } from '#engine/texts.ts'

export const store_field = () => outside_text().describe('Name of the store, as filters take it.')

/** The store's own name. Null before its first read. Stores are few, so PostgreSQL reads their names once for all rows. */
export const own_store_name = (connection_id: RawBuilder<unknown>) =>
  sql<string | null>`(select jsonb_object_agg(own.store_connection_id, own.store_name)
    from ${of_org('store_connections', 'own')}) ->> ${connection_id}::text`

/** The name of the store of a row. Before its first read, the name of its connection `c`, which the statement joins. */
export const store_name = (connection_id: RawBuilder<unknown>) =>
  sql<string>`coalesce(${own_store_name(connection_id)}, c.name)`
