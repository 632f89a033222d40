// Lines of orders have a copy of their order's time, by which an index finds those of some days.
import { type RawBuilder, sql } from 'kysely'
import { add_days, start_of } from '#domain/windows.ts'

interface Days {
  from: string
  to: string
}

/**
 * A condition that narrows the lines of metrics.order_lines to those of some days. It comes with the same condition of the order's time,
 * which decides.
 */
export const may_be_of_days = (
  line_at: RawBuilder<unknown>,
  { from, to }: Days,
  time_zone: string,
): RawBuilder<boolean> =>
  sql`(${line_at} >= ${start_of(from, time_zone)}::timestamptz and ${line_at} < ${start_of(add_days(to, 1), time_zone)}::timestamptz)`
