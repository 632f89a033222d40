import { z } from 'zod'
import { scopes } from '#domain/scopes.ts'
import { acts_for } from '#engine/access/caller.ts'
import { list_tool } from '#engine/list_tool.ts'
import { counted_rows } from '#engine/lists.ts'
import { KEYS_SHOWN_MAX, list_keys } from '#engine/people/keys.ts'
import { outside_text, own_text } from '#engine/texts.ts'

export const list_api_keys = list_tool({
  about: 'API keys of the organization with their owners, without the secrets. Who is no admin sees own keys.',
  scopes: [],
  internal: true,
  list: 'keys',
  row: {
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
  },
  hint: `The newest ${KEYS_SHOWN_MAX} keys are shown.`,
  order: 'Newest first.',
  read: async (_input, { db, caller, now }) => counted_rows(await list_keys(db, caller, now)),
})
