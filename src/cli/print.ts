// Output of commands: aligned columns for people, JSON for programs. Names and errors of others are in both, and a terminal obeys
// control characters, so no other file of the command line prints.
import { REPLACEMENT, visible_text } from '#lib/text.ts'

type Cell = unknown

const text_of = (cell: Cell): string => {
  if (cell === null || cell === undefined) return '-'
  if (Array.isArray(cell)) return cell.join(' ')
  if (typeof cell === 'object') return JSON.stringify(cell)
  return String(cell)
}

/** A row is one line, so that no name looks like another row. */
const cell_of = (cell: Cell) => visible_text(text_of(cell)).replaceAll(/[\t\n\r]+/g, REPLACEMENT)

/** Invisible characters, which JSON may hold as they are. Escaped, they mean the same to a program. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const escaped = (character: string) =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

/** JSON has no bigint. As text the number keeps every digit. */
const json_of = (value: unknown) =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? inner.toString() : inner)).replaceAll(
    INVISIBLE,
    escaped,
  )

/** Prints to standard output. */
export const print_text = (text: string) => console.log(visible_text(text))

/** Prints to standard error what is no part of the result. */
export const print_note = (text: string) => console.error(visible_text(text))

export const print_json = (value: unknown) => console.log(json_of(value))

/** Prints rows: one JSON array with --json, else aligned columns. Prints `none` instead of an empty table. */
export function print_rows(rows: Record<string, Cell>[], { json, none }: { json: boolean; none: string }) {
  if (json) return print_json(rows)
  if (rows.length === 0) return print_text(none)
  const names = Object.keys(rows[0]!)
  const lines = [
    names.map((name) => cell_of(name.toUpperCase())),
    ...rows.map((row) => names.map((name) => cell_of(row[name]))),
  ]
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  for (const line of lines)
    print_text(
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
}

/** Prints the result of a command: one sentence, or the values with --json. */
export function print_done(sentence: string, facts: Record<string, Cell>, { json }: { json: boolean }) {
  if (json) print_json(facts)
  else print_text(sentence)
}
