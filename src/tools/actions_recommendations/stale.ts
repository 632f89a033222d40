// Whether a sync, or an own change of the same target, has already seen another value than a proposal states as the one before.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import type { Database } from '#db/pool.ts'
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
  const changes = Map.groupBy(await own_changes(db, actions), target_of)
  return (action) => {
    const found = synced.get(`${action.connection_id} ${action.target.id}`)
    return newest_own(action, changes.get(target_of(action)) ?? [], found) ?? is_stale(action, found)
  }
}

const target_of = ({ platform, target_key }: Pick<StoredAction, 'platform' | 'target_key'>) =>
  `${platform} ${target_key}`

/** Own changes of the same targets that the platform carried out, newest first, with the values that it showed afterwards. */
async function own_changes(db: Database, actions: readonly StoredAction[]) {
  const keys = actions.map(({ target_key }) => target_key)
  const oldest = new Date(Math.min(...actions.map(({ created_at }) => Date.parse(created_at)))).toISOString()
  return db
    .selectFrom('actions as a')
    .innerJoin('action_executions as e', (join) =>
      join.onRef('e.org_id', '=', 'a.org_id').onRef('e.execution_id', '=', 'a.execution_id'),
    )
    .select(['a.platform', 'a.target_key', 'a.ended_at', 'e.found'])
    .where('a.target_key', 'in', keys)
    .where('a.ended_at', '>=', oldest)
    .orderBy('a.ended_at', 'desc')
    .execute()
}

type OwnChange = Awaited<ReturnType<typeof own_changes>>[number]

/** Undefined: no own change after the proposal, and after the last sync, has shown one of its fields. */
function newest_own(
  { differences, created_at }: StoredAction,
  changes: readonly OwnChange[],
  synced: Synced | undefined,
): boolean | undefined {
  const since = Math.max(Date.parse(created_at), Date.parse(synced?.synced_at ?? created_at))
  const later = changes.filter(({ ended_at }) => Date.parse(ended_at!) >= since)
  const seen = differences.flatMap(({ field, before }) => {
    const shown = later.map(({ found }) => (found as Record<string, string | null> | null)?.[field])
    const value = shown.find((one) => one !== undefined)
    return value === undefined ? [] : [value !== before]
  })
  return seen.length === 0 ? undefined : seen.some(Boolean)
}

/** Only a sync after the proposal can say that the budget is another one by now. */
function is_stale({ differences, created_at }: StoredAction, synced: Synced | undefined): boolean | null {
  const budget = differences.find(({ field, before }) => field === 'daily_budget' && before !== null)
  if (!budget || synced?.daily_budget_micros == null || Date.parse(synced.synced_at) <= Date.parse(created_at))
    return null
  return synced.daily_budget_micros !== micros(budget.before!)
}
