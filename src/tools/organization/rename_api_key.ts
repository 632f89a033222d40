import { z } from 'zod'
import { rename_key } from '#engine/people/keys.ts'
import { outside_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import { key_id, key_name } from './key_fields.ts'

export const rename_api_key = tool({
  about: 'Rename an API key. Who is no admin renames own keys.',
  scopes: [],
  effect: 'write',
  destructive: true,
  internal: true,
  idempotent: true,
  input: { key_id, name: key_name },
  result: { key_id: z.uuid(), name: outside_text() },
  example: { key_id: '01980000-0000-7000-8000-000000000000', name: 'my agent' },
  async run(input, context) {
    await rename_key(context, input)
    return input
  },
})
