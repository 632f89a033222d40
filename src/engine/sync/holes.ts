// Days without a row between days with many. A platform can lose a day of an answer, so such a day is a hole: figures do not know it, and
// it is read again once a day for a week. After that, the platform has no row of it, and the day is a zero that answers name.
import type pg from 'pg'
import type { Table } from '#db/backup/tables.ts'
import type { OrgSession } from '#db/org_session.ts'
import type { Hole } from '#domain/coverage.ts'
import { add_days } from '#domain/windows.ts'
import type { Stream, WarehouseTable, WindowStream } from '#engine/connector.ts'
import { type Cursor, type Days, earlier, later, recent_start } from '#engine/sync/cursor.ts'
import type { StreamPlace } from '#engine/sync/missing.ts'
import { of_account } from '#engine/sync/table_sql.ts'

const DAY_MS = 86_400_000
/** A longer time without rows is no lost day. */
const DAYS_MAX = 3
const READ_AGAIN_FOR_MS = 7 * DAY_MS
const READ_AGAIN_EVERY_MS = DAY_MS

type Declared = NonNullable<WindowStream<never, WarehouseTable>['window']['holes']>

interface Searched {
  run: { session: Pick<OrgSession, 'client'> }
  place: StreamPlace
  stream: Stream
  /** The first table of the stream. */
  table: Table
  now: Date
}

/**
 * The holes after the rows of these days were stored. `cursor`: with the holes before. Call this in the transaction of the merge. Days
 * beside the stored ones can be holes now.
 */
export async function holes_after(
  { run, place, stream, table, now }: Searched,
  { from, to }: Days,
  { holes: known = [], read_from, whole_until }: Cursor,
): Promise<Cursor['holes']> {
  const declared = 'window' in stream ? stream.window.holes : undefined
  if (!declared || read_from === undefined || whole_until === undefined) return undefined
  const beside = { from: add_days(from, -DAYS_MAX), to: add_days(to, DAYS_MAX) }
  const over = { from: later(beside.from, read_from), to: earlier(beside.to, whole_until) }
  const found = await find_days(run.session.client, { ...place, ...over, whole_until }, table, declared)
  const at = now.toISOString()
  const others = known.filter(({ date }) => date >= read_from && (date < beside.from || date > beside.to))
  const here = found.map((date): Hole => {
    const hole = known.find((one) => one.date === date)
    // An instant in the future comes from a wrong clock.
    if (!hole || hole.since > at) return { date, since: at, read_at: at }
    if (date < from || date > to) return hole
    const is_answer = now.getTime() - Date.parse(hole.since) >= READ_AGAIN_FOR_MS
    return { ...hole, read_at: at, ...(is_answer && { is_answer }) }
  })
  const all = [...others, ...here].sort((one, other) => (one.date < other.date ? -1 : 1))
  return all.length > 0 ? all : undefined
}

/**
 * Whole days without a row between days with many. The day after can be a part of a day, such as today, of which any row counts. Days whose
 * rows were deleted after several reads are none.
 */
async function find_days(
  client: pg.ClientBase,
  { org_id, connection_id, account_id, stream, from, to, whole_until }: StreamPlace & Days & { whole_until: string },
  table: Table,
  { column, least }: Declared,
): Promise<string[]> {
  const { rows } = await client.query<{ date: string }>(
    `with days as (
       select t.date, sum(t."${column}") as figure from public."${table.name}" t
       where ${of_account(table, { org_id: '$1', connection_id: '$2', account_id: '$3' })}
         and t.date between $4::date - ${DAYS_MAX} and $5::date + ${DAYS_MAX} group by t.date),
     gaps as (
       select date, figure, lead(date) over (order by date) as next, lead(figure) over (order by date) as next_figure from days)
     select (g.date + n)::text as date from gaps g cross join lateral generate_series(1, g.next - g.date - 1) n
     where g.next - g.date between 2 and ${DAYS_MAX} + 1 and g.date + n between $4::date and $5::date
       and g.figure >= $6 and (g.next_figure >= $6 or g.next > $8::date)
       and not exists (select from sync_cursors c
         where c.org_id = $1 and c.connection_id = $2 and c.account_id = $3 and c.stream = $7 and g.date + n = any (c.empty_days))`,
    [org_id, connection_id, account_id, from, to, least, stream, whole_until],
  )
  return rows.map(({ date }) => date)
}

const is_open = ({ is_answer }: Hole) => !is_answer

/** Open holes that were not read for a day. */
export const holes_to_read = ({ holes = [] }: Cursor, now: Date): string[] =>
  holes
    .filter(is_open)
    .filter(({ read_at }) => Math.abs(now.getTime() - Date.parse(read_at)) >= READ_AGAIN_EVERY_MS)
    .map(({ date }) => date)

/** The cursor without open holes that the platform keeps no longer. Nothing can fill them, so the stored days begin after them. */
export function since_lost_holes(cursor: Cursor, kept_from: string): Cursor {
  const { holes = [], read_from = '' } = cursor
  const lost = holes.filter(is_open).findLast(({ date }) => date < kept_from && date >= read_from)
  return lost ? { ...cursor, read_from: add_days(lost.date, 1) } : cursor
}

/** What a stream says of its open holes of recent days. Older ones concern figures with their days alone. Undefined: it has none. */
export function hole_sentence({ holes = [] }: Cursor, today: string): string | undefined {
  const first = recent_start('', today)
  const open = holes.filter((hole) => is_open(hole) && hole.date >= first).map(({ date }) => date)
  const [date] = open.slice(-1)
  if (date === undefined) return undefined
  const others = open.length === 1 ? '' : ` So it is with ${open.length - 1} more.`
  return `The platform gave no row of ${date} between days with many.${others} Such a day is read again daily for a week before it counts as zero.`
}
