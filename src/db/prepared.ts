// Prepares repeated statements. PostgreSQL then parses each statement once per connection and soon reuses its plan, which saves most of
// the work of a small read. PostgreSQL refuses a prepared statement whose columns have changed since then, until the session ends. So a
// statement that returns all columns of a table is never prepared: a migration adds columns while processes of the old version still run.
import { set_newest } from '#lib/newest.ts'

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
  if (count < PREPARE_AFTER_USES) {
    set_newest(counts, text, count, TRACKED_MAX)
    return undefined
  }
  counts.delete(text)
  if (!names_its_columns(text)) return undefined
  names.set(text, `s${names.size + 1}`)
  return names.get(text)
}

/** Literals and comments, in which a star or a parenthesis means nothing. */
const TEXTS = /'(?:[^']|'')*'|--[^\n]*|\/\*.*?\*\//gs
const INNERMOST = /\(([^()]*)\)/g
/** A star that stands for columns. Behind a star that multiplies, a value follows. */
const STARS = /(?:\b(\w{1,63})\.)?\* ?(?=,|from\b|$)/g

/** Whether no star of the result stands for the columns of a table. It may stand for those that the statement itself names. */
export function names_its_columns(text: string): boolean {
  const parts: string[] = []
  // Each parenthesis becomes a number, from the inside to the outside, so that the outermost level remains.
  const fold = (level: string) => level.replace(INNERMOST, (_, part: string) => `<${parts.push(part) - 1}>`)
  let outermost = text.replace(TEXTS, '').replaceAll('"', '').replace(/\s+/g, ' ')
  for (let folded = fold(outermost); folded !== outermost; folded = fold(outermost)) outermost = folded
  return is_named(outermost.trim(), parts)
}

function is_named(level: string, parts: readonly string[]): boolean {
  const from = level.slice(level.search(/\bfrom\b/))
  return [...level.matchAll(STARS)].every(([, of]) => {
    if (of === undefined) return false
    const meant = [
      ...level.matchAll(new RegExp(`\\b${of} as (?:not )?(?:materialized )?<(\\d+)>`, 'g')),
      ...from.matchAll(new RegExp(`<(\\d+)> (?:as )?${of}\\b`, 'g')),
    ]
    return meant.length > 0 && meant.every(([, part]) => is_named(parts[Number(part)]!.trim(), parts))
  })
}
