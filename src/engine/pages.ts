// Lists that are read page by page, newest first. A page begins after a row of the page before, so that new rows move nothing.
import { z } from 'zod'
import { limit } from '#engine/lists.ts'
import { own_text } from '#engine/texts.ts'

interface Pages<Row, Before> {
  /** The id of the row after which a page begins. */
  before: Before
  id_of: (row: Row) => string
  /** Rows of a page: the default, and the most. */
  rows: number
  rows_max: number
}

/** Declares such a list. A tool takes its input and its fields, reads one row more than the limit, and gives the rows to `of`. */
export function pages<const Name extends string, Row extends z.ZodType, Before extends z.ZodType<string>>(
  name: Name,
  row: Row,
  { before, id_of, rows, rows_max }: Pages<z.input<Row>, Before>,
) {
  return {
    input: { before: before.optional(), limit: limit(rows, rows_max) },
    fields: {
      [name]: z.array(row),
      next_before: own_text().nullable().describe('Of the next page. null: this is the last one.'),
    } as Record<Name, z.ZodArray<Row>> & { next_before: z.ZodType<string | null> },
    of(found: readonly z.input<Row>[], limit: number) {
      const shown = found.slice(0, limit)
      const next_before = found.length > limit ? id_of(shown.at(-1)!) : null
      return { [name]: shown, next_before } as Record<Name, z.input<Row>[]> & { next_before: string | null }
    },
  }
}
