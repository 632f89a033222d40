import { z } from 'zod'
import { roles } from '#domain/roles.ts'
import { own_id } from '#engine/fields.ts'
import { refuse } from '#engine/outcomes.ts'
import { change_role } from '#engine/people/members.ts'
import { tool } from '#engine/tool.ts'
import { role } from './roles.ts'

export const update_member_role = tool({
  about:
    'Change the role of a member. It applies within a second to sessions, keys and apps of the member. One admin always stays.',
  keywords: {
    es: 'cambiar rol permisos de un miembro hacer administrador degradar ascender lector',
    en: 'change role permissions of a member make admin promote demote viewer',
    pt: 'mudar papel permissões de um membro tornar administrador promover rebaixar leitor',
  },
  scopes: ['admin:*'],
  effect: 'write',
  destructive: true,
  input: {
    user_id: own_id('user_id', 'a member').optional().describe('Member; list_members shows them. Needed.'),
    role: role.optional().describe('The new role. Needed.'),
  },
  result: {
    user_id: z.uuid(),
    role: z.enum(roles),
    role_before: z.enum(roles),
    changed: z.boolean().describe('False: the member had this role already.'),
  },
  example: { user_id: '01980000-0000-7000-8000-000000000000', role: 'viewer' },
  async run({ user_id, role }, context) {
    if (user_id === undefined) refuse('user_id is missing: the member whose role changes. list_members shows them.')
    if (role === undefined) refuse(`role is missing: one of ${roles.join(', ')}.`)
    const { changed, before } = await change_role(context, { user_id, role })
    return { user_id, role, role_before: before, changed }
  },
})
