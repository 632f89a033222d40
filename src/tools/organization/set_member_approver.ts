import { z } from 'zod'
import { own_id } from '#engine/fields.ts'
import { set_approver } from '#engine/people/members.ts'
import { tool } from '#engine/tool.ts'

export const set_member_approver = tool({
  about: 'Let a member approve changes of platforms, or end that. Admins always may, and viewers never.',
  scopes: ['admin:*'],
  effect: 'write',
  destructive: true,
  internal: true,
  idempotent: true,
  input: {
    user_id: own_id('user_id', 'a member').describe('Member; list_members shows them.'),
    is_approver: z.boolean(),
  },
  result: { user_id: z.uuid(), is_approver: z.boolean(), changed: z.boolean() },
  example: { user_id: '01980000-0000-7000-8000-000000000000', is_approver: true },
  async run(input, context) {
    return { ...input, changed: await set_approver(context, input) }
  },
})
