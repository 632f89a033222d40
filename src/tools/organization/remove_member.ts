import { z } from 'zod'
import { own_id } from '#engine/fields.ts'
import { remove_member as remove } from '#engine/people/members.ts'
import { own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'

export const remove_member = tool({
  about:
    "Remove a member, oneself too. The member's keys of this organization are revoked, and apps disconnected. The last admin stays.",
  keywords: {
    es: 'quitar eliminar sacar miembro persona usuario del equipo retirar acceso salir',
    en: 'remove delete member person user from the team take away access leave',
    pt: 'remover excluir tirar membro pessoa usuário da equipe retirar acesso sair',
  },
  scopes: ['admin:*'],
  effect: 'write',
  destructive: true,
  input: {
    user_id: own_id('user_id', 'a member').describe('Member; list_members shows them.'),
  },
  result: {
    user_id: z.uuid(),
    email: own_text(),
    removed: z.literal(true),
    revoked_keys: z.int().describe('API keys that the member owned here.'),
    revoked_grants: z.int().describe('Apps that acted for the member here.'),
  },
  example: { user_id: '01980000-0000-7000-8000-000000000000' },
  async run({ user_id }, context) {
    const removed = await remove(context, user_id)
    return { user_id, ...removed, removed: true as const }
  },
})
