// Every status of an action stands in its history, is an event, and people learn of it. What rules approve waits for nobody: its first status
// stands in the history alone.
import type { Database } from '#db/pool.ts'
import { notify_of_status, notify_of_unknown } from '#engine/approvals/notices.ts'
import type { ActionStatus, StoredAction } from '#engine/approvals/table.ts'
import { emit_event } from '#engine/outbound_webhooks/emit.ts'
import { cut_text } from '#lib/text.ts'

const NOTE_CHARS_MAX = 1_000

interface Change {
  status: ActionStatus
  at: string
  /** A caller, guardrail:<id>@<version>, platform, or clock. */
  actor: string
  note?: string | null
  /** Of a new proposal: the one whose place it takes. */
  replaces?: string | undefined
}

type Decision = Partial<
  Pick<
    StoredAction,
    | 'decided_by'
    | 'decided_by_user_id'
    | 'decided_at'
    | 'decision_reason'
    | 'execution_id'
    | 'cause'
    | 'cause_text'
    | 'replaced_by'
  >
>

/** Sets the status, and states it in the history, as an event and to people. */
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

interface Undecided extends Omit<Change, 'status' | 'note'> {
  cause: 'replaced' | 'disconnected'
  /** Why, and what to do. */
  cause_text: string
  replaced_by?: string
}

/** Ends a proposal about which nobody decides any more, although its time is not over. */
export const end_undecided = (db: Database, action: StoredAction, ended: Undecided): Promise<void> =>
  set_status(db, action, { ...ended, status: 'expired', note: ended.cause_text })

/** Writes the history alone, without an event and without a notification. */
export async function write_history(
  db: Database,
  { org_id, action_id }: StoredAction,
  { status, at, actor, note }: Change,
): Promise<void> {
  await db
    .insertInto('action_changes')
    .values({
      org_id,
      action_id,
      status,
      actor,
      changed_at: at,
      note: (note && cut_text(note, NOTE_CHARS_MAX)) ?? null,
    })
    .execute()
}

export async function record_status(db: Database, action: StoredAction, change: Change): Promise<void> {
  const { org_id, expires_at, cause } = action
  const { status, at, actor, replaces } = change
  const is_automatic = status === 'approved' && actor.startsWith(GUARDRAIL)
  await write_history(db, action, change)
  const data = {
    ...event_data(action),
    ...(status === 'pending' && { expires_at: new Date(expires_at).toISOString() }),
    ...(status === 'approved' && { is_automatic }),
    ...(status === 'failed' && { cause: cause ?? 'refused' }),
    ...(status === 'expired' && { cause }),
  }
  await emit_event(db, { org_id, type: `action.${status}`, data, at: new Date(at) })
  await notify_of_status(db, { ...action, status }, { at: new Date(at), is_automatic, replaces })
}

const event_data = ({ action_id, action_type, platform, target, risk }: StoredAction) => ({
  action_id,
  action_type,
  platform,
  target: target.id,
  risk,
})

/** The status stays approved: the platform may have carried out the change. An event and a notification say what is not known. */
export async function record_unknown(
  db: Database,
  action: StoredAction,
  { reason, at }: { reason: string | null; at: Date },
): Promise<void> {
  await emit_event(db, { org_id: action.org_id, type: 'action.unknown', data: event_data(action), at })
  await notify_of_unknown(db, action, { reason, at })
}

/** How a decision of the rules begins. A rule and its version follow. */
export const GUARDRAIL = 'guardrail:'

/** The ids of the rules that decided, from `guardrail:<id>@<version> guardrail:<id>@<version>`. */
export const deciding_rules = (decided_by: string): string[] =>
  decided_by.split(' ').map((one) => one.slice(GUARDRAIL.length).split('@')[0]!)
