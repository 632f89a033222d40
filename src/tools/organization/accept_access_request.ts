import { accept_request } from '#engine/people/client_of_agencies.ts'
import { tool } from '#engine/tool.ts'
import { answered_agency, EXAMPLE_ID, request_id } from './agency_fields.ts'

export const accept_access_request = tool({
  about: 'Let an agency that asked act on this organization. An admin can end it again.',
  scopes: ['admin:*'],
  effect: 'write',
  internal: true,
  input: { request_id: request_id.describe('Request; list_access_requests shows them.') },
  result: answered_agency,
  example: { request_id: EXAMPLE_ID },
  run: ({ request_id }, context) => accept_request(context, request_id),
})
