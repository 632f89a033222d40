import { z } from 'zod'
import { remove_colleague } from '#engine/people/agencies.ts'
import { tool } from '#engine/tool.ts'
import { client_org_id, colleague_id, EXAMPLE_ID } from './agency_fields.ts'

export const remove_client_access = tool({
  about: 'End that a colleague of the agency acts on a client, within a second.',
  scopes: ['admin:*'],
  effect: 'write',
  internal: true,
  destructive: true,
  idempotent: true,
  input: { client_org_id, user_id: colleague_id },
  result: {
    client_org_id: z.uuid(),
    user_id: z.uuid(),
    removed: z.boolean().describe('False: the colleague did not act on it.'),
  },
  example: { client_org_id: EXAMPLE_ID, user_id: EXAMPLE_ID },
  async run(input, context) {
    return { ...input, removed: await remove_colleague(context, input) }
  },
})
