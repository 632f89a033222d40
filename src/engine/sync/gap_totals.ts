// The platform's own total of days of which a read brought no row. It says whether the read lost them.
import type { Table } from '#db/tables.ts'
import type { Source } from '#engine/connector/own_totals.ts'
import type { Cursor, Days } from '#engine/sync/cursor.ts'
import { type Day, days_of, type Gap, gaps_between, read_empty_days, stored_days } from '#engine/sync/gaps.ts'
import { is_settled_for_now } from '#engine/sync/holes.ts'
import { place_of, tables_of, unless_refused } from '#engine/sync/ledger.ts'
import type { OfDays } from '#engine/sync/plan.ts'
import type { Reading } from '#engine/sync/reading.ts'
import { staged } from '#engine/sync/table_sql.ts'

/**
 * What the platform's own total says of days of which a read brought no row. Call this before the rows are stored. `cursor`: after the
 * read. Days that were asked for lately are left out.
 */
export async function ask_about_gaps(
  { run, name, account, stage, stored, now }: Reading,
  stream: OfDays,
  { slice, cursor, source }: { slice: Days; cursor: Cursor; source: Source },
): Promise<Gap[]> {
  const { holes: declared, ...window } = stream.window
  const { read_from, whole_until } = cursor
  const { total } = declared ?? {}
  if (!declared || !total || window.today_once || read_from === undefined || whole_until === undefined) return []
  const place = place_of(run, name, account)
  const [table] = tables_of(run, stream.into) as [Table]
  const { client } = run.session
  await stage.open()
  const found = await run.session.transaction(async () => {
    const came = await client.query<Day>(
      `select s.date::text as date, sum(s."${declared.column}") >= $1 as is_many from ${staged(table)} s group by s.date`,
      [declared.least],
    )
    const beside = (await stored_days(client, place, table, declared, slice)).filter(
      ({ date }) => date < slice.from || date > slice.to,
    )
    const days = [...beside, ...came.rows].sort((one, other) => (one.date < other.date ? -1 : 1))
    const gaps = gaps_between(days, slice, { from: read_from, to: whole_until })
    const empty = gaps.length > 0 ? await read_empty_days(client, place) : new Set()
    return gaps.filter((gap) =>
      days_of(gap).some((date) => !empty.has(date) && !is_settled_for_now(stored(), date, now)),
    )
  })
  const asked: Gap[] = []
  for (const gap of found) {
    const sum = await unless_refused(run, name, () => total({ ...source, from: gap.from, to: gap.to }))
    const most = declared.withholds ? BigInt(declared.least) * BigInt(days_of(gap).length) : 1n
    asked.push({ ...gap, ...(sum !== undefined && { is_lost: sum >= most }) })
  }
  return asked
}
