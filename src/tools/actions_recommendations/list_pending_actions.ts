import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { micros } from '#domain/money.ts'
import { address_of } from '#engine/approvals/decide.ts'
import type { StoredAction } from '#engine/approvals/table.ts'
import { count_of_all, limit, listed } from '#engine/lists.ts'
import { own_text } from '#engine/texts.ts'
import { type Context, tool } from '#engine/tool.ts'
import { action_fields, action_filters, action_type, long_text, matching, shown_action } from './actions.ts'

const LIMIT_MAX = 200

const pending = listed(
  'actions',
  z.strictObject({
    ...action_fields,
    can_be_undone: z.boolean(),
    warnings: z.array(long_text()),
    basis: z.unknown().describe('The figures when it was proposed, with their sources.'),
    declaration: z.unknown().describe('Of a new campaign: brief, estimated reach, declared categories.'),
    stale: z
      .boolean()
      .nullable()
      .describe('The last sync shows another value than before. null: syncs do not show it.'),
    link: own_text(z.url()).describe('Where a person decides.'),
  }),
  'Raise limit, or name an agent_slug or action_type.',
  'Earliest deadline first.',
  {
    short: {
      fields: ['action_id', 'action_type', 'target', 'before', 'after', 'currency', 'risk', 'expires_at'],
      differing: ['platform', 'account', 'reason', 'stale'],
    },
  },
)

export const list_pending_actions = tool({
  about: 'Changes at platforms that wait for the approval of a person, with what exactly would change.',
  keywords: {
    es: 'propuestas por aprobar',
    en: 'proposals waiting for my approval',
    pt: 'propostas por aprovar',
  },
  scopes: ['actions:read'],
  effect: 'read',
  input: { ...action_filters, action_type, limit: limit(50, LIMIT_MAX) },
  result: pending.fields,
  example: {},
  async run({ limit, ...wanted }, context) {
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
    const actions = rows as unknown as StoredAction[]
    const seen = await synced_campaigns(context, actions)
    return pending.of(
      actions.map((action) => ({
        ...shown_action(action),
        can_be_undone: action.inverse !== null,
        warnings: action.warnings,
        basis: action.basis,
        declaration: action.declaration,
        stale: is_stale(action, seen.get(`${action.connection_id} ${action.target.id}`)),
        link: address_of(context, action.action_id),
      })),
      rows[0]?.total ?? 0n,
    )
  },
})

interface Synced {
  connection_id: string
  campaign_id: string
  daily_budget_micros: bigint | null
  synced_at: string
}

async function synced_campaigns({ db }: Pick<Context, 'db'>, actions: StoredAction[]): Promise<Map<string, Synced>> {
  const ids = actions.flatMap(({ target }) => (target.kind === 'campaign' && target.id !== null ? [target.id] : []))
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Synced>`
    select connection_id, campaign_id, daily_budget_micros, synced_at from ${of_org('ad_campaigns', 'm')}
    where campaign_id = any(${ids})`.execute(db)
  return new Map(rows.map((row) => [`${row.connection_id} ${row.campaign_id}`, row]))
}

/** Only a sync after the proposal can say that the budget is another one by now. */
function is_stale({ differences, created_at }: StoredAction, synced: Synced | undefined): boolean | null {
  const budget = differences.find(({ field, before }) => field === 'daily_budget' && before !== null)
  if (!budget || synced?.daily_budget_micros == null || Date.parse(synced.synced_at) <= Date.parse(created_at))
    return null
  return synced.daily_budget_micros !== micros(budget.before!)
}
