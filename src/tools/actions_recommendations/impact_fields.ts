// What executed changes of campaigns did, as the history shows it.
import { z } from 'zod'
import type { Database } from '#db/pool.ts'
import { verdict_of } from '#domain/impact.ts'
import { sentence } from '#engine/sentence.ts'
import { measures } from '#impact/due.ts'
import type { NoNumber } from '#impact/measure.ts'
import { message } from '#messages/message.ts'

const percent = (about: string) => z.number().nullable().describe(about)

export const impact_field = z
  .array(
    z.strictObject({
      days: z.int().describe('Days after the action: 7 or 14.'),
      measure: z.enum(measures),
      from: z.iso.date(),
      to: z.iso.date(),
      change_percent: percent('Against the other campaigns of the account. null: reason says why.'),
      low_percent: percent('Lower end of the 90 % interval.'),
      high_percent: percent('Upper end of the 90 % interval.'),
      verdict: z
        .enum(['rose', 'fell', 'unclear'])
        .nullable()
        .describe('unclear: the interval contains no change at all.'),
      reason: sentence('Why there is no number.').nullable(),
    }),
  )
  .describe('Of an executed change of a campaign, when the days after it are settled; empty: not yet, or no campaign.')

export type Impact = z.input<typeof impact_field>

/** The impacts of actions, by action. */
export async function impacts_of(db: Database, action_ids: string[]): Promise<Map<string, Impact>> {
  if (action_ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('action_impacts')
    .selectAll()
    .where('action_id', 'in', action_ids)
    .orderBy('days')
    .orderBy('measure', 'desc')
    .execute()
  return new Map([...Map.groupBy(rows, ({ action_id }) => action_id)].map(([id, of]) => [id, of.map(shown)]))
}

interface Stored {
  days: number
  measure: string
  from_day: string
  to_day: string
  change_percent: string | null
  low_percent: string | null
  high_percent: string | null
  reason: string | null
}

function shown({ days, measure, from_day: from, to_day: to, reason, ...found }: Stored): Impact[number] {
  const of = { days, measure: measure as Impact[number]['measure'], from, to }
  if (reason !== null) {
    const none = { change_percent: null, low_percent: null, high_percent: null, verdict: null }
    return { ...of, ...none, reason: message(`impact.${reason as NoNumber}`) }
  }
  const [change_percent, low_percent, high_percent] = [found.change_percent, found.low_percent, found.high_percent].map(
    Number,
  ) as [number, number, number]
  const verdict = verdict_of({ low: low_percent, high: high_percent })
  return { ...of, change_percent, low_percent, high_percent, verdict, reason: null }
}
