// Saves the rows of a table as a file, as they are, for spreadsheets.

interface CsvColumn<T> {
  title: string
  text: (row: T) => string
}

/** RFC 4180. A cell that begins like a formula gets a quote before it, so that no spreadsheet runs it. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const csv_of = <T>(columns: readonly CsvColumn<T>[], rows: readonly T[]): string =>
  [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ text }) => text(row)))]
    .map((line) => `${line.map(cell).join(',')}\r\n`)
    .join('')

export function save_csv<T>(name: string, columns: readonly CsvColumn<T>[], rows: readonly T[]): void {
  save_file(name, new Blob([csv_of(columns, rows)], { type: 'text/csv;charset=utf-8' }))
}

export function save_file(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
