import { z } from 'zod'
import { end_org as end } from '#engine/people/ending.ts'
import { own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import { ORG_NAME_CHARS_MAX } from '#tools/org_name.ts'

export const end_org = tool({
  about:
    'End the organization. It refuses all calls, and an admin can take it back for 30 days. Then it is deleted with all of its data.',
  scopes: ['admin:*'],
  effect: 'write',
  internal: true,
  destructive: true,
  input: {
    name: z.string().max(ORG_NAME_CHARS_MAX).describe('The name of the organization, exactly, as a confirmation.'),
  },
  result: { ended_at: own_text(), deleted_at: own_text() },
  example: { name: 'Casa Lumbre' },
  run: ({ name }, context) => end(context, name),
})
