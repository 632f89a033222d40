import { z } from 'zod'
import { roles } from '#domain/roles.ts'
import { list_tool } from '#engine/list_tool.ts'
import { CLIENTS_MAX, list_clients as read_clients, requests_of_agency } from '#engine/people/agencies.ts'
import { outside_text, own_text } from '#engine/texts.ts'

export const list_clients = list_tool({
  about:
    'Clients of the agency, who of the agency acts on them, and requests that wait. Another organization has none.',
  scopes: ['admin:*'],
  internal: true,
  also: {
    requests: z
      .array(
        z.strictObject({
          request_id: z.uuid(),
          email: own_text(),
          created_at: own_text(),
          expires_at: own_text(),
          status: z.enum(['pending', 'expired']),
        }),
      )
      .describe('Newest first. An answered request is not shown.'),
  },
  list: 'clients',
  row: {
    client_org_id: z.uuid(),
    name: outside_text(),
    currency: own_text(),
    time_zone: own_text(),
    since: own_text(),
    ended_at: own_text().nullable().describe('Not null: an admin of the client ended the organization.'),
    admins: z.int().describe('Admins who are members of the client.'),
    colleagues: z
      .array(z.strictObject({ user_id: z.uuid(), name: outside_text(), role: z.enum(roles) }))
      .describe('Who acts on the client, besides the admins of the agency, who act on all clients as admin.'),
  },
  hint: `An agency has at most ${CLIENTS_MAX} clients, and one answer shows all.`,
  order: 'By name.',
  async read(_input, { db, now }) {
    const rows = await read_clients(db)
    const requests = await requests_of_agency(db)
    const status = (ends: string) => (Date.parse(ends) > now.getTime() ? ('pending' as const) : ('expired' as const))
    return { rows, requests: requests.map((request) => ({ ...request, status: status(request.expires_at) })) }
  },
})
