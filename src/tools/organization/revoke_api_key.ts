import { z } from 'zod'
import { end_key } from '#engine/people/keys.ts'
import { tool } from '#engine/tool.ts'
import { key_id } from './key_fields.ts'

export const revoke_api_key = tool({
  about: 'Revoke an API key, within a second. Who is no admin revokes own keys.',
  scopes: [],
  effect: 'write',
  internal: true,
  destructive: true,
  idempotent: true,
  input: { key_id },
  result: { key_id: z.uuid(), revoked: z.boolean().describe('False: it was revoked before.') },
  example: { key_id: '01980000-0000-7000-8000-000000000000' },
  async run({ key_id }, context) {
    return { key_id, revoked: await end_key(context, key_id) }
  },
})
