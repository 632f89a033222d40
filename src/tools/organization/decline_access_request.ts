import { decline_request } from '#engine/people/client_of_agencies.ts'
import { tool } from '#engine/tool.ts'
import { answered_agency, EXAMPLE_ID, request_id } from './agency_fields.ts'

export const decline_access_request = tool({
  about: 'Decline the request of an agency.',
  scopes: ['admin:*'],
  effect: 'write',
  internal: true,
  destructive: true,
  input: { request_id: request_id.describe('Request; list_access_requests shows them.') },
  result: answered_agency,
  example: { request_id: EXAMPLE_ID },
  run: ({ request_id }, context) => decline_request(context, request_id),
})
