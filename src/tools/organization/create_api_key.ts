import { z } from 'zod'
import { scopes } from '#domain/scopes.ts'
import { acts_for } from '#engine/access/caller.ts'
import { KEY_DAYS, make_key } from '#engine/people/keys.ts'
import { own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import { key_name } from './key_fields.ts'

export const create_api_key = tool({
  about: 'Make an API key that acts for its maker, with some of the scopes of its maker.',
  scopes: [],
  effect: 'write',
  internal: true,
  rate: 20,
  shown_once: ['key'],
  input: {
    name: key_name,
    scopes: z
      .array(z.enum(scopes, `must be among ${scopes.join(', ')}`))
      .min(1, 'must have at least one scope')
      .max(scopes.length, 'must not repeat scopes'),
    expires_at: z.iso
      .datetime({ offset: true, error: 'must be an instant such as 2027-01-31T00:00:00Z' })
      .nullable()
      .optional()
      .describe(`Default: after ${KEY_DAYS} days. Null: never.`),
    acts_for: z
      .enum(acts_for, 'must be person or agent')
      .default('agent')
      .describe('agent: the key cannot approve or reject changes, whatever its scopes.'),
  },
  result: {
    key_id: z.uuid(),
    key: own_text()
      .nullable()
      .describe('The key. It is shown only now. null: this is the repeated answer of an idempotency key.'),
    prefix: own_text(),
    scopes: z.array(z.enum(scopes)),
    expires_at: own_text().nullable(),
  },
  example: { name: 'my agent', scopes: ['ads:read'] },
  run: (input, context) => make_key(context, input),
})
