import { z } from 'zod'
import { end_guardrail as end } from '#engine/approvals/guardrails.ts'
import { own_id } from '#engine/fields.ts'
import { refuse } from '#engine/outcomes.ts'
import { tool } from '#engine/tool.ts'

export const end_guardrail = tool({
  about: 'End a guardrail. What it allowed automatically needs a person again, and what it forbade is possible.',
  scopes: ['admin:*'],
  effect: 'write',
  internal: true,
  destructive: true,
  input: { guardrail_id: own_id('guardrail_id', 'a guardrail') },
  result: { guardrail_id: z.uuid() },
  example: { guardrail_id: '01980000-0000-7000-8000-000000000000' },
  async run({ guardrail_id }, { db, now }) {
    if (!(await end(db, guardrail_id, now)))
      refuse('No guardrail in force has this guardrail_id. list_guardrails shows them.')
    return { guardrail_id }
  },
})
