import { z } from 'zod'
import { list_tool } from '#engine/list_tool.ts'
import { limit } from '#engine/lists.ts'
import { action_filters } from './actions.ts'
import { decided, decided_fields, read_decided } from './decided_actions.ts'

const LIMIT_MAX = 200

export const list_action_history = list_tool({
  about:
    'Changes at platforms that were decided about: who decided, how each ended, and what the platform showed afterwards. A person undoes one in the dashboard.',
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
  row: decided_fields,
  hint: 'Raise limit, or name a status or an agent_slug.',
  order: 'Newest first.',
  short: {
    fields: ['action_id', 'action_type', 'target', 'before', 'after', 'currency', 'status', 'decided_at'],
    differing: ['platform', 'account', 'decided_by', 'cause'],
  },
  read: (wanted, { db }) => read_decided(db, wanted),
})
