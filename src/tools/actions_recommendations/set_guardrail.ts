import { z } from 'zod'
import { set_guardrail as set } from '#engine/approvals/guardrails.ts'
import { tool } from '#engine/tool.ts'
import { refuse_unknown_kind } from './approval_settings.ts'
import { guardrail_input, rule_of } from './guardrail_fields.ts'

export const set_guardrail = tool({
  about: 'Write the guardrail of an agent and a kind of change. The version before stays in the history.',
  scopes: ['admin:*'],
  effect: 'write',
  destructive: true,
  internal: true,
  input: guardrail_input,
  result: { guardrail_id: z.uuid(), version: z.int() },
  example: {
    action_type: 'set_daily_budget',
    needs_approval: false,
    automatic_amount: '50',
    automatic_percent: 20,
    day_amount: '200',
  },
  run(input, context) {
    refuse_unknown_kind(context.connectors, input.action_type ?? undefined)
    return set(context, rule_of(input))
  },
})
