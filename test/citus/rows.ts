// The rows that two databases hold, compared without what is another value in each: ids that were made, instants of the database's clock,
// hashes, signatures and ciphertexts. Such a value counts as equal to one that stands in the same places. Instants count as equal to each
// other, because a worker of a cluster has a clock of its own.
import { createHash } from 'node:crypto'
import pg from 'pg'
import { quote, tables_of } from '#db/backup/backup.ts'

/** Rows of each table, as text. */
export type Rows = ReadonlyMap<string, readonly string[]>

/** About the process, or about real milliseconds of its requests. */
const OF_THE_PROCESS = [
  ...['graphile_worker._private_job_queues', 'graphile_worker._private_known_crontabs', 'public.vendor_budgets'],
]
/** Values that are measured. */
const MEASURED = /"duration_ms": ?-?[\d.]+/g

/** Every row of the tables that a backup holds. */
export async function rows_of(url: string): Promise<Rows> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const found = new Map<string, string[]>()
    for (const { name } of await tables_of(client)) {
      if (OF_THE_PROCESS.includes(name)) continue
      const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${quote(name)} t`)
      found.set(
        name,
        rows.map(({ row }) => row.replaceAll(MEASURED, '')),
      )
    }
    return found
  } finally {
    await client.end()
  }
}

/** Ids, instants, bytes, links, secrets, keys, and codes. */
const VALUES = new RegExp(
  [
    '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
    '\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d[\\d.:+-]*Z?',
    '\\\\x[0-9a-f]{2,}',
    '[0-9a-f]{32,}',
    '(?<=\\blink=|/invitation#)[\\w.-]+',
    '\\bwhsec_[\\w+/=]+',
    '\\bsvc_[\\w-]+',
    '\\btb-[0-9a-f]{10}',
    '(?<="code": ?"|[?]text=)\\d{8}',
  ].join('|'),
  'g',
)

const values_of = (rows: Iterable<string>): Set<string> => new Set([...rows].flatMap((row) => row.match(VALUES) ?? []))
const kind_of = (value: string): string =>
  value.startsWith('\\x') ? 'bytes' : /^\d{4}-\d\d-\d\d[T ]/.test(value) ? 'instant' : 'id'
const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** Rounds in which a value learns more of where it stands: first in its rows, then in the rows of their other values. */
const ROUNDS = 2

/** Rows with each value that the other side does not know replaced by where it stands. */
function placed(rows: Rows, known: ReadonlySet<string>, rounds: number): Map<string, string[]> {
  let names = new Map<string, string>()
  const shown = (row: string) =>
    row.replaceAll(VALUES, (value) => (known.has(value) ? value : `<${names.get(value) ?? kind_of(value)}>`))
  for (let round = 0; round < rounds; round += 1) {
    const places = new Map<string, string[]>()
    for (const [table, texts] of rows)
      for (const text of texts) {
        const around = shown(text)
        text.match(VALUES)?.forEach((value, at) => {
          if (!known.has(value) && kind_of(value) !== 'instant')
            places.set(value, [...(places.get(value) ?? []), `${table} ${at} ${around}`])
        })
      }
    names = new Map([...places].map(([value, of]) => [value, `${kind_of(value)} ${hash(of.sort().join('\n'))}`]))
  }
  return new Map([...rows].map(([table, texts]) => [table, texts.map(shown).sort()]))
}

export interface Compared {
  /** Rows of the first side, and those of them that the other side has too. */
  rows: number
  equal: number
  differences: string[]
}

/**
 * Compares every row. Instants from `since` on count as equal to each other: waiting moves the clock of a sync, and how long it waits depends
 * on the machine. Differences of content come before those of what refers to what, which follow from them.
 */
export function compare(one: Rows, other: Rows, since = Number.POSITIVE_INFINITY): Compared {
  const in_both = values_of([...one.values()].flat()).intersection(values_of([...other.values()].flat()))
  const known = new Set([...in_both].filter((value) => kind_of(value) !== 'instant' || !(Date.parse(value) >= since)))
  const rows = [...one.values()].flat().length
  for (const rounds of [0, ROUNDS]) {
    const { differences, equal } = different(placed(one, known, rounds), placed(other, known, rounds))
    if (differences.length > 0) return { rows, equal, differences }
  }
  return { rows, equal: rows, differences: [] }
}

function different(one: Map<string, string[]>, other: Map<string, string[]>): Omit<Compared, 'rows'> {
  const differences: string[] = []
  let equal = 0
  for (const table of new Set([...one.keys(), ...other.keys()])) {
    const [here, there] = [counted(one.get(table) ?? []), counted(other.get(table) ?? [])]
    for (const row of new Set([...here.keys(), ...there.keys()])) {
      const [a, b] = [here.get(row) ?? 0, there.get(row) ?? 0]
      equal += Math.min(a, b)
      if (a !== b) differences.push(`${table}: ${a} and ${b} of ${row}`)
    }
  }
  return { differences, equal }
}

const counted = (rows: readonly string[]) =>
  new Map(Object.entries(Object.groupBy(rows, (row) => row)).map(([row, same]) => [row, same!.length]))

/** An answer with the values that only one side knows replaced by their order of appearance. */
export function with_ordinals(text: string, known: ReadonlySet<string>): string {
  const names = new Map<string, string>()
  return text.replaceAll(VALUES, (value) => {
    if (known.has(value)) return value
    if (!names.has(value)) names.set(value, `<${kind_of(value)} ${names.size + 1}>`)
    return names.get(value)!
  })
}

export const known_to_both = (one: string, other: string): ReadonlySet<string> =>
  values_of([one]).intersection(values_of([other]))
