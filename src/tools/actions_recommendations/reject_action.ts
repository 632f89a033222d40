import { z } from 'zod'
import { reject } from '#engine/approvals/decide.ts'
import { own_id } from '#engine/fields.ts'
import { tool } from '#engine/tool.ts'
import { reason, status } from '#tools/proposals.ts'

export const reject_action = tool({
  about: 'Reject a proposed change at a platform. It is never carried out. AI agents cannot.',
  keywords: {
    es: 'rechazar',
    en: 'reject',
    pt: 'rejeitar',
  },
  scopes: ['actions:approve'],
  effect: 'write',
  destructive: true,
  idempotent: true,
  input: {
    action_id: own_id('action_id', 'an action').describe('list_pending_actions shows those that wait.'),
    reason: reason.optional().describe('Why not, for who proposed it.'),
  },
  result: { action_id: z.uuid(), status },
  example: { action_id: '01980000-0000-7000-8000-000000000000', reason: 'Not before the sale.' },
  async run({ action_id, reason }, context) {
    const { status } = await reject(context, action_id, reason)
    return { action_id, status }
  },
})
