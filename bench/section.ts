// The result of a part of the benchmarks, for the terminal and for docs/benchmarks.md.
export interface Section {
  title: string
  /** The method, in whole sentences. */
  about: string
  tables: Table[]
  pictures?: Picture[]
}

export interface Table {
  columns: string[]
  rows: string[][]
}

export interface Picture {
  /** Name of the file, in the folder of docs/benchmarks.md. */
  file: string
  says: string
  svg: string
}

/** A quantile of the values: 0.5 is the median; five percent of the values exceed 0.95. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

export const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
export const met = (is_met: boolean) => (is_met ? 'yes' : 'no')

export function print({ title, tables }: Section): void {
  console.log(`\n${title}`)
  for (const { columns, rows } of tables) {
    const lines = [columns, ...rows]
    const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)))
    for (const line of lines)
      console.log(
        line
          .map((cell, at) => cell.padEnd(widths[at]!))
          .join('  ')
          .trimEnd(),
      )
  }
}

export function on_page({ title, about, tables, pictures = [] }: Section): string {
  const written = tables.map(({ columns, rows }) => {
    const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
    return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n')
  })
  return [`## ${title}`, about, ...pictures.map(({ file, says }) => `![${says}](${file})`), ...written].join('\n\n')
}
