// Why figures of web and behavior analytics are not exact. The rows say it in their column `quality`.
import { sql } from 'kysely'
import { type Exact, to_number } from '#domain/exact.ts'
import { listed_by, type Message, message } from '#messages/message.ts'

const reasons = ['sampled', 'thresholded', 'other_row', 'truncated', 'other_hours'] as const
type Reason = (typeof reasons)[number]
type Counted = `${Reason}_rows`

const counted = (reason: Reason): Counted => `${reason}_rows`

/** Whether a row `f` is not exact for this reason. */
export const is_of = (reason: Reason) => sql`${sql.lit(reason)} = any(string_to_array(f.quality, ' '))`

/** Number of rows `f` for each reason. */
export const quality_counts = Object.fromEntries(
  reasons.map((reason) => [counted(reason), sql`(${is_of(reason)})::int`]),
) as Record<Counted, ReturnType<typeof sql>>

export function quality_notes(sums: Record<string, Exact | null>): Message[] {
  const named = reasons.flatMap((reason) => {
    const count = to_number(sums[counted(reason)] ?? 0n, 0)
    return count > 0 ? [message(`web.${reason}`, { count })] : []
  })
  return named.length > 0 ? [message('web.inexact', { reasons: listed_by('; ', named) })] : []
}
