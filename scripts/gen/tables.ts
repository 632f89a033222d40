// Tables of generated documents in Markdown.

const cell = (text: string) => text.replaceAll('|', '\\|')

export const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')
