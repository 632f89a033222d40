import { z } from 'zod'
import { tool } from '#engine/tool.ts'

export const set_second_person = tool({
  about: 'Demand that a second person approves: who proposed a change then cannot approve it.',
  scopes: ['admin:*'],
  effect: 'write',
  internal: true,
  idempotent: true,
  input: { second_person: z.boolean() },
  result: { second_person: z.boolean() },
  example: { second_person: true },
  async run({ second_person }, { db }) {
    await db.updateTable('orgs').set({ demands_second_approver: second_person }).execute()
    return { second_person }
  },
})
