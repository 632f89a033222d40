import { z } from 'zod'
import type { StoredAction } from '#engine/approvals/table.ts'
import { list_tool } from '#engine/list_tool.ts'
import { count_of_all, limit } from '#engine/lists.ts'
import { action_fields, action_filters, matching, shown_action } from './actions.ts'
import { end_fields, ends_of } from './ends.ts'

const LIMIT_MAX = 200
const decided = ['executed', 'rejected', 'failed', 'expired', 'approved'] as const

export const list_action_history = list_tool({
  about:
    'Changes at platforms that were decided about: who decided, how each ended, and what the platform showed afterwards.',
  keywords: {
    es: 'historial de cambios',
    en: 'history of the changes',
    pt: 'histórico de mudanças',
  },
  scopes: ['actions:read'],
  input: {
    status: z
      .enum(decided, `must be among ${decided.join(', ')}`)
      .optional()
      .describe('Only actions with this status.'),
    ...action_filters,
    limit: limit(50, LIMIT_MAX),
  },
  example: { status: 'executed' },
  list: 'actions',
  row: {
    ...action_fields,
    status: z.enum(decided).describe('approved: decided, and not carried out yet.'),
    ...end_fields,
  },
  hint: 'Raise limit, or name a status or an agent_slug.',
  order: 'Newest first.',
  short: {
    fields: ['action_id', 'action_type', 'target', 'before', 'after', 'currency', 'status', 'decided_at'],
    differing: ['platform', 'account', 'decided_by', 'cause'],
  },
  async read({ status, limit, ...wanted }, { db }) {
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
    return {
      rows: actions.map((action) => ({
        ...shown_action(action),
        status: action.status as (typeof decided)[number],
        ...end_of(action),
      })),
      total: rows[0]?.total ?? 0n,
    }
  },
})
