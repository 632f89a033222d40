// What an execution asks of the action that it carries out, and what it reports to it.
import type { Database } from '#db/pool.ts'
import { forbidden_by, why_a_person } from '#domain/guardrails.ts'
import { credential_works, has_scope, may_write, standing_of } from '#engine/access/standing.ts'
import { digest_of } from '#engine/approvals/digest.ts'
import { rules_for } from '#engine/approvals/guardrails.ts'
import { approval_settings, why_a_code } from '#engine/approvals/settings.ts'
import { deciding_rules, GUARDRAIL, record_unknown, set_status } from '#engine/approvals/status.ts'
import { budget_of, connection_of, read_action, type StoredAction } from '#engine/approvals/table.ts'

export interface Objection {
  cause: 'digest' | 'disconnected' | 'approval_ended' | 'guardrail'
  sentence: string
}

/** Why the change must not be sent although it was approved. Undefined: nothing speaks against it. */
export async function objection(db: Database, execution_id: string): Promise<Objection | undefined> {
  const action = await read_action(db, { execution_id })
  if (!action) return undefined
  if (!digest_of(action).equals(action.digest))
    return { cause: 'digest', sentence: 'What is stored is not what was approved. Nothing was sent.' }
  if ((await connection_of(db, action)).status !== 'active')
    return { cause: 'disconnected', sentence: 'The connection was ended. Nothing was sent.' }
  if (!(await may_still_act(db, action)))
    return {
      cause: 'approval_ended',
      sentence: 'Who approved or proposed it may not any more, or the key or app has ended. Nothing was sent.',
    }
  const forbidden = await forbidden_now(db, action)
  return forbidden === undefined ? undefined : { cause: 'guardrail', sentence: `${forbidden} Nothing was sent.` }
}

/** What the rules in force say. They bind people too, and what rules approved is sent while these rules still approve it. */
async function forbidden_now(db: Database, action: StoredAction): Promise<string | undefined> {
  const rules = await rules_for(db, action)
  const { amount_micros, currency, is_tainted, target, inverse, decided_by } = action
  const known = { budget: budget_of(action), amount_micros, currency, is_tainted }
  const forbidden = forbidden_by(rules, known)
  if (forbidden || !decided_by?.startsWith(GUARDRAIL)) return forbidden
  const is_in_force = deciding_rules(decided_by).every((id) => rules.some(({ guardrail_id }) => guardrail_id === id))
  const needs_person = why_a_person(rules, {
    ...known,
    makes_something: target.id === null,
    can_be_undone: inverse !== null,
    // The day, the pause, the source and earlier rejections were asked when the rules approved it.
    is_source_healthy: true,
    hours_since_last: undefined,
    was_rejected: false,
  })
  if (is_in_force && !needs_person && !why_a_code(await approval_settings(db), action)) return undefined
  return 'The rules that approved it do not approve it any more, so a person decides. Propose it again.'
}

/**
 * The person who said yes must still approve. Of a yes of the rules, the proposer must still propose. Operators and own AI agents
 * always may.
 */
async function may_still_act(
  db: Database,
  { decided_by, decided_by_user_id, proposed_by, proposed_by_user_id }: StoredAction,
): Promise<boolean> {
  const is_of_rules = decided_by?.startsWith(GUARDRAIL)
  const [actor, user_id] = is_of_rules ? [proposed_by, proposed_by_user_id] : [decided_by, decided_by_user_id]
  if (actor !== null && !(await credential_works(db, actor))) return false
  if (user_id === null) return true
  const standing = await standing_of(db, user_id)
  return is_of_rules ? may_write(standing) : has_scope(standing, 'actions:approve')
}

export interface Ended {
  execution_id: string
  is_executed: boolean
  cause: string | null
  reason: string | null
  at: string
}

/** The end of an execution is the end of its action. */
export async function end_action(db: Database, { execution_id, is_executed, cause, reason, at }: Ended): Promise<void> {
  const action = await read_action(db, { execution_id })
  if (action?.status !== 'approved') return
  const status = is_executed ? 'executed' : 'failed'
  await set_status(db, action, { status, at, actor: 'platform', note: reason, cause, cause_text: reason })
  if (is_executed) await apply_recommendations(db, action, at)
}

/** Nobody can say whether the platform carried out what was sent. Reported when the state becomes unknown, and not while it stays so. */
export async function report_unknown(
  db: Database,
  { execution_id, reason, at }: Pick<Ended, 'execution_id' | 'reason'> & { at: Date },
): Promise<void> {
  const action = await read_action(db, { execution_id })
  if (action?.status !== 'approved') return
  const { state } = await db
    .selectFrom('action_executions')
    .select('state')
    .where('execution_id', '=', execution_id)
    .executeTakeFirstOrThrow()
  if (state !== 'unknown') await record_unknown(db, action, { reason, at })
}

/** A change that was carried out applies the recommendations that asked for it, from any proposer. */
async function apply_recommendations(db: Database, action: StoredAction, at: string): Promise<void> {
  const { action_id, action_type, connection_id, target } = action
  await db
    .updateTable('recommendations')
    .set({ status: 'applied', snoozed_until: null, action_id, changed_by: `action:${action_id}`, changed_at: at })
    .where('status', 'in', ['new', 'snoozed'])
    .where('connection_id', '=', connection_id)
    .where('action_type', '=', action_type)
    .where('action_target', '=', target.id)
    .execute()
}
