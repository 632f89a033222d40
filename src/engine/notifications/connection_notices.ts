// Notifications about connections: access that has ended, and access that ends soon.
import type { Database } from '#db/pool.ts'
import { days_until } from '#domain/access_ends.ts'
import { end_cause, notify } from '#engine/notifications/notify.ts'
import { DAY_MS } from '#lib/durations.ts'
import { message } from '#messages/message.ts'

interface About {
  org_id: string
  connection_id: string
  name: string
}

/** Path of the page of connections in the dashboard. */
export const connections_path = (org_id: string) => `/o/${org_id}/connections`
const reconnection = (connection_id: string) => `reconnection ${connection_id}`
const ending = (connection_id: string, days: number) => `access ends ${connection_id} ${days}`

/** A person must connect again. `db` is the transaction that stores it, so there is one notification. */
export async function notify_of_reconnection(
  db: Database,
  { org_id, connection_id, name, at }: About & { at: Date },
): Promise<void> {
  const text = message('notification.reconnection.text')
  const count = await waiting_changes(db, connection_id)
  await notify(db, {
    org_id,
    at,
    module: 'conexiones',
    kind: 'connection_needs_reconnection',
    severity: 'critical',
    title: message('notification.reconnection.title', { connection: name }),
    text: count === 0 ? text : message('notification.reconnection.changes', { text, count }),
    link: connections_path(org_id),
    cause: reconnection(connection_id),
  })
}

/** Proposed changes that nobody can approve before the new sign-in, while their time for a decision runs. */
async function waiting_changes(db: Database, connection_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('actions')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('connection_id', '=', connection_id)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The platform accepts the access. */
export const end_reconnection = (db: Database, connection_id: string, at: Date) =>
  end_cause(db, { cause: reconnection(connection_id), at })

/** Days before the end from which people learn it, each once. A job that did not run on the day says so on the next one. */
const NOTIFIED_DAYS = [1, 7, 30]

/** The notification of the same days before another end is older than these days. */
export async function notify_of_ending_access(
  db: Database,
  { org_id, connection_id, name, access_ends_at, now }: About & { access_ends_at: string | null; now: Date },
): Promise<void> {
  if (access_ends_at === null) return
  const days = days_until(access_ends_at, now)
  const from = NOTIFIED_DAYS.find((one) => days <= one)
  if (from === undefined) return
  const cause = ending(connection_id, from)
  const since = new Date(Date.parse(access_ends_at) - from * DAY_MS).toISOString()
  const known = await db
    .selectFrom('notifications')
    .select('notification_id')
    .where('cause', '=', cause)
    .where('created_at', '>=', since)
    .executeTakeFirst()
  if (known) return
  await notify(db, {
    org_id,
    at: now,
    module: 'conexiones',
    kind: 'access_ends_soon',
    severity: 'warning',
    cause,
    title: message('notification.access_ends.title', { connection: name, days }),
    text: message('notification.access_ends.text'),
    link: connections_path(org_id),
  })
}
