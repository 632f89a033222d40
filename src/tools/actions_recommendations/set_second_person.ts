import { z } from 'zod'
import { tool } from '#engine/tool.ts'
import { change_settings } from './approval_settings.ts'

export const set_second_person = tool({
  about: 'Demand that a second person approves: who proposed a change then cannot approve it.',
  scopes: ['admin:*'],
  effect: 'write',
  destructive: true,
  internal: true,
  idempotent: true,
  input: { second_person: z.boolean() },
  result: { second_person: z.boolean() },
  example: { second_person: true },
  async run({ second_person }, context) {
    await change_settings(context, () =>
      context.db.updateTable('orgs').set({ demands_second_approver: second_person }).execute(),
    )
    return { second_person }
  },
})
