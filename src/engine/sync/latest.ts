// Of staged rows with the same key, only the latest is stored.

import type { OrgSession } from '#db/org_session.ts'
import type { Table } from '#db/tables.ts'
import { equal, is_among, is_daily, quoted, read_keys, staged, stored, summed } from '#engine/sync/table_sql.ts'

/**
 * Deletes staged duplicates, and staged changes older than the stored ones, because pages can arrive out of order. Returns the finished days
 * of which a duplicate has other figures. A figure of today can change between two pages.
 */
export async function keep_latest(
  { client, org_id }: OrgSession,
  table: Table,
  { read_at, time_zone }: { read_at: string; time_zone: string },
): Promise<string[]> {
  const has_age = table.columns.includes('changed_at')
  const age = (of: string) => `(${has_age ? `coalesce(${of}.changed_at, '-infinity'), ` : ''}${of}.stage_record)`
  // Usually there are no duplicates. The `exists` check finds this in a tenth of the time that comparing all pairs takes.
  const drop_others = `delete from ${staged(table)} a using ${staged(table)} b
    where exists (select from ${staged(table)} group by ${quoted(table.key)} having count(*) > 1)
      and ${equal(table.key, 'a', 'b')} and ${age('b')} > ${age('a')}`
  if (is_daily(table)) {
    const figures = summed(table)
    const { rows } = await client.query<{ date: string }>(
      `with others as (
         ${drop_others} returning a.date, (${quoted(figures, 'a')}) is distinct from (${quoted(figures, 'b')}) as has_other_figures)
       select distinct date::text as date from others where has_other_figures and date < ($1::timestamptz at time zone $2)::date`,
      [read_at, time_zone],
    )
    return rows.map(({ date }) => date)
  }
  await client.query(drop_others)
  if (!has_age) return []
  const older = await read_keys(
    client,
    table,
    `${staged(table)} s cross join lateral (${stored(table, table.key, 's', '$1')}) t where s.changed_at < t.changed_at`,
    [org_id],
  )
  if (older) await client.query(`delete from ${staged(table)} s where ${is_among(table, 's', 1)}`, older)
  return []
}
