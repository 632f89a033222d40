import { z } from 'zod'
import { listed } from '#engine/lists.ts'
import { RECEIVED_MAX, received_requests } from '#engine/people/client_of_agencies.ts'
import { outside_text, own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'

const requests = listed(
  'requests',
  z.strictObject({
    request_id: z.uuid(),
    agency_org_id: z.uuid(),
    name: outside_text().describe('The agency.'),
    created_at: own_text(),
    expires_at: own_text(),
  }),
  `The newest ${RECEIVED_MAX} are shown. Answer some first.`,
  'Newest first.',
)

export const list_access_requests = tool({
  about: 'Agencies that asked the person who calls for access. The person may answer for this organization.',
  scopes: ['admin:*'],
  effect: 'read',
  internal: true,
  input: {},
  result: requests.fields,
  async run(_input, context) {
    const rows = await received_requests(context)
    return requests.of(rows, rows.length)
  },
})
