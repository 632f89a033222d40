// Notes about texts that no row has, so that a caller never takes a typo for a zero.
import { distance } from 'fastest-levenshtein'
import { type RawBuilder, sql } from 'kysely'
import type { FigureContext } from '#engine/tool.ts'
import type { Span } from '#figures/sums/facts.ts'
import { listed_by, type Message, message, quoted } from '#messages/message.ts'

/** Number of values that no row has, named in an answer. */
export const MISSING_SHOWN_MAX = 5
/** Number of existing values named for each of them. */
const NEAREST_MAX = 5
/** Number of existing values that are compared, the most frequent first. */
const COMPARED_MAX = 1_000
/** First characters of a value that are compared and shown. A comparison takes time that grows with the lengths of both texts. */
const VALUE_CHARS_MAX = 60

/** A text that a caller gives, and the columns of rows `f` that can have it. */
export interface NamedText {
  /** The name of the input. */
  name: string
  value: string
  columns: readonly RawBuilder<unknown>[]
}

/** A note when no row of these days has the text. `from`: the rows `f` of a group of facts. */
export async function named_text_notes(
  { db, org, now }: FigureContext,
  { name, value, columns }: NamedText,
  from: (span: Span) => RawBuilder<unknown>,
  span: Pick<Span, 'from' | 'to' | 'counted'>,
): Promise<Message[]> {
  if (span.counted?.connection_ids.length === 0) return []
  const rows = from({ ...span, time_zone: org.time_zone, now })
  const parts = columns.map((column) => sql`select ${column}::text as value from ${rows}`)
  return no_row_notes(db, { name, values: [value], found: sql.join(parts, sql` union all `) })
}

export interface Looked {
  name: string
  values: readonly string[]
  /** A query of the existing values. */
  found: RawBuilder<unknown>
}

export async function no_row_notes(db: FigureContext['db'], { name, values, found }: Looked): Promise<Message[]> {
  const { rows: missing } = await sql<{ value: string }>`
    select value from unnest(${values}::text[]) as given (value)
    where not exists (select from (${found}) r where lower(r.value) = lower(given.value))
    order by value limit ${MISSING_SHOWN_MAX}`.execute(db)
  if (missing.length === 0) return []
  const { rows: known } = await sql<{ value: string }>`
    select left(min(r.value), ${VALUE_CHARS_MAX + 1}) as value from (${found}) r where r.value <> ''
    group by lower(r.value) order by count(*) desc, value limit ${COMPARED_MAX}`.execute(db)
  return missing.map(({ value }) => {
    const near = nearest(
      value,
      known.map((of) => of.value),
    )
    return near.length === 0
      ? message('filter.no_row', { dimension: name, value: shown(value) })
      : message('filter.no_row_nearest', {
          dimension: name,
          value: shown(value),
          nearest: listed_by(', ', near.map(shown)),
        })
  })
}

export const shown = (value: string) =>
  quoted(value.length > VALUE_CHARS_MAX ? `${value.slice(0, VALUE_CHARS_MAX)}…` : value)

function nearest(value: string, known: readonly string[]): string[] {
  const compared = (text: string) => text.slice(0, VALUE_CHARS_MAX).toLowerCase()
  const wanted = compared(value)
  const far = (other: string) => distance(wanted, compared(other))
  return known
    .map((other) => ({ other, far: far(other) }))
    .sort((one, other) => one.far - other.far)
    .slice(0, NEAREST_MAX)
    .map(({ other }) => other)
}
