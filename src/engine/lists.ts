// Lists in answers. Every list is counted, limited, and states what it leaves out. A tool declares its list once. The fields of the
// result and the value are both built from the declaration.
import { type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'
import { own_text } from '#engine/texts.ts'
import { estimate_tokens } from '#lib/estimate_tokens.ts'

/** Most rows of one answer. A tool can have a lower limit. */
export const LIMIT_MAX = 1_000

/** Most bytes of JSON for the rows of one answer. An answer states what does not fit. */
export const ROWS_BYTES_MAX = 48_000
/** Most estimated tokens of these bytes, because ids and rare scripts have a token for one or two bytes. The rest of 20,000 is for other fields. */
const ROWS_TOKENS_MAX = 17_500

/** Most rows that a list shows whole. A longer list has the short rows that it declares, so that default answers are small. */
export const WHOLE_ROWS_MAX = 10
/** Most estimated tokens of short rows with the fields that they keep only while they are small. */
const SMALL_ROWS_TOKENS_MAX = 4_500

/** What short rows lack, and how to get whole rows, from a tool with a limit and from one without. */
function short_rows_sentence(lacking: readonly string[], has_limit: boolean): string {
  const is_short = lacking.length > 0 ? `Rows are short, without ${lacking.join(', ')}.` : 'Rows are short.'
  return has_limit
    ? `${is_short} A list of at most ${WHOLE_ROWS_MAX} rows has whole rows: lower limit, or ask for less.`
    : `${is_short} Only a list of at most ${WHOLE_ROWS_MAX} rows has whole rows.`
}

/** Most characters of text to search for. */
const SEARCH_CHARS_MAX = 200

// ---- input -------------------------------------------------------------------------------------------------------------

export const limit = (fallback: number, max = LIMIT_MAX) =>
  z
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(max, `must be at most ${max}; narrow the question instead of raising it`)
    .default(fallback)
    .describe('Most rows; totals count all.')

export const search_text = (about: string) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(SEARCH_CHARS_MAX, `must be at most ${SEARCH_CHARS_MAX} characters`)
    .refine((given) => !given.includes('\0'), 'must not contain a NUL character')
    .describe(about)

/** A column for the number of rows that the statement would return without its limit. For few rows, because all of them are read whole. */
export const count_of_all = sql<bigint>`count(*) over ()`.as('total')

/** The same for many rows: the number of rows of `matching`, which an index can count, while another finds the first of them. */
export const counted = <Tables, Table extends keyof Tables>(matching: SelectQueryBuilder<Tables, Table, object>) =>
  matching.select(sql<bigint>`count(*)`.as('count')).as('total')

// ---- result ------------------------------------------------------------------------------------------------------------

/** The fields with which every list states its length. */
export const length_fields = {
  count: z.int().describe('Rows in this answer.'),
  total: z.int().describe('Rows there are.'),
  truncated: z.boolean().describe('Whether there are more rows than returned.'),
  hint: own_text().optional().describe('When truncated: the narrower call that shows the rest.'),
  short_rows: own_text()
    .optional()
    .describe(
      `When rows are short, because there are more than ${WHOLE_ROWS_MAX}: what they lack, and how to get whole rows.`,
    ),
}

interface Length {
  count: number
  total: number
  truncated: boolean
  hint?: string
  short_rows?: string
}

/** The last row of a list of which only the first rows are shown, with the sums of all other rows. Undefined: no such row. */
type RestRow<Row> = (shown: number) => Row | undefined

/** Shorter forms of a row, the longest first. A list that does not fit shows shorter rows before it leaves out rows. */
type ShorterForms<Row> = readonly ((row: Row) => Row)[]

/** What a row of a list with more than `WHOLE_ROWS_MAX` rows has: what a reader needs to choose rows, such as id, name and amounts. */
interface ShortRows<Row> {
  fields: readonly (keyof Row & string)[]
  /** Kept only where the rows differ in them, such as the name of the only store. */
  differing?: readonly (keyof Row & string)[]
  /** Kept only while the rows with them are small. The last goes first. */
  while_small?: readonly (keyof Row & string)[]
  /** Changes the values of a short row, such as a list into its last line. */
  of?: (row: Row) => Row
}

/** Forms of rows, by which a long list gets shorter. */
export interface Forms<Row> {
  short?: ShortRows<Row>
  /** For lists that exceed the bytes or tokens of an answer. */
  shorter?: ShorterForms<Row>
}

function short_rows_of<Row>(
  rows: readonly Row[],
  { fields, differing = [], while_small = [], of = (row) => row }: ShortRows<Row>,
): Row[] {
  const differ = differing.filter((name) => new Set(rows.map((row) => JSON.stringify(row[name]))).size > 1)
  const with_fields = (further: readonly (keyof Row)[]) => {
    const kept = new Set<keyof Row>([...fields, ...differ, ...further])
    return rows.map((row) => {
      const entries = Object.entries(of(row) as object).filter(([name]) => kept.has(name as keyof Row))
      return Object.fromEntries(entries) as Row
    })
  }
  for (let count = while_small.length; count > 0; count--) {
    const short = with_fields(while_small.slice(0, count))
    if (count_fitting(short, SMALL_ROWS_TOKENS_MAX) === short.length) return short
  }
  return with_fields([])
}

/** Fields of the whole row that the short rows lack. A field that every short row can have is not lacking where it says nothing. */
function lacking_fields(
  row: z.ZodType,
  { fields }: { fields: readonly string[] },
  shown: readonly unknown[],
): string[] {
  const present = new Set([...fields, ...shown.flatMap((one) => Object.keys(one as object))])
  return row instanceof z.ZodObject ? Object.keys(row.shape).filter((name) => !present.has(name)) : []
}

/** The schema of rows of which a short row has only some fields. */
function with_short_rows<Row extends z.ZodType>(row: Row, short: ShortRows<z.input<Row>> | undefined): Row {
  if (!short || !(row instanceof z.ZodObject)) return row
  const absent = Object.keys(row.shape).filter((name) => !short.fields.some((kept) => kept === name))
  const mask: Record<string, true> = Object.fromEntries(absent.map((name) => [name, true]))
  return row.partial(mask as Record<string, never>) as unknown as Row
}

/** The number of first rows that fit into an answer, in bytes and in tokens. */
function count_fitting(rows: readonly unknown[], tokens_max = ROWS_TOKENS_MAX): number {
  let bytes = 0
  let tokens = 0
  for (const [at, row] of rows.entries()) {
    const json = JSON.stringify(row)
    bytes += Buffer.byteLength(json) + 1
    if (bytes > ROWS_BYTES_MAX) return at
    tokens += estimate_tokens(json)
    if (tokens > tokens_max) return at
  }
  return rows.length
}

/** The rows in their longest form in which all of them fit, or else in the shortest. */
function shortened<Row>(rows: readonly Row[], forms: ShorterForms<Row>): readonly Row[] {
  let shown = rows
  for (const form of forms) {
    if (count_fitting(shown) === shown.length) break
    shown = rows.map(form)
  }
  return shown
}

/** The rows under their name, as many as fit, and the fields about the list's length. */
export function list_of<Name extends string, Row>(
  name: Name,
  rows: readonly Row[],
  total: number | bigint,
  hint: string,
  rest?: RestRow<Row>,
): Length & Record<Name, Row[]> {
  const fitting = rows.slice(0, count_fitting(rows))
  const truncated = Number(total) > fitting.length
  const last = truncated ? rest?.(fitting.length) : undefined
  const shown = last === undefined ? fitting : [...fitting, last]
  const length = { count: shown.length, total: Number(total), truncated, ...(truncated && { hint }) }
  return { ...length, [name]: shown } as Length & Record<Name, Row[]>
}

export interface Listed<Name extends string, Row extends z.ZodType> {
  /** Fields for the `result` of the tool. */
  fields: Record<Name, z.ZodArray<Row>> & typeof length_fields
  /** The answer with `rows` of a list that has `total` rows. */
  of(
    rows: readonly z.input<Row>[],
    total: number | bigint,
    rest?: RestRow<z.input<Row>>,
  ): Length & Record<Name, z.input<Row>[]>
  /** The answer of rows that were selected with `count_of_all`. */
  of_counted<Found extends z.input<Row> & { total: bigint }>(found: readonly Found[]): ReturnType<this['of']>
}

/**
 * Declares a list: its name in the answer, its row, the narrower call that shows the rest, and the forms of its rows in long lists.
 * `has_limit`: the caller can ask for fewer rows.
 */
export function listed<const Name extends string, Row extends z.ZodType>(
  name: Name,
  row: Row,
  hint: string,
  about?: string,
  { short, shorter = [], has_limit = true }: Forms<z.input<Row>> & { has_limit?: boolean } = {},
): Listed<Name, Row> {
  const rows_field = z.array(with_short_rows(row, short))
  const of: Listed<Name, Row>['of'] = (rows, total, rest) => {
    const is_short = short !== undefined && rows.length > WHOLE_ROWS_MAX
    const shown = is_short ? short_rows_of(rows, short) : rows
    const list = list_of(name, shortened(shown, shorter), total, hint, rest)
    return is_short ? { ...list, short_rows: short_rows_sentence(lacking_fields(row, short, shown), has_limit) } : list
  }
  return {
    fields: {
      ...({ [name]: about === undefined ? rows_field : rows_field.describe(about) } as Record<Name, z.ZodArray<Row>>),
      ...length_fields,
    },
    of,
    of_counted: (found) =>
      of(
        found.map(({ total: _, ...row }) => row as z.input<Row>),
        found[0]?.total ?? 0,
      ),
  }
}
