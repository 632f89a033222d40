import { z } from 'zod'
import { roles } from '#domain/roles.ts'
import { list_tool } from '#engine/list_tool.ts'
import { agencies_with_access, list_members as read_members } from '#engine/people/members.ts'
import { outside_text, own_text } from '#engine/texts.ts'

export const list_members = list_tool({
  about: 'People of the organization with their roles, and agencies that may act on it.',
  keywords: {
    es: 'miembros personas usuarios equipo quién tiene acceso roles administradores agencias',
    en: 'members people users team who has access roles admins agencies',
    pt: 'membros pessoas usuários equipe quem tem acesso papéis administradores agências',
  },
  scopes: ['admin:*'],
  also: {
    agencies: z
      .array(z.strictObject({ agency_org_id: z.uuid(), name: outside_text() }))
      .describe('Agencies with access. Their people are no members.'),
  },
  list: 'members',
  row: {
    user_id: z.uuid(),
    name: outside_text(),
    email: own_text(),
    role: z.enum(roles),
    is_approver: z.boolean().describe('An admin lets this member approve changes of platforms. Admins always may.'),
    two_factor: z.boolean().describe('Signs in with a second factor.'),
    joined_at: own_text(),
    last_seen_at: own_text().nullable(),
  },
  hint: 'An organization has no more members than one answer shows.',
  order: 'Longest membership first.',
  short: { fields: ['user_id', 'name', 'email', 'role', 'is_approver', 'two_factor', 'last_seen_at'] },
  read: async (_input, { db }) => ({ rows: await read_members(db), agencies: await agencies_with_access(db) }),
})
