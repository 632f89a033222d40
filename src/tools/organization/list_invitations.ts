import { z } from 'zod'
import { roles } from '#domain/roles.ts'
import { limit, listed } from '#engine/lists.ts'
import { list_invitations as read_invitations } from '#engine/people/invitations.ts'
import { own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'

const LIMIT_MAX = 200

const invitations = listed(
  'invitations',
  z.strictObject({
    invitation_id: z.uuid(),
    email: own_text(),
    role: z.enum(roles),
    status: z.enum(['pending', 'expired', 'accepted']),
    invited_by: own_text().describe('Who invited, as in the records of calls.'),
    created_at: own_text(),
    expires_at: own_text(),
    accepted_at: own_text().nullable(),
  }),
  `Raise limit, up to ${LIMIT_MAX}, or revoke invitations that nobody needs.`,
  'Newest first.',
  { short: { fields: ['invitation_id', 'email', 'role', 'status', 'expires_at'] } },
)

export const list_invitations = tool({
  about: 'Invitations to the organization: who was invited, by whom, in which role, and until when. Never their links.',
  keywords: {
    es: 'invitaciones pendientes enviadas vencidas aceptadas quién fue invitado',
    en: 'pending sent expired accepted invitations invites who was invited',
    pt: 'convites pendentes enviados vencidos aceitos quem foi convidado',
  },
  scopes: ['admin:*'],
  effect: 'read',
  input: {
    include_accepted: z.boolean().default(false).describe('Accepted invitations too.'),
    limit: limit(50, LIMIT_MAX),
  },
  result: invitations.fields,
  async run(input, { db, now }) {
    return invitations.of_counted(await read_invitations(db, { now, ...input }))
  },
})
