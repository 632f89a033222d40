// Why figures of web and behavior analytics are not exact. The rows say it in their column `quality`.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/pool.ts'
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

/** Whether some of these rows `f` say that the platform withholds others, puts them together, or gives the first ones only. */
export async function withholds(db: Database, rows: RawBuilder<unknown>): Promise<boolean> {
  const is_withholding = sql.join([is_of('thresholded'), is_of('other_row'), is_of('truncated')], sql` or `)
  const found = await sql<{ is_so: boolean }>`
    select exists (select from ${rows} where ${is_withholding}) as is_so`.execute(db)
  return found.rows[0]!.is_so
}

export function quality_notes(sums: Record<string, Exact | null>): Message[] {
  const named = reasons.flatMap((reason) => {
    const count = to_number(sums[counted(reason)] ?? 0n, 0)
    return count > 0 ? [message(`web.${reason}`, { count })] : []
  })
  return named.length > 0 ? [message('web.inexact', { reasons: listed_by('; ', named) })] : []
}
