// Days of which one read brought lines with different figures for the same row. Only the last line is stored, so a part of the figures can
// be missing: the platform divides a row further than the table does, such as an ad that is in several groups.
import { type Cursor, type Days, recent_start } from '#engine/sync/cursor.ts'

/** More days than these say nothing more. */
const DAYS_MAX = 100

/** The days with conflicts after a read of these days. `found`: the days of which this read brought some. */
export function conflicts_after({ conflicts: known = [] }: Cursor, read: Days, found: readonly string[]) {
  const others = known.filter((date) => date < read.from || date > read.to)
  const all = [...new Set([...others, ...found])].sort().slice(-DAYS_MAX)
  return all.length > 0 ? all : undefined
}

/** What a stream says of conflicts of recent days. Undefined: there are none. */
export function conflict_sentence({ conflicts = [] }: Cursor, today: string): string | undefined {
  const recent = conflicts.filter((date) => date >= recent_start('', today))
  const date = recent.at(-1)
  if (date === undefined) return undefined
  const others = recent.length === 1 ? '' : ` So it is with ${recent.length - 1} more.`
  return `The platform gave several lines with different figures for a row of ${date}, and only one is stored.${others} Figures of such a day can be too small.`
}
