import { z } from 'zod'
import { sentence } from '#engine/sentence.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { type RecommendationStatus, verdict_notes } from '#tools/recommendations.ts'
import { read_recommendations, recommendation, recommendation_limit } from './recommendation_rows.ts'

const groups: Record<'new' | 'snoozed' | 'ended', readonly RecommendationStatus[]> = {
  new: ['new'],
  snoozed: ['snoozed'],
  ended: ['applied', 'dismissed', 'resolved'],
}

export const browse_recommendations = tool({
  about: 'Recommendations of the organization with their texts, however many there are, the most important first.',
  scopes: ['notifications:read'],
  effect: 'read',
  internal: true,
  input: {
    group: z.enum(Object.keys(groups) as (keyof typeof groups)[]).default('new'),
    limit: recommendation_limit,
  },
  result: {
    currency: f.currency,
    recommendations: z.array(recommendation),
    total: z.int().describe('Recommendations there are in the group.'),
    notes: z.array(sentence()),
  },
  example: { group: 'snoozed' },
  async run({ group, limit }, context) {
    const { rows, total } = await read_recommendations(context, { statuses: groups[group], limit })
    return {
      currency: context.org.currency,
      recommendations: rows,
      total: Number(total),
      notes: await verdict_notes(context),
    }
  },
})
