import { z } from 'zod'
import { list_tool } from '#engine/list_tool.ts'
import { notification_modules, severities } from '#engine/notifications/notify.ts'
import { sentence } from '#engine/sentence.ts'
import * as f from '#figures/index.ts'
import { recommendation_statuses, verdict_notes } from '#tools/recommendations.ts'
import { read_recommendations, recommendation, recommendation_limit } from './recommendation_rows.ts'

export const list_recommendations = list_tool({
  about:
    'What rules recommend: campaigns that cost more than they bring, budgets, tired creatives, carts, stock, connections; each with evidence, monthly effect and next call.',
  keywords: {
    es: 'mostrar recomendaciones abiertas consejos qué debería mejorar',
    en: 'show open recommendations tips what should I improve',
    pt: 'mostrar recomendações abertas dicas o que devo melhorar',
  },
  scopes: ['notifications:read'],
  input: {
    status: z.enum(recommendation_statuses).default('new').describe('Only with this status.'),
    severity: z.enum(severities).optional().describe('Only of this severity.'),
    module: z.enum(notification_modules).optional().describe('Only of this module.'),
    limit: recommendation_limit,
  },
  example: { severity: 'critical' },
  list: 'recommendations',
  row: recommendation.shape,
  hint: 'Ask for a severity or a module, or raise limit.',
  order: 'Critical ones first, then by effect_low, then by effect_high.',
  short: { fields: ['recommendation_id', 'rule', 'severity', 'title', 'effect_low', 'effect_high'] },
  also: {
    currency: f.currency,
    notes: z.array(sentence()).describe('What could not be evaluated, so that silence does not mean that all is well.'),
  },
  async read({ status, ...asked }, context) {
    const found = await read_recommendations(context, { statuses: [status], ...asked })
    return { ...found, currency: context.org.currency, notes: await verdict_notes(context) }
  },
})
