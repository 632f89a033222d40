// The number of rows of a list that a platform decides. It is unknown, not zero, when its days or its records were not read.
import { z } from 'zod'
import { add_days, start_of } from '#domain/windows.ts'
import type { FigureContext } from '#engine/tool.ts'
import { provenance } from '#figures/sources/provenance.ts'
import type { Days } from '#figures/sources/summed_days.ts'

/** The result field of a list over a window, which replaces the field of a list that always knows its rows. */
export const total_field = {
  total: z
    .int()
    .nullable()
    .describe('Rows there are, as far as they are stored; null when the first days of the window are not known.'),
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

interface Newest<Row, At extends keyof Row> {
  rows: readonly Row[]
  /** The time of a row. */
  at: At
  /** Rows up to the last known day. null: not known. */
  total: number | null
  /** The sums of those rows, with their days. */
  of: { days: { current: Days | null } }
  limit: number
}

/**
 * A list of the newest rows. It has rows of days after the last known one too, as far as these are stored. A full page of them can have more
 * behind it, so that the total is not known, and the list says that it is truncated.
 */
export function newest_list<
  Row extends Record<At, string>,
  At extends keyof Row & string,
  List extends { total: number },
>(
  list: (rows: readonly Row[], least: number) => List,
  { rows, at, total, of, limit }: Newest<Row, At>,
  { org }: FigureContext,
) {
  const { current: days } = of.days
  const end_ms = total === null || days === null ? -Infinity : Date.parse(start_of(add_days(days.to, 1), org.time_zone))
  const later = rows.filter((row) => Date.parse(row[at]) >= end_ms).length
  const is_full = later === limit
  return with_total(list(rows, (total ?? 0) + later + (is_full ? 1 : 0)), is_full ? null : total)
}
