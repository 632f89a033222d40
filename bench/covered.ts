// Marks the generated days of the benchmarks' connections as read, as a sync would have done it.
import type pg from 'pg'
import { connectors } from '#connectors/index.ts'

/** Covers the last `days` days of every stream of every connection. A database of an older version has no such columns. */
export async function cover_connections(db: Pick<pg.Pool, 'query'>, days: number): Promise<void> {
  const { rows } = await db.query(
    `select from information_schema.columns where table_name = 'sync_cursors' and column_name = 'covered_from'`,
  )
  if (rows.length === 0) return
  const streams = Object.entries(connectors).flatMap(([platform, { streams }]) =>
    Object.keys(streams).map((stream) => [platform, stream]),
  )
  await db.query(
    `insert into sync_cursors (org_id, connection_id, stream, account_id, cursor, covered_from, covered_until, read_until)
     select c.org_id, c.connection_id, s.stream, 'a',
       jsonb_build_object('settled_until', current_date - 30, 'finished_at', now()), current_date - $3::int, current_date - 1, current_date
     from connections c join unnest($1::text[], $2::text[]) s (platform, stream) on s.platform = c.platform
     on conflict do nothing`,
    [streams.map(([platform]) => platform), streams.map(([, stream]) => stream), days],
  )
}
