import { z } from 'zod'
import { address_of } from '#engine/approvals/decide.ts'
import type { StoredAction } from '#engine/approvals/table.ts'
import { list_tool } from '#engine/list_tool.ts'
import { count_of_all, limit, total_of } from '#engine/lists.ts'
import { restored_within } from '#engine/notifications/stored.ts'
import { own_text } from '#engine/texts.ts'
import {
  action_fields,
  action_filters,
  action_type,
  long_text,
  matching,
  refuse_unknown_agent,
  shown_action,
} from './actions.ts'
import { refuse_unknown_kind } from './approval_settings.ts'
import { others_of, others_waiting } from './others_waiting.ts'
import { staleness } from './stale.ts'

const LIMIT_MAX = 200

export const list_pending_actions = list_tool({
  about: 'Changes at platforms that wait for the approval of a person, with what exactly would change.',
  keywords: {
    es: 'propuestas por aprobar',
    en: 'proposals waiting for my approval',
    pt: 'propostas por aprovar',
  },
  scopes: ['actions:read'],
  input: { ...action_filters, action_type, limit: limit(50, LIMIT_MAX) },
  example: {},
  list: 'actions',
  row: {
    ...action_fields,
    can_be_undone: z.boolean(),
    warnings: z.array(long_text()),
    basis: z.unknown().describe('The figures when it was proposed, with their sources.'),
    declaration: z.unknown().describe('Of a new campaign: brief, estimated reach, declared categories.'),
    stale: z
      .boolean()
      .nullable()
      .describe('A sync or an own change has shown another value than before. null: neither did.'),
    others_waiting,
    link: own_text(z.url()).describe('Where a person decides.'),
  },
  hint: 'Raise limit, or name an agent_slug or action_type.',
  order: 'Earliest deadline first.',
  short: {
    fields: ['action_id', 'action_type', 'target', 'before', 'after', 'currency', 'risk', 'expires_at'],
    differing: ['platform', 'account', 'reason', 'stale', 'others_waiting'],
  },
  async read({ limit, ...wanted }, context) {
    const { db, now } = context
    const rows = await matching(db.selectFrom('actions'), wanted)
      .selectAll()
      .select(count_of_all)
      .where('status', '=', 'pending')
      .where('expires_at', '>', now.toISOString())
      .orderBy('expires_at')
      .orderBy('action_id')
      .limit(limit)
      .execute()
    if (rows.length === 0) {
      refuse_unknown_kind(context.connectors, wanted.action_type)
      await refuse_unknown_agent(db, wanted)
    }
    const actions = rows as unknown as StoredAction[]
    const is_stale = await staleness(context, actions)
    const others = await others_of(context, actions)
    return {
      rows: actions.map((action) => ({
        ...shown_action(action),
        can_be_undone: action.inverse !== null,
        warnings: action.warnings,
        basis: restored_within(action.basis),
        declaration: action.declaration,
        stale: is_stale(action),
        others_waiting: others(action),
        link: address_of(context, action.action_id),
      })),
      total: total_of(rows),
    }
  },
})
