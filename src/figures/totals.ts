// The number of rows of a list whose rows come from the days of a window. It is unknown, not zero, when the days are not stored.
import { z } from 'zod'

/** The result field, which replaces the field of a list that always knows its rows. */
export const total_field = {
  total: z
    .int()
    .nullable()
    .describe('Rows there are, up to the last known day; null when the first days of the window are not known.'),
}

/** The list, without its total when the sums over the window are not known. The rows that are known stay. */
export const with_total = <List extends { total: number }>(list: List, sums: unknown) => ({
  ...list,
  total: sums === null ? null : list.total,
})

/** Number of rows that there are at least, after a read of the first ones: a full page can have rows behind it. */
export const at_least = ({ length }: readonly unknown[], limit: number) => (length === limit ? length + 1 : length)
