// What people make of a recommendation. Applied and dismissed ones are final. The same change again answers the same.
import { z } from 'zod'
import { own_id } from '#engine/fields.ts'
import { restored } from '#engine/notifications/stored.ts'
import { refuse } from '#engine/outcomes.ts'
import { own_text } from '#engine/texts.ts'
import type { Context } from '#engine/tool.ts'
import {
  next_call,
  next_of,
  type RecommendationRow,
  type RecommendationStatus,
  recommendation_statuses,
} from '#tools/recommendations.ts'

export const recommendation_id = own_id('recommendation_id', 'a recommendation').describe(
  'list_recommendations shows it.',
)

export const change_result = {
  recommendation_id: z.uuid(),
  status: z.enum(recommendation_statuses),
  snoozed_until: own_text().nullable(),
  next: next_call,
}

interface Change {
  status: 'applied' | 'dismissed' | 'snoozed'
  reason?: string
  snoozed_until?: string
}

export async function change_recommendation(context: Context, id: string, { status, ...change }: Change) {
  const { db, now, caller } = context
  const row = await db
    .selectFrom('recommendations')
    .select(['status', 'changed_by', 'changed_at', 'snoozed_until', 'call', 'text'])
    .where('recommendation_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return refuse(`There is no recommendation ${id}. list_recommendations shows those there are.`)
  const next = next_of(row.call as RecommendationRow['call'], restored(row.text), context)
  const before = row.status as RecommendationStatus
  if (before === status && status !== 'snoozed') return { recommendation_id: id, status, snoozed_until: null, next }
  if (before === 'resolved')
    refuse(
      'The rule found that the cause is no longer there, so nothing is left to do. list_recommendations shows the others.',
    )
  if (before === 'applied' || before === 'dismissed')
    refuse(`The recommendation was ${before} by ${row.changed_by} at ${row.changed_at}, which is final.`)
  const { reason = null, snoozed_until = null } = change
  await db
    .updateTable('recommendations')
    .set({ status, reason, snoozed_until, changed_by: caller.actor, changed_at: now.toISOString() })
    .where('recommendation_id', '=', id)
    .execute()
  return { recommendation_id: id, status, snoozed_until, next }
}
