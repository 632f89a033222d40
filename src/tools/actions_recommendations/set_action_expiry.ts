import { z } from 'zod'
import { DECISION_HOURS, DECISION_HOURS_MAX, set_expiry } from '#engine/approvals/settings.ts'
import { tool } from '#engine/tool.ts'
import { change_settings, refuse_unknown_kind, settings_fields } from './approval_settings.ts'

export const set_action_expiry = tool({
  about: 'Set how long new proposals of a kind of change wait for a decision.',
  scopes: ['admin:*'],
  effect: 'write',
  destructive: true,
  internal: true,
  idempotent: true,
  input: {
    action_type: z.string().trim().min(1, 'must name a kind of change').max(100).describe('The kind of change.'),
    hours: z
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(DECISION_HOURS_MAX, `must be at most ${DECISION_HOURS_MAX}, which is 30 days`)
      .describe(`Usually ${DECISION_HOURS}.`),
  },
  result: settings_fields,
  example: { action_type: 'set_daily_budget', hours: 24 },
  async run({ action_type, hours }, context) {
    refuse_unknown_kind(context.connectors, action_type)
    return change_settings(context, () => set_expiry(context.db, { action_type, hours }))
  },
})
