import { tool } from '#engine/tool.ts'
import { reason } from '#tools/proposals.ts'
import { change_recommendation, change_result, recommendation_id } from './recommendation_changes.ts'

export const dismiss_recommendation = tool({
  about: 'Dismiss a recommendation permanently: its rule never speaks about this subject again.',
  keywords: {
    es: 'descartar recomendación no volver a mostrar',
    en: 'dismiss recommendation never show again',
    pt: 'descartar recomendação não mostrar de novo',
  },
  scopes: ['notifications:write'],
  effect: 'write',
  destructive: true,
  idempotent: true,
  input: { recommendation_id, reason: reason.optional().describe('Why it does not fit.') },
  result: change_result,
  example: { recommendation_id: '01980000-0000-7000-8000-000000000000', reason: 'It builds the brand.' },
  run: ({ recommendation_id, reason }, context) =>
    change_recommendation(context, recommendation_id, { status: 'dismissed', ...(reason !== undefined && { reason }) }),
})
