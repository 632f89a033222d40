// Prepares repeated statements. PostgreSQL then parses each statement once per connection and soon reuses its plan, which saves most of
// the work of a small read.

/** A statement is prepared after this number of uses. */
const PREPARE_AFTER_USES = 3
/** Most prepared statements, because every connection stores its own plan of each. */
const PREPARED_MAX = 200
/** Most statements whose uses are counted. The oldest count is dropped first. */
const TRACKED_MAX = 1_000
/** Longer statements contain rows and are not repeated. */
const CHARS_MAX = 20_000

/** A statement with this text is never prepared. PostgreSQL plans it each time, with its values. */
export const PLANNED_EACH_TIME = '/* planned each time */'

const names = new Map<string, string>()
const counts = new Map<string, number>()

/** Name of the prepared statement, the same for every connection. Undefined when the statement is not worth preparing. */
export function statement_name(text: string): string | undefined {
  const name = names.get(text)
  if (name !== undefined || names.size >= PREPARED_MAX || text.length > CHARS_MAX) return name
  if (text.includes(PLANNED_EACH_TIME)) return undefined
  const count = (counts.get(text) ?? 0) + 1
  counts.delete(text)
  if (count < PREPARE_AFTER_USES) {
    if (counts.size >= TRACKED_MAX) counts.delete(counts.keys().next().value!)
    counts.set(text, count)
    return undefined
  }
  names.set(text, `s${names.size + 1}`)
  return names.get(text)
}
