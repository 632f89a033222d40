// Parts of a stream's figures that the platform does not give, although it gives the rest: a right that ended, a list that the app may not
// read. Such a read confirms no loss, and its rows have no total to be compared with.
import type pg from 'pg'
import type { Table } from '#db/tables.ts'
import type { Lack } from '#engine/connector.ts'
import type { StreamPlace } from '#engine/sync/missing.ts'
import { cut_text } from '#lib/text.ts'

const REASON_CHARS_MAX = 500

/** What a read lacks, as one. Undefined: nothing. */
export function one_lack(lacks: readonly Lack[]): Lack | undefined {
  if (lacks.length === 0) return undefined
  const reason = cut_text([...new Set(lacks.map((lack) => lack.reason))].join(' '), REASON_CHARS_MAX)
  const suspect = lacks.filter(({ is_suspect }) => is_suspect)
  const is_denied = suspect.length > 0 && suspect.every((lack) => lack.is_denied)
  return { reason, ...(suspect.length > 0 && { is_suspect: true }), ...(is_denied && { is_denied }) }
}

const place_of = ({ org_id, connection_id, account_id }: StreamPlace) => [org_id, connection_id, account_id]

/** The sentence about what the last read lacked, if stored rows are missing or nothing else shows the part. */
export async function lack_sentence(
  client: pg.ClientBase,
  place: StreamPlace,
  tables: readonly Table[],
): Promise<string | undefined> {
  const { rows } = await client.query<{ reason: string }>(
    `select c.cursor->'lacks'->>'reason' as reason from sync_cursors c
     where c.org_id = $1 and c.connection_id = $2 and c.account_id = $3 and c.stream = $4 and c.cursor->'lacks' is not null
       and (c.cursor->'lacks'->>'is_suspect' = 'true' or exists (
         select from missing_rows m where m.org_id = $1 and m.connection_id = $2 and m.account_id = $3 and m.table_name = any ($5)))`,
    [...place_of(place), place.stream, tables.map(({ name }) => name)],
  )
  return rows[0]?.reason
}

/** The platform gives everything again: from this read on, further reads and totals decide about the rows that are still missing. */
export async function restart_missing(
  client: pg.ClientBase,
  place: StreamPlace,
  tables: readonly Table[],
  read_at: string,
): Promise<void> {
  await client.query(
    `update missing_rows set missing_since = $5, missed_at = $5, empty_since = null, is_confirmed = false
     where org_id = $1 and connection_id = $2 and account_id = $3 and table_name = any ($4)`,
    [...place_of(place), tables.map(({ name }) => name), read_at],
  )
}
