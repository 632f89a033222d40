// Lists in answers. Every list is counted, limited, and states what it leaves out. A tool declares its list once. The fields of the
// result and the value are both built from the declaration.
import { sql } from 'kysely'
import { z } from 'zod'
import { own_text } from '#engine/texts.ts'

/** Most rows of one answer. A tool can have a lower limit. */
export const LIMIT_MAX = 1_000

/** Most bytes of JSON for the rows of one answer, under 20,000 tokens even for digits. An answer states what does not fit. */
export const ROWS_BYTES_MAX = 48_000

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

/** `%text%` for ilike. Wildcards in the text match literally. */
export const contains_pattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** A column for the number of rows that the statement would return without its limit. */
export const count_of_all = sql<bigint>`count(*) over ()`.as('total')

// ---- result ------------------------------------------------------------------------------------------------------------

/** The fields with which every list states its length. */
export const length_fields = {
  count: z.int().describe('Rows in this answer.'),
  total: z.int().describe('Rows there are.'),
  truncated: z.boolean().describe('Whether there are more rows than returned.'),
  hint: own_text().optional().describe('When truncated: the narrower call that shows the rest.'),
}

interface Length {
  count: number
  total: number
  truncated: boolean
  hint?: string
}

/** The last row of a list of which only the first rows are shown, with the sums of all other rows. Undefined: no such row. */
type RestRow<Row> = (shown: number) => Row | undefined

/** Shorter forms of a row, the longest first. A list that does not fit shows shorter rows before it leaves out rows. */
type ShorterForms<Row> = readonly ((row: Row) => Row)[]

const bytes_of = (row: unknown) => Buffer.byteLength(JSON.stringify(row)) + 1
const fits = (rows: readonly unknown[]) => rows.reduce<number>((sum, row) => sum + bytes_of(row), 0) <= ROWS_BYTES_MAX

/** The rows in their longest form in which all of them fit, or else in the shortest. */
function shortened<Row>(rows: readonly Row[], forms: ShorterForms<Row>): readonly Row[] {
  let shown = rows
  for (const form of forms) {
    if (fits(shown)) break
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
  let bytes = 0
  const over = rows.findIndex((row) => {
    bytes += bytes_of(row)
    return bytes > ROWS_BYTES_MAX
  })
  const fitting = over < 0 ? rows : rows.slice(0, over)
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

/** Declares a list: its name in the answer, its row, the narrower call that shows the rest, and shorter forms of its row. */
export function listed<const Name extends string, Row extends z.ZodType>(
  name: Name,
  row: Row,
  hint: string,
  about?: string,
  shorter: ShorterForms<z.input<Row>> = [],
): Listed<Name, Row> {
  const rows_field = about === undefined ? z.array(row) : z.array(row).describe(about)
  const of: Listed<Name, Row>['of'] = (rows, total, rest) => list_of(name, shortened(rows, shorter), total, hint, rest)
  return {
    fields: { ...({ [name]: rows_field } as Record<Name, z.ZodArray<Row>>), ...length_fields },
    of,
    of_counted: (found) =>
      of(
        found.map(({ total: _, ...row }) => row as z.input<Row>),
        found[0]?.total ?? 0,
      ),
  }
}
