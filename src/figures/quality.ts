// Why figures of web analytics are not exact. The rows say it in their column `quality`.
import { sql } from 'kysely'
import { type Exact, to_number } from '#domain/exact.ts'

const REASONS = {
  sampled: 'sampled',
  thresholded: 'thresholded, that is small numbers withheld to protect people',
  other_row: 'rare values put together as (other)',
  truncated: 'only the first rows returned',
}
type Reason = keyof typeof REASONS
type Counted = `${Reason}_rows`

const reasons = Object.keys(REASONS) as Reason[]
const counted = (reason: Reason): Counted => `${reason}_rows`

/** Number of rows `f` for each reason. */
export const quality_counts = Object.fromEntries(
  reasons.map((reason) => [counted(reason), sql`(${sql.lit(reason)} = any(string_to_array(f.quality, ' ')))::int`]),
) as Record<Counted, ReturnType<typeof sql>>

export function quality_notes(sums: Record<string, Exact | null>): string[] {
  const named = reasons.flatMap((reason) => {
    const rows = to_number(sums[counted(reason)] ?? 0n, 0)
    return rows > 0 ? [`${REASONS[reason]} (${rows} ${rows === 1 ? 'row' : 'rows'})`] : []
  })
  return named.length > 0 ? [`Some figures of web analytics are not exact: ${named.join('; ')}.`] : []
}
