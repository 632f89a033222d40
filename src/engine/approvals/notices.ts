// Tells people which changes wait for them, and which were not carried out.
import type { Database } from '#db/pool.ts'
import { minute_in } from '#domain/windows.ts'
import type { Difference } from '#engine/action.ts'
import { is_budget, type StoredAction } from '#engine/approvals/table.ts'
import { type Channel, end_cause, notify } from '#engine/notifications/notify.ts'
import { short_text } from '#lib/text.ts'
import { as_money, listed_by, type Message, message, named, quoted, type Value } from '#messages/message.ts'

const CHANGES_SHOWN_MAX = 3
const VALUE_CHARS_MAX = 80
/** Fields whose values are words of the engine. A title can be "active" too. */
const STATES = new Set(['status', 'published'])
const severity_of = { low: 'info', medium: 'warning', high: 'critical' } as const

/** Called for every new status. A decision ends what waits in the channels. */
export async function notify_of_status(
  db: Database,
  action: StoredAction,
  { at, is_automatic, replaces }: { at: Date; is_automatic: boolean; replaces?: string | undefined },
): Promise<void> {
  const { status, target, risk } = action
  const about = about_of(action, at)
  if (status === 'pending') {
    const changed = { changes: changes_of(action), day: await deadline_of(db, action) }
    const is_again = replaces !== undefined
    await notify(db, {
      ...about,
      kind: 'action_pending',
      severity: severity_of[risk],
      title: message('notification.action_pending.title', { target: quoted(target.name) }),
      text: message(is_again ? 'notification.action_pending.again' : 'notification.action_pending.text', changed),
    })
    return
  }
  const reached = await end_cause(db, { cause: about.cause, at })
  // Nobody was asked, so people learn of it. It has no cause: the end of the change does not take it back.
  if (is_automatic)
    await notify(db, {
      ...about,
      cause: undefined,
      kind: 'action_automatic',
      severity: 'info',
      title: message('notification.action_automatic.title', { target: quoted(target.name) }),
      text: message('notification.action_automatic.text', { changes: changes_of(action) }),
    })
  // People learned that the end was not known.
  if (status === 'executed' && reached.length > 0)
    await notify(db, {
      ...about,
      kind: 'action_executed',
      severity: 'info',
      channels: reached,
      title: message('notification.action_executed.title', { target: quoted(target.name) }),
      text: message('notification.action_executed.text', { changes: changes_of(action) }),
    })
  if (status === 'expired' && action.cause !== 'replaced') await notify_of_no_decision(db, action, { at, reached })
  if (status === 'failed') await notify(db, { ...about, ...(await failure_of(db, action)) })
}

/** Said where the proposal was announced. What ends at the same moment, as with a connection, goes out as one message. */
async function notify_of_no_decision(
  db: Database,
  action: StoredAction,
  { at, reached }: { at: Date; reached: readonly Channel[] },
): Promise<void> {
  const changed = { changes: changes_of(action) }
  await notify(db, {
    ...about_of(action, at),
    kind: 'action_expired',
    severity: 'warning',
    channels: reached,
    cause: `no decision ${at.toISOString()}`,
    title: message('notification.action_expired.title', { target: quoted(action.target.name) }),
    text:
      action.cause === 'disconnected'
        ? message('notification.action_expired.disconnected', changed)
        : message('notification.action_expired.text', changed),
  })
}

/** Nobody can say whether the change was carried out. People get what to check at the platform. */
export async function notify_of_unknown(
  db: Database,
  action: StoredAction,
  { reason, at }: { reason: string | null; at: Date },
): Promise<void> {
  await notify(db, {
    ...about_of(action, at),
    kind: 'action_unknown',
    severity: 'critical',
    title: message('notification.action_unknown.title', { target: quoted(action.target.name) }),
    text: message('notification.action_unknown.text', {
      account: quoted(action.account_name),
      changes: changes_of(action),
      reason: reason ?? '',
    }),
  })
}

/** What a person checks at the platform while nobody can say whether it carried out the change. */
export const what_to_check = (action: StoredAction): Message =>
  message('action.to_check', { account: quoted(action.account_name), changes: changes_of(action) })

