// When the older days of connections should be stored, at the speed so far.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import type { Context } from '#engine/tool.ts'
import { is_part_denied } from '#figures/sources/stream_states.ts'

/**
 * The cursors of accounts, and when the days that are left should be stored: they take as long as the days so far, each. Before any older
 * day is read, these are the days of the first slice, whose reading began it all.
 */
export const cursors_with_end = (now: Date) => sql`(
  select connection_id, stream, case when ${is_part_denied} then 'denied' else state end as state, reason,
    case when not ${is_part_denied} then suspect_reason end as suspect_reason, covered_from, covered_until, covered_at, is_left,
    case when h.from_day > h.read_from then ${now.toISOString()}::timestamptz + (h.at - h.since)
      * ((h.read_from - h.goal)::float / (h.from_day - h.read_from)) end as expected_at
  from ${of_org('sync_cursors', 's')}
  cross join lateral (
    select coalesce(cursor->>'history_left' = 'true', false) and state <> 'denied' as is_left, (cursor->>'read_from')::date as read_from,
      case when is_begun then (cursor->'history'->>'from')::date else (cursor->'history'->>'since')::timestamptz::date + 1 end as from_day,
      (cursor->'history'->>'goal')::date as goal, (cursor->'history'->>'since')::timestamptz as since,
      coalesce(case when is_begun then (cursor->'history'->>'at')::timestamptz end, ${now.toISOString()}::timestamptz) as at
    from (select cursor->'history'->>'from' <> cursor->>'read_from' as is_begun) b) h)`

/**
 * When all older days of each connection should be stored, for connections that have some left. The slowest stream and account decides. null:
 * the speed of one of them is not known yet.
 */
export async function read_history_ends({ db, now }: Pick<Context, 'db' | 'now'>): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ connection_id: string; expected_at: string | null }>`
    select connection_id, case when bool_and(expected_at is not null) then max(expected_at) end as expected_at
    from ${cursors_with_end(now)} c where is_left group by 1`.execute(db)
  return new Map(rows.map(({ connection_id, expected_at }) => [connection_id, expected_at]))
}
