import { z } from 'zod'
import { own_id } from '#engine/fields.ts'
import { revoke_invitation as revoke } from '#engine/people/invitations.ts'
import { own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'

export const revoke_invitation = tool({
  about: 'Revoke an invitation that nobody has accepted. Its link stops working.',
  keywords: {
    es: 'revocar cancelar anular invitación retirar enlace',
    en: 'revoke cancel withdraw invitation invite link',
    pt: 'revogar cancelar anular convite retirar link',
  },
  scopes: ['admin:*'],
  effect: 'write',
  destructive: true,
  input: {
    invitation_id: own_id('invitation_id', 'an invitation').describe('Invitation; list_invitations shows them.'),
  },
  result: { invitation_id: z.uuid(), email: own_text(), revoked: z.literal(true) },
  example: { invitation_id: '01980000-0000-7000-8000-000000000000' },
  async run({ invitation_id }, context) {
    const { email } = await revoke(context, invitation_id)
    return { invitation_id, email, revoked: true as const }
  },
})
