import { z } from 'zod'
import { own_id } from '#engine/fields.ts'
import { refuse } from '#engine/outcomes.ts'
import { give_up_client } from '#engine/people/agencies.ts'
import { end_agency } from '#engine/people/client_of_agencies.ts'
import { tool } from '#engine/tool.ts'
import { client_org_id, EXAMPLE_ID } from './agency_fields.ts'

export const end_agency_access = tool({
  about:
    'End the access of an agency, within a second. In the client, name the agency. In the agency, name the client. What was connected stays.',
  scopes: ['admin:*'],
  effect: 'write',
  internal: true,
  destructive: true,
  input: {
    agency_org_id: own_id('agency_org_id', 'an agency')
      .optional()
      .describe('Agency that acts on this organization; list_members shows them.'),
    client_org_id: client_org_id.optional(),
  },
  result: { ended: z.literal(true) },
  example: { agency_org_id: EXAMPLE_ID },
  async run({ agency_org_id, client_org_id }, context) {
    if ((agency_org_id === undefined) === (client_org_id === undefined))
      refuse('Name either agency_org_id, in the client, or client_org_id, in the agency.')
    if (agency_org_id !== undefined) await end_agency(context, agency_org_id)
    else await give_up_client(context, client_org_id!)
    return { ended: true as const }
  },
})
