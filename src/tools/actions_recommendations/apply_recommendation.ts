import { tool } from '#engine/tool.ts'
import { change_recommendation, change_result, recommendation_id } from './recommendation_changes.ts'

export const apply_recommendation = tool({
  about:
    'Record that a recommendation was carried out. Nothing outside changes: the answer names the call that proposes the change.',
  keywords: {
    es: 'aplicar recomendación marcar como hecha',
    en: 'apply recommendation mark as done',
    pt: 'aplicar recomendação marcar como feita',
  },
  scopes: ['notifications:write'],
  effect: 'write',
  idempotent: true,
  input: { recommendation_id },
  result: change_result,
  example: { recommendation_id: '01980000-0000-7000-8000-000000000000' },
  run: ({ recommendation_id }, context) => change_recommendation(context, recommendation_id, { status: 'applied' }),
})
