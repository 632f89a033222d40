// First reads of older days whose answer has no row, of platforms that can lose days of an answer. Where rows come beside such days, the days
// are read once more, at low priority. Until then they count as read, because most of them are empty.
import { add_days } from '#domain/windows.ts'
import { type Cursor, type Days, earlier, later } from '#engine/sync/cursor.ts'

/** What the cursor says of empty days after a slice. `came`: the slice has rows. `after`: the cursor after the slice otherwise. */
export function with_empty_days(before: Cursor, after: Cursor, { from, to }: Days, came: boolean): Cursor {
  const { empty, read_from } = before
  if (!came) {
    const is_first = read_from === undefined || to < read_from
    if (!is_first) return after
    if (empty && read_from === empty.from) return { ...after, empty: { ...empty, from } }
    return { ...after, empty: { from, to, ...(read_from === undefined && { is_newest: true }) } }
  }
  if (!empty) return after
  if (to < empty.from) return { ...after, empty: undefined, outdated: both(after, empty.from, add_days(empty.to, 1)) }
  // No day had a row before. Of other empty days, which are older than all rows, nothing says that they were lost.
  if (!empty.is_newest || to < empty.to) return after
  return { ...after, empty: undefined, ...(empty.from < from && { outdated: both(after, empty.from, from) }) }
}

/** The outdated days together with these. */
const both = ({ outdated }: Cursor, from: string, before: string): Cursor['outdated'] =>
  outdated ? { from: earlier(outdated.from, from), before: later(outdated.before, before) } : { from, before }
