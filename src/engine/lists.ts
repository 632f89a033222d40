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
export const ROWS_TOKENS_MAX = 17_500

/** Most rows that a list shows whole. A longer list has the short rows that it declares, so that default answers are small. */
export const WHOLE_ROWS_MAX = 10
/** Most estimated tokens of short rows with the fields that they keep only while they are small. */
export const SMALL_ROWS_TOKENS_MAX = 4_500

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

/** The number of all rows, from rows that were selected with `count_of_all`. */
export const total_of = (found: readonly { total: bigint }[]): bigint => found[0]?.total ?? 0n

/** The rows that were selected with `count_of_all`, and the number of all. */
export const counted_rows = <Row extends { total: bigint }>(found: readonly Row[]) => ({
  rows: found.map(({ total: _, ...row }) => row),
  total: total_of(found),
})

/** For many rows: the number of rows of `matching`, which an index can count, while another finds the first of them. */
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

type Form<Row> = (row: Row) => Row
const whole = <Row>(row: Row): Row => row

function differs<Row>(rows: readonly Row[], name: keyof Row): boolean {
  const first = rows[0]?.[name]
  const json = JSON.stringify(first)
  return rows.some((row) => row[name] !== first && JSON.stringify(row[name]) !== json)
}

/** The form of short rows, and the names of the fields that they can have. */
function short_form<Row>(
  rows: readonly Row[],
  { fields, differing = [], while_small = [], of = whole }: ShortRows<Row>,
): { form: Form<Row>; kept: ReadonlySet<string> } {
  const differ = differing.filter((name) => differs(rows, name))
  const with_fields = (further: readonly (keyof Row & string)[]) => {
    const kept = new Set<string>([...fields, ...differ, ...further])
    const form: Form<Row> = (row) => {
      const given = of(row) as Record<string, unknown>
      const short: Record<string, unknown> = {}
      for (const name of Object.keys(given)) if (kept.has(name)) short[name] = given[name]
      return short as Row
    }
    return { form, kept }
  }
  for (let count = while_small.length; count > 0; count--) {
    const short = with_fields(while_small.slice(0, count))
    if (fitting(rows, short.form, SMALL_ROWS_TOKENS_MAX).length === rows.length) return short
  }
  return with_fields([])
}

/** Fields of the whole row that the short rows lack. A field that every short row can have is not lacking where it says nothing. */
function lacking_fields<Row>(
  row: z.ZodType,
  { fields }: { fields: readonly string[] },
  { rows, form, kept }: { rows: readonly Row[] } & ReturnType<typeof short_form<Row>>,
): string[] {
  if (!(row instanceof z.ZodObject)) return []
  const present = new Set(fields)
  for (const one of rows) {
    if (present.size === kept.size) break
    for (const name of Object.keys(form(one) as object)) present.add(name)
  }
  return Object.keys(row.shape).filter((name) => !present.has(name))
}

/** The schema of rows of which a short row has only some fields. */
function with_short_rows<Row extends z.ZodType>(row: Row, short: ShortRows<z.input<Row>> | undefined): Row {
  if (!short || !(row instanceof z.ZodObject)) return row
  const absent = Object.keys(row.shape).filter((name) => !short.fields.some((kept) => kept === name))
  const mask: Record<string, true> = Object.fromEntries(absent.map((name) => [name, true]))
  return row.partial(mask as Record<string, never>) as unknown as Row
}

/** The first rows that fit into an answer, in bytes and in tokens. Few of a thousand rows do, so the form is given to no others. */
function fitting<Row>(rows: readonly Row[], form: Form<Row>, tokens_max = ROWS_TOKENS_MAX): Row[] {
  const shown: Row[] = []
  let bytes = 0
  let tokens = 0
  for (const row of rows) {
    const one = form(row)
    const json = JSON.stringify(one)
    bytes += Buffer.byteLength(json) + 1
    if (bytes > ROWS_BYTES_MAX) break
    tokens += estimate_tokens(json)
    if (tokens > tokens_max) break
    shown.push(one)
  }
  return shown
}

/** The rows that fit, in the longest form in which all of them fit, or else in the shortest. */
function fitting_in_forms<Row>(rows: readonly Row[], form: Form<Row>, shorter: ShorterForms<Row>): Row[] {
  let shown = fitting(rows, form)
  for (const further of shorter) {
    if (shown.length === rows.length) break
    shown = fitting(rows, (row) => further(form(row)))
  }
  return shown
}

/** The rows under their name, as many as fit, and the fields about the list's length. */
export const list_of = <Name extends string, Row>(
  name: Name,
  rows: readonly Row[],
  total: number | bigint,
  hint: string,
): Length & Record<Name, Row[]> => with_length(name, fitting(rows, whole), total, hint)

function with_length<Name extends string, Row>(
  name: Name,
  first: Row[],
  total: number | bigint,
  hint: string,
  rest?: RestRow<Row>,
): Length & Record<Name, Row[]> {
  const truncated = Number(total) > first.length
  const last = truncated ? rest?.(first.length) : undefined
  const shown = last === undefined ? first : [...first, last]
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
  /** The most rows that an answer can show of these. More fields only make rows longer, so the rows can lack what is read afterwards. */
  shown_max(rows: readonly Partial<z.input<Row>>[]): number
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
  const short_of = (rows: readonly z.input<Row>[]) =>
    short && rows.length > WHOLE_ROWS_MAX ? short_form(rows, short) : undefined
  const of: Listed<Name, Row>['of'] = (rows, total, rest) => {
    const as_short = short_of(rows)
    const list = with_length(name, fitting_in_forms(rows, as_short?.form ?? whole, shorter), total, hint, rest)
    if (!short || !as_short) return list
    const lacking = lacking_fields(row, short, { rows, ...as_short })
    return { ...list, short_rows: short_rows_sentence(lacking, has_limit) }
  }
  return {
    fields: {
      ...({ [name]: about === undefined ? rows_field : rows_field.describe(about) } as Record<Name, z.ZodArray<Row>>),
      ...length_fields,
    },
    of,
    shown_max: (rows) => {
      const given = rows as readonly z.input<Row>[]
      return fitting_in_forms(given, short_of(given)?.form ?? whole, shorter).length
    },
    of_counted: (found) => {
      const { rows, total } = counted_rows(found)
      return of(rows as z.input<Row>[], total)
    },
  }
}
