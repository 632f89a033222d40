// Statements that come again and again are prepared: PostgreSQL then parses each once a connection, and soon plans it no more,
// which is most of the work of a small read.

/** A statement is named when it has come this often. */
const PREPARE_AFTER_USES = 3
/** Named statements at most, because every connection keeps its own plan of each. */
const PREPARED_MAX = 200
/** Statements whose coming is counted; the oldest is forgotten first. */
const TRACKED_MAX = 1_000
/** Longer statements carry rows and come once. */
const CHARS_MAX = 20_000

const names = new Map<string, string>()
const counts = new Map<string, number>()

/** Name to prepare the statement under, or undefined when it is not worth it. The same for every connection. */
export function statement_name(text: string): string | undefined {
  const name = names.get(text)
  if (name !== undefined || names.size >= PREPARED_MAX || text.length > CHARS_MAX) return name
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
