// Which columns the staged rows of a table name. A column that a row does not name keeps the stored value, and a new row gets the
// default of the table. A column that a row names with null is stored as null. Most merges have one set of columns.
import type { Table } from '#db/tables.ts'
import { is_daily, measures } from '#engine/sync/table_sql.ts'

/** The column of a staging table with the number of the set. */
export const COLUMN_SET = 'stage_column_set'

export class ColumnSets {
  readonly #table: Table
  readonly #figures: readonly string[]
  /** Sets by their number. */
  readonly #sets: ReadonlySet<string>[] = []
  /** Numbers of sets by names, in each order in which rows have them. */
  readonly #numbers = new Map<string, number>()

  constructor(table: Table) {
    this.#table = table
    this.#figures = is_daily(table) ? measures(table) : []
  }

  /** The number of the set of columns that the row names. `filled`: columns that the engine fills in. */
  number_of(row: Record<string, unknown>, filled: readonly string[]): number {
    const names = this.#names_of(row)
    const known = this.#numbers.get(names.join())
    if (known !== undefined) return known
    const set = new Set([...filled, ...names].filter((column) => this.#table.columns.includes(column)))
    const equal = this.#sets.findIndex((other) => other.symmetricDifference(set).size === 0)
    const number = equal >= 0 ? equal : this.#sets.push(set) - 1
    this.#numbers.set(names.join(), number)
    return number
  }

  /** The sets, each with a condition of its staged rows. A single set needs none. */
  list(): { columns: string[]; condition: string }[] {
    return this.#sets.map((columns, n) => ({
      columns: [...columns],
      condition: this.#sets.length > 1 ? `where "${COLUMN_SET}" = ${n}` : '',
    }))
  }

  /** Whether a row names one of the columns. */
  names(column: string): boolean {
    return this.#sets.some((set) => set.has(column))
  }

  /** Whether every row names the column. */
  always_names(column: string): boolean {
    return this.#sets.every((set) => set.has(column))
  }

  /** The value of a column after the merge, in SQL: of the staged row `s`, or of the stored row `t`. */
  value(column: string): string {
    const naming = numbers_of(this.#sets, (set) => set.has(column))
    if (naming.length === this.#sets.length) return `s."${column}"`
    if (naming.length === 0) return `t."${column}"`
    return `case when s."${COLUMN_SET}" in (${naming}) then s."${column}" else t."${column}" end`
  }

  /** A condition of the staged rows `s` of a day that name no figure. Undefined when there are none. */
  without_figures(): string | undefined {
    const without = numbers_of(this.#sets, (set) => !this.#figures.some((name) => set.has(name)))
    return this.#figures.length > 0 && without.length > 0 ? `s."${COLUMN_SET}" in (${without})` : undefined
  }

  /** A row of a day whose figures all have no value names none of them. */
  #names_of(row: Record<string, unknown>): string[] {
    const names = Object.keys(row)
    const has_figure = this.#figures.length === 0 || this.#figures.some((name) => row[name] !== undefined)
    return has_figure ? names : names.filter((name) => !this.#figures.includes(name))
  }
}

const numbers_of = (sets: readonly ReadonlySet<string>[], is: (set: ReadonlySet<string>) => boolean): number[] =>
  sets.flatMap((set, n) => (is(set) ? [n] : []))
