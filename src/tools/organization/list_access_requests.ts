import { z } from 'zod'
import { list_tool } from '#engine/list_tool.ts'
import { RECEIVED_MAX, received_requests } from '#engine/people/client_of_agencies.ts'
import { outside_text, own_text } from '#engine/texts.ts'

export const list_access_requests = list_tool({
  about: 'Agencies that asked the person who calls for access. The person may answer for this organization.',
  scopes: ['admin:*'],
  internal: true,
  list: 'requests',
  row: {
    request_id: z.uuid(),
    agency_org_id: z.uuid(),
    name: outside_text().describe('The agency.'),
    created_at: own_text(),
    expires_at: own_text(),
  },
  hint: `The newest ${RECEIVED_MAX} are shown. Answer some first.`,
  order: 'Newest first.',
  read: async (_input, context) => ({ rows: await received_requests(context) }),
})
