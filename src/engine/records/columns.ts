// Converts a record between its table and its answer: its columns, and the format of their values on both sides.
import type { Row, Spec } from './declaration.ts'
import { default_of, is_number } from './shapes.ts'

export class Columns {
  /** Every column that is read: the id, the fields, the read-only columns, and the times of creation and change. */
  readonly all: string[]
  /** All columns except long fields. */
  readonly short: string[]
  readonly #numbers: Set<string>
  readonly #spec: Spec

  constructor(spec: Spec) {
    const shown = { ...spec.fields, ...spec.shows }
    this.all = [spec.id, ...Object.keys(shown), 'created_at', 'updated_at']
    this.short = this.all.filter((column) => !spec.long?.includes(column))
    this.#numbers = new Set(Object.entries(shown).flatMap(([name, field]) => (is_number(field) ? [name] : [])))
    this.#spec = spec
  }

  /** Exact numbers of the database become numbers of JSON. */
  read(row: Row): Row {
    const value_of = ([name, value]: [string, unknown]) =>
      value !== null && (typeof value === 'bigint' || this.#numbers.has(name)) ? Number(value) : value
    return Object.fromEntries(Object.entries(row).map((entry) => [entry[0], value_of(entry)]))
  }

  /** Serializes arrays as JSON text. Otherwise the driver writes an array as an array of PostgreSQL. */
  written(values: Row): Row {
    const is_json = (name: string, value: unknown) => value !== null && this.#spec.json?.includes(name)
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, is_json(name, value) ? JSON.stringify(value) : value]),
    )
  }

  /** The values of a new record: a missing field gets its default or null. */
  with_defaults(values: Row): Row {
    const fields = Object.entries(this.#spec.fields)
    return Object.fromEntries(
      fields.map(([name, field]) => [name, values[name] === undefined ? (default_of(field) ?? null) : values[name]]),
    )
  }
}
