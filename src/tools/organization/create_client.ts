import { z } from 'zod'
import { create_client as create } from '#engine/people/agencies.ts'
import { tool } from '#engine/tool.ts'
import { org_name } from '#tools/org_name.ts'

export const create_client = tool({
  about:
    'Make the organization of a client, on which the agency acts. Invite the people of the client into it afterwards.',
  scopes: ['admin:*'],
  effect: 'write',
  internal: true,
  rate: 10,
  input: {
    name: org_name,
    currency: z.string().describe('Reporting currency, ISO 4217.'),
    time_zone: z.string().describe('IANA time zone of its calendar days.'),
  },
  result: { org_id: z.uuid() },
  example: { name: 'Norte Café', currency: 'MXN', time_zone: 'America/Mexico_City' },
  async run(input, context) {
    return { org_id: await create(context, input) }
  },
})
