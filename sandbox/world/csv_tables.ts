// CSV files below a folder, read as tables.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { parse } from 'csv-parse/sync'

export type Row = Record<string, string>

interface Table {
  /** Columns that identify a row. */
  key: string[]
  /** Other columns that are required. */
  needs?: string[]
  /** The folder may lack the file. The table is then empty. */
  optional?: boolean
}

/** Reads every file of a name below the folder as one table. A row that is in two files counts once. */
export function table_reader(dir: string) {
  const paths = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  return (name: string, { key, needs = [], optional = false }: Table): Row[] => {
    const found = paths.filter((path) => basename(path) === name)
    if (!found.length && !optional) throw new Error(`There is no ${name} below ${dir}.`)
    const rows = new Map<string, Row>()
    for (const path of found) {
      const table: Row[] = parse(readFileSync(path), { bom: true, columns: true, skip_empty_lines: true })
      const missing = [...key, ...needs].filter((column) => table[0] && !(column in table[0]))
      if (missing.length) throw new Error(`${relative(dir, path)} has no column ${missing.join(', ')}.`)
      for (const row of table) rows.set(key.map((column) => row[column]).join('/'), row)
    }
    return [...rows.values()]
  }
}

export function group(rows: Row[], column: string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row[column]!)
    if (group) group.push(row)
    else groups.set(row[column]!, [row])
  }
  return groups
}

/** Computes a value again only when its inputs have changed. */
export function once_per<T>(mark: () => unknown, make: () => T): () => T {
  let last: { mark: unknown; value: T } | undefined
  return () => {
    const current = mark()
    if (!last || last.mark !== current) last = { mark: current, value: make() }
    return last.value
  }
}
