import { z } from 'zod'
import { sentence } from '#engine/sentence.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { message, sentences } from '#messages/message.ts'
import {
  new_recommendations,
  recommendation_fields,
  shown_recommendation,
  verdict_notes,
  why_nothing,
} from '#tools/recommendations.ts'
import { performance_fields, performance_of } from '#tools/summary/performance.ts'

/** A report names the most important ones. list_recommendations has all. */
const RECOMMENDATIONS_MAX = 10

export const preparar_reporte = tool({
  about:
    'Material of a report: cross-channel KPIs with their changes, each ad channel, best and worst campaigns, and the open recommendations.',
  keywords: {
    es: 'preparar reporte',
    en: 'prepare report',
    pt: 'preparar relatório',
  },
  scopes: ['ads:read', 'analytics:read', 'ecommerce:read', 'notifications:read'],
  effect: 'read',
  input: { days_back: f.days_back },
  result: {
    summary: sentence('What the figures mean, in a few sentences.'),
    ...performance_fields,
    recommendations: z
      .array(z.strictObject(recommendation_fields))
      .describe(`New ones, the most important first; at most ${RECOMMENDATIONS_MAX}.`),
    recommendations_total: z.int().describe('New ones there are.'),
    ...f.provenance,
  },
  example: { days_back: 30 },
  async run({ days_back }, context) {
    const { summary, ...performance } = await performance_of({ days_back, channel: 'all' }, context)
    const { rows, total } = await new_recommendations(context, RECOMMENDATIONS_MAX)
    const unknown = total === 0 ? await why_nothing(context) : undefined
    return {
      summary: sentences(summary, unknown ?? message('report.recommendations', { count: total })),
      ...f.with_notes(performance, await verdict_notes(context)),
      recommendations: rows.map((row) => shown_recommendation(row, context)),
      recommendations_total: total,
    }
  },
})
