import { z } from 'zod'
import { set_colleague } from '#engine/people/agencies.ts'
import { tool } from '#engine/tool.ts'
import { client_org_id, colleague_id, EXAMPLE_ID, role_on_client } from './agency_fields.ts'

export const set_client_access = tool({
  about:
    'Let a colleague of the agency act on a client, with a role there. Keys that the colleague owns in the agency act on it too.',
  scopes: ['admin:*'],
  effect: 'write',
  destructive: true,
  internal: true,
  idempotent: true,
  input: { client_org_id, user_id: colleague_id, role: role_on_client.describe('What the colleague may do there.') },
  result: { client_org_id: z.uuid(), user_id: z.uuid(), role: role_on_client, changed: z.boolean() },
  example: { client_org_id: EXAMPLE_ID, user_id: EXAMPLE_ID, role: 'member' },
  async run(input, context) {
    return { ...input, changed: await set_colleague(context, input) }
  },
})
