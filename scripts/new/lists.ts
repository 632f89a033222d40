// Adds a unit to the file that lists units of its kind. The formatter fixes line breaks.

interface Line {
  name: string
  /** The entry in the list. By default the name. */
  entry?: string
  from: string
  before: string
}

/** Adds `import { name } from 'from'` and the entry to the object that follows `before` ('tools: {'). */
export function listed(text: string, { name, entry = name, from, before }: Line): string {
  const start = text.indexOf(before)
  const end = text.indexOf('}', start)
  if (start < 0 || end < 0) throw new Error(`the list has no '${before}'`)
  const names = text.slice(start + before.length, end).split(',')
  const sorted = [...names.map((one) => one.trim()).filter(Boolean), entry].sort()
  const whole = `${text.slice(0, start)}${before} ${sorted.join(', ')} ${text.slice(end)}`
  return with_import(whole, `import { ${name} } from '${from}'`)
}

/** Adds a line at the end of the object or array whose first line contains `before`, and which ends at the left margin. */
export function with_last_line(text: string, before: string, line: string): string {
  const start = text.indexOf(before)
  const end = /\n[}\]]/.exec(text.slice(Math.max(start, 0)))
  if (start < 0 || !end) throw new Error(`the list has no '${before}'`)
  const at = start + end.index
  return `${text.slice(0, at)}\n${line}${text.slice(at)}`
}

function with_import(text: string, line: string): string {
  const lines = text.split('\n')
  lines.splice(lines.findLastIndex((one) => one.startsWith('import ')) + 1, 0, line)
  return lines.join('\n')
}
