// Notes about values of filters that no row has, so that a caller never takes a typo for a zero.
import { sql } from 'kysely'
import { part_pattern } from '#db/part_of_text.ts'
import type { FigureContext } from '#engine/tool.ts'
import type { TextFilter } from '#figures/metrics/filters.ts'
import { rows_of } from '#figures/metrics/metric_facts.ts'
import type { CountedQuestion } from '#figures/metrics/question.ts'
import { unchosen_notes } from '#figures/metrics/unchosen.ts'
import { is_withheld } from '#figures/metrics/withheld.ts'
import { type Looked, MISSING_SHOWN_MAX, no_row_notes, shown } from '#figures/sums/named_text.ts'
import { type Message, message } from '#messages/message.ts'

/** `can_be_zero`: without a row, false if the filters ask for what nobody gives: values that the platform withholds, or accounts that are not read. */
export async function notes_of_filters(context: FigureContext, asked: CountedQuestion, has_rows: boolean) {
  const [is_hidden, unchosen] = has_rows
    ? [false, []]
    : [await is_withheld(context, asked), await unchosen_notes(context, asked)]
  const notes = [
    ...(await missing_notes(context, asked, has_rows)),
    ...(is_hidden ? [message('filter.withheld')] : []),
    ...unchosen,
  ]
  return { notes, can_be_zero: !is_hidden && unchosen.length === 0 }
}

/** When rows were found, every filter of a single value has its value, so only lists of values are looked up. */
async function missing_notes(context: FigureContext, asked: CountedQuestion, has_rows: boolean): Promise<Message[]> {
  if (asked.counted?.connection_ids.length === 0) return []
  const notes: Message[] = []
  for (const filter of asked.texts) {
    if (notes.length >= MISSING_SHOWN_MAX) break
    if (!has_rows || filter.values.length > 1) notes.push(...(await notes_of(context, asked, filter)))
  }
  return notes.slice(0, MISSING_SHOWN_MAX)
}

async function notes_of(
  { db, org, now }: FigureContext,
  asked: CountedQuestion,
  { dimension: { dimension, column_name }, values, is_part }: TextFilter,
): Promise<Message[]> {
  const { source, relation, days, counted } = asked
  const rows = rows_of(source, relation, { ...days, counted, time_zone: org.time_zone, now })
  const column = sql`r.${sql.ref(column_name)}::text`
  const found = sql`select ${column} as value from ${rows}`
  // Rows with such a text may still be left out by another filter.
  if (is_part) return no_part_notes(db, { name: dimension, values, found })
  return no_row_notes(db, { name: dimension, values, found })
}

async function no_part_notes(db: FigureContext['db'], { name, values, found }: Looked): Promise<Message[]> {
  const { rows: missing } = await sql<{ value: string }>`
    select value from unnest(${values}::text[], ${values.map(part_pattern)}::text[]) as given (value, pattern)
    where not exists (select from (${found}) r where r.value ~* given.pattern)`.execute(db)
  return missing.map(({ value }) => message('filter.no_part', { dimension: name, value: shown(value) }))
}
