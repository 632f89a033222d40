import { z } from 'zod'
import type { StoredAction } from '#engine/approvals/table.ts'
import { count_of_all, limit, listed } from '#engine/lists.ts'
import { tool } from '#engine/tool.ts'
import { action_fields, action_filters, matching, shown_action } from './actions.ts'
import { end_fields, ends_of } from './ends.ts'

const LIMIT_MAX = 200
const decided = ['executed', 'rejected', 'failed', 'expired', 'approved'] as const

const history = listed(
  'actions',
  z.strictObject({
    ...action_fields,
    status: z.enum(decided).describe('approved: decided, and not carried out yet.'),
    ...end_fields,
  }),
  'Raise limit, or name a status or an agent_slug.',
  'Newest first.',
  {
    short: {
      fields: ['action_id', 'action_type', 'target', 'before', 'after', 'currency', 'status', 'decided_at'],
      differing: ['platform', 'account', 'decided_by', 'cause'],
    },
  },
)

export const list_action_history = tool({
  about:
    'Changes at platforms that were decided about: who decided, how each ended, and what the platform showed afterwards.',
  keywords: {
    es: 'historial de cambios',
    en: 'history of the changes',
    pt: 'histórico de mudanças',
  },
  scopes: ['actions:read'],
  effect: 'read',
  input: {
    status: z
      .enum(decided, `must be among ${decided.join(', ')}`)
      .optional()
      .describe('Only actions with this status.'),
    ...action_filters,
    limit: limit(50, LIMIT_MAX),
  },
  result: history.fields,
  example: { status: 'executed' },
  async run({ status, limit, ...wanted }, { db }) {
    const rows = await matching(db.selectFrom('actions'), wanted)
      .selectAll()
      .select(count_of_all)
      .where('status', 'in', status === undefined ? [...decided] : [status])
      .orderBy('created_at', 'desc')
      .orderBy('action_id', 'desc')
      .limit(limit)
      .execute()
    const actions = rows as unknown as StoredAction[]
    const end_of = await ends_of(db, actions)
    return history.of(
      actions.map((action) => ({
        ...shown_action(action),
        status: action.status as (typeof decided)[number],
        ...end_of(action),
      })),
      rows[0]?.total ?? 0n,
    )
  },
})
