// The rows of actions. Every function works in an open transaction of the organization.
import type { Selectable } from 'kysely'
import type { Database } from '#db/pool.ts'
import type { Actions as ActionRow } from '#db/schema.ts'
import { micros } from '#domain/money.ts'
import type { Difference, Target } from '#engine/action.ts'
import { emit_event } from '#engine/outbound_webhooks/emit.ts'

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

const NOTE_CHARS_MAX = 1_000

interface Change {
  status: ActionStatus
  at: string
  /** A caller, guardrail:<id>@<version>, platform, or clock. */
  actor: string
  note?: string | null
}

type Decision = Partial<
  Pick<
    StoredAction,
    'decided_by' | 'decided_by_user_id' | 'decided_at' | 'decision_reason' | 'execution_id' | 'cause' | 'cause_text'
  >
>

/** Every status stands in the action's history with its author, and is an event. */
export async function set_status(
  db: Database,
  action: StoredAction,
  { status, at, actor, note, ...changes }: Change & Decision,
): Promise<void> {
  const has_ended = status !== 'pending' && status !== 'approved'
  await db
    .updateTable('actions')
    .set({ status, ...changes, ...(has_ended && { ended_at: at }) })
    .where('action_id', '=', action.action_id)
    .execute()
  await record_status(db, { ...action, ...changes, status }, { status, at, actor, note })
}

export async function record_status(db: Database, action: StoredAction, { status, at, actor, note }: Change) {
  const { org_id, action_id, action_type, platform, target, risk, expires_at, cause } = action
  await db
    .insertInto('action_changes')
    .values({ org_id, action_id, status, actor, changed_at: at, note: note?.slice(0, NOTE_CHARS_MAX) ?? null })
    .execute()
  const data = {
    ...{ action_id, action_type, platform, target: target.id, risk },
    ...(status === 'pending' && { expires_at: new Date(expires_at).toISOString() }),
    ...(status === 'approved' && { is_automatic: actor.startsWith(GUARDRAIL) }),
    ...(status === 'failed' && { cause: cause ?? 'refused' }),
  }
  await emit_event(db, { org_id, type: `action.${status}`, data, at: new Date(at) })
}

/** How a decision of the rules begins. A rule and its version follow. */
export const GUARDRAIL = 'guardrail:'

const is_budget = (field: string) => field === 'daily_budget' || field.endsWith('.daily_budget')

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
