import { z } from 'zod'
import { restore_org as restore } from '#engine/people/ending.ts'
import { tool } from '#engine/tool.ts'

export const restore_org = tool({
  about: 'Take back an organization that was ended, until its days are over. Everything is as before.',
  scopes: ['admin:*'],
  effect: 'write',
  internal: true,
  idempotent: true,
  on_ended: true,
  input: {},
  result: { restored: z.boolean().describe('False: nobody had ended it.') },
  async run(_input, context) {
    return { restored: await restore(context) }
  },
})
