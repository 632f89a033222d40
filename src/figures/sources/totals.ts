// The number of rows of a list that a platform decides. It is unknown, not zero, when its days or its records were not read.
import { z } from 'zod'
import { provenance } from '#figures/sources/provenance.ts'

/** The result field of a list over a window, which replaces the field of a list that always knows its rows. */
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

/** The result fields of a list of things without dates, such as products. */
export const today_fields = {
  total: z
    .int()
    .nullable()
    .describe(
      'Rows there are; null when a source was not read to the end yet, or when there may be rows that it never gave.',
    ),
  ...provenance,
}

interface Today<Shared> {
  is_known: boolean
  /** True if no row means that there is nothing. */
  knows_none: boolean
  shared: Shared
}

/** The answer with such a list. The rows that are known stay. */
export const list_today = <List extends { total: number }, Shared>(
  list: List,
  { is_known, knows_none, shared }: Today<Shared>,
) => ({ ...with_total(list, (is_known && (list.total > 0 || knows_none)) || null), ...shared })

/** Number of rows that there are at least, after a read of the first ones: a full page can have rows behind it. */
export const at_least = ({ length }: readonly unknown[], limit: number) => (length === limit ? length + 1 : length)
