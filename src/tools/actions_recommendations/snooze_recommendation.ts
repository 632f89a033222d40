import { z } from 'zod'
import { tool } from '#engine/tool.ts'
import { HOUR_MS } from '#lib/durations.ts'
import { change_recommendation, change_result, recommendation_id } from './recommendation_changes.ts'

const HOURS_MAX = 8_760
const HOURS_DEFAULT = 24

export const snooze_recommendation = tool({
  about: 'Put a recommendation off for some hours. Then it is new again.',
  keywords: {
    es: 'posponer recomendación recordar más tarde',
    en: 'snooze recommendation remind me later',
    pt: 'adiar recomendação lembrar mais tarde',
  },
  scopes: ['notifications:write'],
  effect: 'write',
  input: {
    recommendation_id,
    hours: z
      .int('must be a whole number of hours')
      .min(1, 'must be at least 1')
      .max(HOURS_MAX, `must be at most ${HOURS_MAX}, a year`)
      .default(HOURS_DEFAULT)
      .describe('From now on.'),
  },
  result: change_result,
  example: { recommendation_id: '01980000-0000-7000-8000-000000000000', hours: 48 },
  run: ({ recommendation_id, hours }, context) =>
    change_recommendation(context, recommendation_id, {
      status: 'snoozed',
      snoozed_until: new Date(context.now.getTime() + hours * HOUR_MS).toISOString(),
    }),
})
