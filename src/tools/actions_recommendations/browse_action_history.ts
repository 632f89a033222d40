import { z } from 'zod'
import { own_id } from '#engine/fields.ts'
import { pages } from '#engine/pages.ts'
import { tool } from '#engine/tool.ts'
import { decided, decided_fields, read_decided } from './decided_actions.ts'

const actions = pages('actions', z.strictObject(decided_fields), {
  before: own_id('action_id', 'an action').describe('Only older ones than this action.'),
  id_of: ({ action_id }) => action_id,
  rows: 20,
  rows_max: 100,
})

export const browse_action_history = tool({
  about: 'Changes at platforms that were decided about, with their texts, a page at a time, newest first.',
  scopes: ['actions:read'],
  effect: 'read',
  internal: true,
  input: {
    status: z.enum(decided).optional(),
    ...actions.input,
  },
  result: actions.fields,
  example: { status: 'executed' },
  async run({ limit, ...wanted }, { db }) {
    const { rows } = await read_decided(db, { ...wanted, limit: limit + 1 })
    return actions.of(rows, limit)
  },
})
