import { z } from 'zod'
import { withdraw_request } from '#engine/people/agencies.ts'
import { own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import { EXAMPLE_ID, request_id } from './agency_fields.ts'

export const withdraw_access_request = tool({
  about: 'Withdraw a request of the agency that nobody has answered.',
  scopes: ['admin:*'],
  effect: 'write',
  internal: true,
  destructive: true,
  input: { request_id: request_id.describe('Request; list_clients shows them.') },
  result: { request_id: z.uuid(), email: own_text() },
  example: { request_id: EXAMPLE_ID },
  async run({ request_id }, context) {
    return { request_id, ...(await withdraw_request(context, request_id)) }
  },
})
