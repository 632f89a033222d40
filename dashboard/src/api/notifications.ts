// Notifications of the organization: how many the person has not read, and what the stream of events says about them.
import type { OrgTools } from './call.ts'
import { use_is_live } from './live_states.ts'
import { query_client, use_answer, use_change } from './queries.ts'

export type Notification = Answer['notifications'][number]
type Answer = OrgTools['list_own_notifications']['result']

export interface UnreadEvent {
  org_id: string
  unread: number
  newest_id: string | null
}

const TOOL = 'list_own_notifications'
/** Also shows which one is the newest. */
const FIRST = { limit: 1 }
/** How often the page asks while no events come. */
const ASK_EVERY_MS = 60_000

/** Undefined: not known yet. */
export function use_unread(): number | undefined {
  const is_live = use_is_live()
  return use_answer(TOOL, FIRST, { refetchInterval: () => !is_live && ASK_EVERY_MS }).data?.unread
}

export const use_mark = () => use_change('mark_own_notifications', [TOOL])

/** What a notification is about: an alert, or a change that waits for a decision or failed. */
const OF_NOTIFICATIONS = [TOOL, 'list_alert_rules', 'list_pending_actions', 'browse_action_history', 'get_action']

/** Asks again when the event says something new, also for what the notification is about. */
export function hear_of_notifications({ org_id, unread, newest_id }: UnreadEvent): void {
  const known = query_client.getQueryData<Answer>([org_id, TOOL, FIRST])
  if (known && known.unread === unread && (known.notifications[0]?.notification_id ?? null) === newest_id) return
  for (const tool of OF_NOTIFICATIONS) void query_client.invalidateQueries({ queryKey: [org_id, tool] })
}
