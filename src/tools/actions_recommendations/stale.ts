// Whether synced data has already seen another value than a proposal states as the one before.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { micros } from '#domain/money.ts'
import type { StoredAction } from '#engine/approvals/table.ts'
import type { Context } from '#engine/tool.ts'

interface Synced {
  connection_id: string
  campaign_id: string
  daily_budget_micros: bigint | null
  synced_at: string
}

/** For each action: whether it is stale. null: syncs do not show it. */
export async function staleness(
  { db }: Pick<Context, 'db'>,
  actions: readonly StoredAction[],
): Promise<(action: StoredAction) => boolean | null> {
  const ids = actions.flatMap(({ target }) => (target.kind === 'campaign' && target.id !== null ? [target.id] : []))
  if (ids.length === 0) return () => null
  const { rows } = await sql<Synced>`
    select connection_id, campaign_id, daily_budget_micros, synced_at from ${of_org('ad_campaigns', 'm')}
    where campaign_id = any(${ids})`.execute(db)
  const synced = new Map(rows.map((row) => [`${row.connection_id} ${row.campaign_id}`, row]))
  return (action) => is_stale(action, synced.get(`${action.connection_id} ${action.target.id}`))
}

/** Only a sync after the proposal can say that the budget is another one by now. */
function is_stale({ differences, created_at }: StoredAction, synced: Synced | undefined): boolean | null {
  const budget = differences.find(({ field, before }) => field === 'daily_budget' && before !== null)
  if (!budget || synced?.daily_budget_micros == null || Date.parse(synced.synced_at) <= Date.parse(created_at))
    return null
  return synced.daily_budget_micros !== micros(budget.before!)
}
