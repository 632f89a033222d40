import { z } from 'zod'
import type { StoredAction } from '#engine/approvals/table.ts'
import { count_of_all, limit, listed } from '#engine/lists.ts'
import { own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import { action_fields, action_filters, long_text, matching, shown_action } from './actions.ts'
import { impact_field, impacts_of } from './impact_fields.ts'

const LIMIT_MAX = 200
const decided = ['executed', 'rejected', 'failed', 'expired', 'approved'] as const

const history = listed(
  'actions',
  z.strictObject({
    ...action_fields,
    status: z.enum(decided).describe('approved: decided, and not carried out yet.'),
    phase: own_text().nullable().describe('Of an approved one: queued, sending, checking or unknown.'),
    decided_by: own_text()
      .nullable()
      .describe('A person, a key of a person, or guardrail:<id>@<version>. null: nobody.'),
    decided_at: z.iso.datetime().nullable(),
    decision_reason: long_text().nullable(),
    cause: own_text().nullable().describe('Why it failed: refused, target_changed, read_back_differs, not_applied …'),
    cause_text: long_text().nullable().describe('The same in a sentence, often of the platform.'),
    read_back: z.unknown().describe('The fields as the platform showed them afterwards. null: it was not read.'),
    left_behind: z.unknown().describe('What a refused step left at the platform.'),
    ended_at: z.iso.datetime().nullable(),
    can_be_undone: z.boolean(),
    impact: impact_field,
    undoes: z.uuid().nullable().describe('The action that this one undoes.'),
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
    const ids = actions.flatMap(({ execution_id }) => execution_id ?? [])
    const executions = await db
      .selectFrom('action_executions')
      .select(['execution_id', 'state', 'found', 'left_behind'])
      .where('execution_id', 'in', ids.length > 0 ? ids : [NO_ID])
      .execute()
    const impacts = await impacts_of(
      db,
      actions.map(({ action_id }) => action_id),
    )
    const of = new Map(executions.map((one) => [one.execution_id, one]))
    return history.of(
      actions.map((action) => {
        const execution = of.get(action.execution_id ?? NO_ID)
        return {
          ...shown_action(action),
          status: action.status as (typeof decided)[number],
          phase: action.status === 'approved' ? (execution?.state ?? null) : null,
          decided_by: action.decided_by,
          decided_at: action.decided_at,
          decision_reason: action.decision_reason,
          cause: action.cause,
          cause_text: action.cause_text,
          read_back: execution?.found ?? null,
          left_behind: execution?.left_behind ?? [],
          ended_at: action.ended_at,
          can_be_undone: action.inverse !== null,
          impact: impacts.get(action.action_id) ?? [],
          undoes: action.undoes,
        }
      }),
      rows[0]?.total ?? 0n,
    )
  },
})

const NO_ID = '00000000-0000-0000-0000-000000000000'
