import { z } from 'zod'
import { roles } from '#domain/roles.ts'
import { list_tool } from '#engine/list_tool.ts'
import { counted_rows, limit } from '#engine/lists.ts'
import { list_invitations as read_invitations } from '#engine/people/invitations.ts'
import { own_text } from '#engine/texts.ts'

const LIMIT_MAX = 200

export const list_invitations = list_tool({
  about: 'Invitations to the organization: who was invited, by whom, in which role, and until when. Never their links.',
  keywords: {
    es: 'invitaciones pendientes enviadas vencidas aceptadas quién fue invitado',
    en: 'pending sent expired accepted invitations invites who was invited',
    pt: 'convites pendentes enviados vencidos aceitos quem foi convidado',
  },
  scopes: ['admin:*'],
  input: {
    include_accepted: z.boolean().default(false).describe('Accepted invitations too.'),
    limit: limit(50, LIMIT_MAX),
  },
  list: 'invitations',
  row: {
    invitation_id: z.uuid(),
    email: own_text(),
    role: z.enum(roles),
    status: z.enum(['pending', 'expired', 'accepted']),
    invited_by: own_text().describe('Who invited, as in the records of calls.'),
    created_at: own_text(),
    expires_at: own_text(),
    accepted_at: own_text().nullable(),
  },
  hint: `Raise limit, up to ${LIMIT_MAX}, or revoke invitations that nobody needs.`,
  order: 'Newest first.',
  short: { fields: ['invitation_id', 'email', 'role', 'status', 'expires_at'] },
  read: async (input, { db, now }) => counted_rows(await read_invitations(db, { now, ...input })),
})
