// Output of commands: aligned columns for people, JSON for programs.

type Cell = unknown

const text_of = (cell: Cell): string => {
  if (cell === null || cell === undefined) return '-'
  if (Array.isArray(cell)) return cell.join(' ')
  if (typeof cell === 'object') return JSON.stringify(cell)
  return String(cell)
}

/** JSON has no bigint. As text the number keeps every digit. */
export const json_of = (value: unknown) =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? inner.toString() : inner))

/** Prints rows: one JSON array with --json, else aligned columns. Prints `none` instead of an empty table. */
export function print_rows(rows: Record<string, Cell>[], { json, none }: { json: boolean; none: string }) {
  if (json) return console.log(json_of(rows))
  if (rows.length === 0) return console.log(none)
  const names = Object.keys(rows[0]!)
  const lines = [names.map((name) => name.toUpperCase()), ...rows.map((row) => names.map((name) => text_of(row[name])))]
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  for (const line of lines)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
}

/** Prints the result of a command: one sentence, or the values with --json. */
export function print_done(sentence: string, facts: Record<string, Cell>, { json }: { json: boolean }) {
  console.log(json ? json_of(facts) : sentence)
}
