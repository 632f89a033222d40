import { z } from 'zod'
import { own_id } from '#engine/fields.ts'
import { assign_key } from '#engine/people/keys.ts'
import { tool } from '#engine/tool.ts'
import { key_id } from './key_fields.ts'

export const assign_api_key = tool({
  about:
    'Hand an API key on to another member. From then on it can do no more than this member, and acts for an agent.',
  scopes: ['admin:*'],
  effect: 'write',
  destructive: true,
  internal: true,
  idempotent: true,
  input: {
    key_id,
    user_id: own_id('user_id', 'a member').describe('The new owner; list_members shows members.'),
  },
  result: { key_id: z.uuid(), user_id: z.uuid() },
  example: { key_id: '01980000-0000-7000-8000-000000000000', user_id: '01980000-0000-7000-8000-000000000000' },
  async run(input, context) {
    await assign_key(context, input)
    return input
  },
})
