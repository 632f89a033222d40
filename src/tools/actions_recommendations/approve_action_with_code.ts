import { z } from 'zod'
import { approve } from '#engine/approvals/decide.ts'
import { own_id } from '#engine/fields.ts'
import { tool } from '#engine/tool.ts'
import { carry_out_action } from '#jobs/carry_out_action.ts'
import { status } from '#tools/proposals.ts'
import { one_time_code } from './approval_settings.ts'

/** No run: what a run starts from is stored, and a code is a secret. */
export const approve_action_with_code = tool({
  about: 'Approve a proposed change at a platform with a one-time code of the person who is signed in.',
  scopes: ['actions:approve'],
  effect: 'write',
  destructive: true,
  internal: true,
  open_world: true,
  input: {
    action_id: own_id('action_id', 'an action'),
    code: one_time_code,
  },
  result: { action_id: z.uuid(), status },
  example: { action_id: '01980000-0000-7000-8000-000000000000', code: '123456' },
  async run({ action_id, code }, context) {
    const { execution_id, status } = await approve(context, action_id, () => context.check_code(code))
    if (status === 'approved') await context.enqueue(carry_out_action, { execution_id: execution_id! })
    return { action_id, status }
  },
})
