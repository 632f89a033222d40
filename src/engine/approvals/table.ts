// The rows of actions. Every function works in an open transaction of the organization.
import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Database } from '#db/pool.ts'
import type { Actions as ActionRow, DB } from '#db/schema.ts'
import { micros } from '#domain/money.ts'
import type { Difference, Target } from '#engine/action.ts'

export type ActionStatus = 'pending' | 'approved' | 'rejected' | 'expired' | 'executed' | 'failed'

export type StoredAction = Omit<
  Selectable<ActionRow>,
  'input' | 'target' | 'differences' | 'warnings' | 'inverse' | 'basis' | 'declaration' | 'status' | 'risk'
> & {
  status: ActionStatus
  risk: 'low' | 'medium' | 'high'
  input: Record<string, unknown>
  target: Target
  differences: Difference[]
  warnings: string[]
  inverse: { action: string; input: Record<string, unknown> } | null
  basis: Record<string, unknown>
  declaration: Record<string, unknown> | null
}

/** Holds the action until the transaction ends. Undefined: the organization has none with this id. */
export async function lock_action(db: Database, action_id: string): Promise<StoredAction | undefined> {
  const row = await db
    .selectFrom('actions')
    .selectAll()
    .where('action_id', '=', action_id)
    .forUpdate()
    .executeTakeFirst()
  return row as unknown as StoredAction | undefined
}

export async function read_action(
  db: Database,
  of: { action_id: string } | { execution_id: string },
): Promise<StoredAction | undefined> {
  const [[column, id]] = Object.entries(of) as [['action_id' | 'execution_id', string]]
  const row = await db.selectFrom('actions').selectAll().where(column, '=', id).executeTakeFirst()
  return row as unknown as StoredAction | undefined
}

/** The state of its connection. */
export const connection_of = (db: Database, { connection_id }: Pick<StoredAction, 'connection_id'>) =>
  db
    .selectFrom('connections')
    .select(['status', 'needs_reconnection'])
    .where('connection_id', '=', connection_id)
    .executeTakeFirstOrThrow()

/** Endings after which the platform has something of the change, although not all of it. */
const HALF_DONE = ['read_back_differs', 'step_refused', 'part_refused'] as const

/** Actions that changed something at the platform, or can still. */
export const has_effect = (eb: ExpressionBuilder<DB, 'actions'>) =>
  eb.or([
    eb('status', 'in', ['approved', 'executed']),
    eb.and([eb('status', '=', 'failed'), eb('cause', 'in', HALF_DONE)]),
  ])

export const is_budget = (field: string) => field === 'daily_budget' || field.endsWith('.daily_budget')

/** The difference that sets a daily budget. */
export const budget_difference = (differences: readonly Difference[]): Difference | undefined =>
  differences.find(({ field, after }) => is_budget(field) && after !== null)

/** The budget that the action sets. Amounts in the reporting currency are those of the proposal. */
export function budget_of({ differences, budget_micros }: StoredAction) {
  const of = budget_difference(differences)
  if (!of) return undefined
  return {
    before: of.before === null ? undefined : micros(of.before),
    after: micros(of.after!),
    reporting: budget_micros,
  }
}
