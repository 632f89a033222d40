// Tables of generated documents in Markdown.

/** A text in a cell, in which a bar and a line break would end it. */
export const cell = (text: string | null) => (text ?? '').replaceAll('|', '\\|').replaceAll('\n', ' ')

export const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')
