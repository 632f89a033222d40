import { z } from 'zod'
import { scopes } from '#domain/scopes.ts'
import { acts_for } from '#engine/access/caller.ts'
import { listed } from '#engine/lists.ts'
import { KEYS_SHOWN_MAX, list_keys } from '#engine/people/keys.ts'
import { outside_text, own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'

const keys = listed(
  'keys',
  z.strictObject({
    key_id: z.uuid(),
    name: outside_text(),
    prefix: own_text(),
    scopes: z.array(z.enum(scopes)),
    acts_for: z.enum(acts_for).describe('agent: the key cannot approve or reject changes.'),
    owner: z
      .strictObject({ user_id: z.uuid(), name: outside_text(), email: own_text() })
      .nullable()
      .describe('Null: an operator made the key, or the owner is no member any more.'),
    created_at: own_text(),
    last_used_at: own_text().nullable(),
    expires_at: own_text().nullable(),
    status: z.enum(['active', 'expired', 'revoked']),
  }),
  `The newest ${KEYS_SHOWN_MAX} keys are shown.`,
  'Newest first.',
)

export const list_api_keys = tool({
  about: 'API keys of the organization with their owners, without the secrets. Who is no admin sees own keys.',
  scopes: [],
  effect: 'read',
  internal: true,
  input: {},
  result: keys.fields,
  async run(_input, { db, caller, now }) {
    return keys.of_counted(await list_keys(db, caller, now))
  },
})
