// Values as PostgreSQL writes them, and as Tablero has them. The readers of the driver are general, and take several times as long.

/** A year of four digits, to the second, in UTC, without and with parts of a second. */
const IN_UTC = /^([1-9]\d{3}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/
const MILLISECOND_DIGITS = 3

/** The instant in UTC, to the millisecond. */
export function instant_text(written: string): string {
  const [, day, time, parts = ''] = IN_UTC.exec(written) ?? []
  if (day === undefined) return new Date(written).toISOString()
  return `${day}T${time}.${parts.slice(0, MILLISECOND_DIGITS).padEnd(MILLISECOND_DIGITS, '0')}Z`
}

/** The texts of an array. Undefined where the array is in a rarer form: with another lower bound, or of arrays. */
export function read_texts(written: string): (string | null)[] | undefined {
  if (written === '{}') return []
  const end = written.length - 1
  if (written[0] !== '{' || written[end] !== '}') return undefined
  const texts: (string | null)[] = []
  let at = 1
  while (at < end) {
    const is_quoted = written[at] === '"'
    const after = is_quoted ? end_of_quoted(written, at) : end_of_plain(written, at, end)
    const text = is_quoted ? written.slice(at + 1, after - 1) : written.slice(at, after)
    if (!is_quoted && text.includes('{')) return undefined
    if (is_quoted) texts.push(text.includes('\\') ? text.replace(/\\(.)/gs, '$1') : text)
    else texts.push(text === 'NULL' ? null : text)
    at = after + 1
  }
  return texts
}

/** The place after the closing quote. */
function end_of_quoted(written: string, at: number): number {
  let end = written.indexOf('"', at + 1)
  while (is_escaped(written, end)) end = written.indexOf('"', end + 1)
  return end + 1
}

function is_escaped(written: string, at: number): boolean {
  let before = at - 1
  while (written[before] === '\\') before -= 1
  return (at - before) % 2 === 0
}

function end_of_plain(written: string, at: number, end: number): number {
  const comma = written.indexOf(',', at)
  return comma < 0 ? end : comma
}
