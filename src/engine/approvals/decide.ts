// Decisions about proposed changes. A yes stores the execution in the same transaction, and covers exactly what the row holds.
import type { Database } from '#db/pool.ts'
import { forbidden_by, type Guardrail } from '#domain/guardrails.ts'
import { begin_execution } from '#engine/actions/table.ts'
import { decider_of } from '#engine/approvals/deciders.ts'
import { digest_of } from '#engine/approvals/digest.ts'
import { rules_for } from '#engine/approvals/guardrails.ts'
import { decision_path } from '#engine/approvals/notices.ts'
import { type ApprovalSettings, approval_settings, why_a_code_of } from '#engine/approvals/settings.ts'
import { end_undecided, GUARDRAIL, set_status } from '#engine/approvals/status.ts'
import { budget_of, connection_of, lock_action, type StoredAction } from '#engine/approvals/table.ts'
import { refuse } from '#engine/outcomes.ts'
import type { Context } from '#engine/tool.ts'

export const NO_ACTION =
  'The organization has no action with this action_id. list_pending_actions shows those that wait.'

type Deciding = Pick<Context, 'db' | 'org' | 'caller' | 'now' | 'base_url'>

/** A new campaign is approved in the dashboard alone, by a person who is signed in. */
const only_in_dashboard = ({ target }: StoredAction) => target.id === null

/**
 * Approves and stores the execution. The same decision again changes nothing. `check_code` checks the one-time code that came with the
 * approval, last of all, because a code works once.
 */
export async function approve(
  context: Deciding,
  action_id: string,
  check_code?: () => Promise<void>,
): Promise<StoredAction> {
  const { db, caller, now } = context
  const decider = decider_of(caller)
  const action = (await lock_action(db, action_id)) ?? refuse(NO_ACTION)
  if (action.execution_id !== null) return action
  check_is_pending(action, now)
  await check_is_connected(db, action)
  if (only_in_dashboard(action) && caller.via !== 'session')
    refuse(
      `A new campaign is approved by a person who is signed in to the dashboard: ${address_of(context, action_id)}`,
    )
  const settings = await approval_settings(db)
  check_second_person(settings, action, decider)
  const rules = await rules_for(db, action)
  const forbidden = forbidden_by(rules, { budget: budget_of(action), currency: action.currency })
  if (forbidden) refuse(forbidden)
  const needs_code = await why_a_code_of(db, settings, action, { user_id: decider, now })
  if (needs_code && !check_code)
    refuse(`${needs_code} A person gives it in the dashboard: ${address_of(context, action_id)}`)
  const note = check_code && CODE_GIVEN
  const approved = await store_approval(db, action, { actor: caller.actor, user_id: decider, now, note })
  await check_code?.()
  return approved
}

const CODE_GIVEN = 'With a one-time code.'

/** Approves in the name of the rules, which the caller has checked. */
export async function approve_by_rules(
  { db, now }: Pick<Context, 'db' | 'now'>,
  action_id: string,
  rules: readonly Guardrail[],
): Promise<void> {
  const action = (await lock_action(db, action_id))!
  const actor = rules.map(({ guardrail_id, version }) => `${GUARDRAIL}${guardrail_id}@${version}`).join(' ')
  await store_approval(db, action, { actor: actor.slice(0, ACTOR_CHARS_MAX), user_id: null, now })
}

const ACTOR_CHARS_MAX = 200

export async function reject(context: Deciding, action_id: string, reason: string | undefined): Promise<StoredAction> {
  const { db, caller, now } = context
  const decider = decider_of(caller)
  const action = (await lock_action(db, action_id)) ?? refuse(NO_ACTION)
  if (action.status === 'rejected') return action
  check_is_pending(action, now)
  const decision = {
    decided_by: caller.actor,
    decided_by_user_id: decider,
    decided_at: now.toISOString(),
    decision_reason: reason ?? null,
  }
  const at = now.toISOString()
  await set_status(db, action, { status: 'rejected', at, actor: caller.actor, note: reason, ...decision })
  return { ...action, status: 'rejected', ...decision }
}

export const address_of = ({ base_url, org }: Pick<Context, 'base_url' | 'org'>, action_id: string): string =>
  `${base_url}${decision_path(org.org_id, action_id)}`

function check_is_pending({ status, expires_at, cause_text }: StoredAction, now: Date): void {
  if (status === 'expired' && cause_text !== null) refuse(cause_text)
  if (status === 'expired' || Date.parse(expires_at) <= now.getTime())
    refuse('The time for a decision is over. Propose the change again.')
  if (status !== 'pending')
    refuse(`The action was ${status === 'rejected' ? 'rejected' : 'approved'} before, and a decision is final.`)
}

function check_second_person(
  { demands_second_approver }: ApprovalSettings,
  action: StoredAction,
  decider: string,
): void {
  if (demands_second_approver && decider === action.proposed_by_user_id)
    refuse('This organization demands a second person: who proposed a change cannot approve it.')
}

async function store_approval(
  db: Database,
  action: StoredAction,
  { actor, user_id, now, note }: { actor: string; user_id: string | null; now: Date; note?: string | undefined },
): Promise<StoredAction> {
  if (!digest_of(action).equals(action.digest))
    throw new Error(`the action ${action.action_id} differs from its digest`)
  const { org_id, connection_id, account_id, action_type, input, mark, target, differences, seen, inverse, steps } =
    action
  const execution_id = await begin_execution(db, {
    org_id,
    connection_id,
    account_id,
    action: action_type,
    now,
    preview: { input, mark, target, differences, seen, inverse, steps, visible_within_s: action.visible_within_s },
  })
  const at = now.toISOString()
  const decision = { decided_by: actor, decided_by_user_id: user_id, decided_at: at, execution_id }
  await set_status(db, action, { status: 'approved', at, actor, note, ...decision })
  return { ...action, status: 'approved', ...decision }
}

/** `a`: proposals whose time is over, and those whose connection was ended. */
export const undecided = (db: Database, now: Date) =>
  db
    .selectFrom('actions as a')
    .innerJoin('connections as c', (join) =>
      join.onRef('c.org_id', '=', 'a.org_id').onRef('c.connection_id', '=', 'a.connection_id'),
    )
    .where('a.status', '=', 'pending')
    .where((eb) => eb.or([eb('a.expires_at', '<=', now.toISOString()), eb('c.status', '<>', 'active')]))

/** Ends their wait. Returns their number. Each caller locks them in the same order, so that two never wait for each other. */
export async function expire(db: Database, now: Date): Promise<number> {
  const at = now.toISOString()
  const over = await undecided(db, now).selectAll('a').orderBy('a.action_id').forUpdate('a').execute()
  for (const action of over as unknown as StoredAction[])
    if (Date.parse(action.expires_at) <= now.getTime())
      await set_status(db, action, { status: 'expired', at, actor: 'clock' })
    else await end_undecided(db, action, { cause: 'disconnected', cause_text: CONNECTION_ENDED, at, actor: 'clock' })
  return over.length
}

const CONNECTION_ENDED =
  'The connection was ended, so nobody can approve it any more. Connect the platform again, then propose it again.'

/** The yes would end the proposal, and nothing would be sent. */
const NEEDS_SIGN_IN =
  'The platform has ended the access of this connection, so nothing can be sent. Connect it again, then approve the change.'

async function check_is_connected(db: Database, action: StoredAction): Promise<void> {
  const { status, needs_reconnection } = await connection_of(db, action)
  if (status !== 'active') refuse(CONNECTION_ENDED)
  if (needs_reconnection) refuse(NEEDS_SIGN_IN)
}