/** What all notifications of an action share. */
const about_of = ({ org_id, action_id }: StoredAction, at: Date) =>
  ({ org_id, at, module: 'acciones', link: decision_path(org_id, action_id), cause: `action ${action_id}` }) as const

/** What failed before the platform got it, and what the platform has, although not as it was approved. */
async function failure_of(
  db: Database,
  action: StoredAction,
): Promise<Pick<Parameters<typeof notify>[1], 'kind' | 'severity' | 'title' | 'text'>> {
  const { execution_id, cause_text } = action
  const ended =
    execution_id === null
      ? undefined
      : await db
          .selectFrom('action_executions')
          .select(['state', 'found', 'left_behind'])
          .where('execution_id', '=', execution_id)
          .executeTakeFirst()
  const target = quoted(action.target.name)
  if (ended?.state === 'executed_differently')
    return {
      kind: 'action_differs',
      severity: 'critical',
      title: message('notification.action_differs.title', { target }),
      text: with_left(message('notification.action_differs.text', { shown: shown_otherwise(action, ended) }), ended),
    }
  if (ended?.state === 'partly')
    return {
      kind: 'action_partly',
      severity: 'critical',
      title: message('notification.action_partly.title', { target }),
      text: with_left(message('notification.action_failed.text', { reason: cause_text ?? '' }), ended),
    }
  return {
    kind: 'action_failed',
    severity: 'warning',
    title: message('notification.action_failed.title', { target }),
    text: message('notification.action_failed.text', { reason: cause_text ?? '' }),
  }
}

/** The fields that the platform shows with another value than the approved one. */
function shown_otherwise({ differences }: StoredAction, { found }: { found: unknown }): Value {
  const values = (found ?? {}) as Record<string, string | null>
  const others = differences.filter(({ field, after }) => field in values && values[field] !== after)
  return listed_by(
    ', ',
    others.slice(0, CHANGES_SHOWN_MAX).map((of) => change_of({ ...of, before: of.after, after: values[of.field]! })),
  )
}

/** Adds the ids of what the change made, because nobody else removes it. */
function with_left(text: Message, { left_behind }: { left_behind: unknown }): Message {
  const things = (Array.isArray(left_behind) ? left_behind : []) as Record<string, string>[]
  if (things.length === 0) return text
  const left = things.map((thing) => short_text(Object.values(thing).filter(Boolean).join(' '), VALUE_CHARS_MAX))
  return message('notification.action_left', { text, left: listed_by(', ', left) })
}

/** The page on which a person can decide. */
export const decision_path = (org_id: string, action_id: string): string => `/o/${org_id}/approvals?action=${action_id}`

/** The first fields that change, budgets before all others. */
function changes_of({ differences }: StoredAction): Value {
  const sorted = differences.toSorted((a, b) => Number(is_budget(b.field)) - Number(is_budget(a.field)))
  const shown: Value[] = sorted.slice(0, CHANGES_SHOWN_MAX).map(change_of)
  return listed_by(', ', shown.length < differences.length ? [...shown, '…'] : shown)
}

function change_of({ field: path, before, after, currency }: Difference): Message {
  const name = path.split('.').at(-1)!
  const field = named('changed_field', name, name.replaceAll('_', ' '))
  const shown = (value: string | null): Value => {
    if (value === null) return '—'
    if (currency) return as_money(Number(value), currency, { is_exact: true })
    const text = short_text(value, VALUE_CHARS_MAX)
    return STATES.has(name) ? named('changed_state', value, text) : text
  }
  return before === null
    ? message('changed.to', { field, after: shown(after) })
    : message('changed.from_to', { field, before: shown(before), after: shown(after) })
}

/** A decision must be made before it, so it is the local minute. A date alone would be that of UTC, or hours too long. */
async function deadline_of(db: Database, { org_id, expires_at }: StoredAction): Promise<string> {
  const { time_zone } = await db
    .selectFrom('orgs')
    .select('time_zone')
    .where('org_id', '=', org_id)
    .executeTakeFirstOrThrow()
  return minute_in(time_zone, new Date(expires_at).toISOString())
}
