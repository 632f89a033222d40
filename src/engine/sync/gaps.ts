// Finds days without a row beside days with many. gap_totals.ts asks the platform for its own total of them, holes.ts keeps what it said.
import type pg from 'pg'
import type { Table } from '#db/tables.ts'
import { add_days } from '#domain/windows.ts'
import type { Holes } from '#engine/connector.ts'
import { type Days, earlier, later } from '#engine/sync/cursor.ts'
import type { StreamPlace } from '#engine/sync/missing.ts'
import { of_account } from '#engine/sync/table_sql.ts'
import { DAY_MS } from '#lib/durations.ts'

export interface Gap extends Days {
  /** No day after it has a row. */
  is_end?: true
  /** The platform's own total has figures of these days. Undefined: nobody knows. */
  is_lost?: boolean
}

/** A day with rows. `is_many`: its figure is large enough for a day beside it without a row to be doubtful. */
export interface Day {
  date: string
  is_many: boolean
}

export const days_of = ({ from, to }: Days): string[] => {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return Array.from({ length: count }, (_, n) => add_days(from, n))
}

/**
 * Days without a row between days with many, or after such a day. `days`: those with rows around a read, in order. `within`: the days that
 * were read and are over. The day after can be a part of a day, such as today, of which any row counts.
 */
export function gaps_between(days: readonly Day[], read: Days, within: Days): Gap[] {
  return days.flatMap((day, at): Gap[] => {
    const next = days[at + 1]
    // Beyond the nearest row after the read, nobody looked.
    if (!day.is_many || (next ? !next.is_many && next.date <= within.to : day.date > read.to)) return []
    const from = later(add_days(day.date, 1), within.from)
    const to = next ? earlier(add_days(next.date, -1), within.to) : within.to
    return from <= to ? [{ from, to, ...(!next && { is_end: true }) }] : []
  })
}

/** The stored days from..to, and the nearest ones before and after them. */
export async function stored_days(
  client: pg.ClientBase,
  { org_id, connection_id, account_id }: StreamPlace,
  table: Table,
  { column, least }: Holes,
  { from, to }: Days,
): Promise<Day[]> {
  const mine = of_account(table, { org_id: '$1', connection_id: '$2', account_id: '$3' })
  const nearest = (which: string, condition: string) =>
    `t.date = (select ${which}(t.date) from public."${table.name}" t where ${mine} and ${condition})`
  const { rows } = await client.query<Day>(
    `select t.date::text as date, sum(t."${column}") >= $6 as is_many from public."${table.name}" t
     where ${mine} and (t.date between $4 and $5 or ${nearest('max', 't.date < $4')} or ${nearest('min', 't.date > $5')})
     group by t.date order by t.date`,
    [org_id, connection_id, account_id, from, to, least],
  )
  return rows
}

/** Days that lost all their rows, as later reads confirmed. They are no holes. */
export async function read_empty_days(client: pg.ClientBase, place: StreamPlace): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ date: string }>(
    `select unnest(c.empty_days)::text as date from sync_cursors c
     where c.org_id = $1 and c.connection_id = $2 and c.account_id = $3 and c.stream = $4`,
    [place.org_id, place.connection_id, place.account_id, place.stream],
  )
  return new Set(rows.map(({ date }) => date))
}
