// Values as PostgreSQL writes them, and as Tablero has them.

/** A year of four digits, to the second, in UTC, without and with parts of a second. */
const IN_UTC = /^([1-9]\d{3}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/
const MILLISECOND_DIGITS = 3

/** The instant in UTC, to the millisecond. A Date takes several times as long, and an answer has thousands. */
export function instant_text(written: string): string {
  const [, day, time, parts = ''] = IN_UTC.exec(written) ?? []
  if (day === undefined) return new Date(written).toISOString()
  return `${day}T${time}.${parts.slice(0, MILLISECOND_DIGITS).padEnd(MILLISECOND_DIGITS, '0')}Z`
}
