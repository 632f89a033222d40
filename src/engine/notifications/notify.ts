// Tells the people of an organization something: in the dashboard, and through the channels that are set. The row and its messages are
// written in the transaction of their cause. A job sends the messages after the commit.
import { sql } from 'kysely'
import { of_org, this_org } from '#db/organization.ts'
import type { Database } from '#db/pool.ts'
import { stored } from '#engine/notifications/stored.ts'
import { start_own_job } from '#engine/own_jobs.ts'
import type { Message } from '#messages/message.ts'

export const notification_modules = [
  'tareas',
  'ads',
  'seo',
  'tienda',
  'email',
  'crm',
  'conexiones',
  'acciones',
  'alertas',
] as const
export type NotificationModule = (typeof notification_modules)[number]

export const severities = ['info', 'warning', 'critical'] as const
export type Severity = (typeof severities)[number]

export const channels = ['dashboard', 'chat', 'messaging', 'email'] as const
export type Channel = (typeof channels)[number]

/** The channels outside of the dashboard to which messages go. */
const channels_on = () => sql<{ channel: Channel }>`
  select s.channel from ${of_org('org_channels', 's')} where s.state = 'on'
  union all select 'email' from ${of_org('orgs', 'o')} where o.email_notifications`

/** The channels that are on. The dashboard always is. */
export async function read_channels_on(db: Database): Promise<ReadonlySet<Channel>> {
  const { rows } = await channels_on().execute(db)
  return new Set(['dashboard', ...rows.map(({ channel }) => channel)])
}

/** Messages of one cause wait this long for each other, so that they go out as one. */
const GATHER_MS = 5_000

interface Wanted {
  org_id: string
  module: NotificationModule
  /** What happened, such as `connection_needs_reconnection`. */
  kind: string
  severity: Severity
  title: Message
  text: Message
  /** Path of the page about it, such as `/o/{org_id}/connections`. */
  link?: string
  /** Default: all that are set. The dashboard always shows it. */
  channels?: readonly Channel[]
  at: Date
  /** Notifications of the same cause that wait in a channel go out as one message. `end_cause` says that the cause is over. */
  cause?: string
}

/** Returns the notification_id. `db` is a transaction of the organization. */
export async function notify(db: Database, wanted: Wanted): Promise<string> {
  const { module, kind, severity, link = null, cause = null, at } = wanted
  const { notification_id } = await db
    .insertInto('notifications')
    .values({
      module,
      kind,
      severity,
      link,
      cause,
      title: stored(wanted.title),
      text: stored(wanted.text),
      created_at: at.toISOString(),
    })
    .returning('notification_id')
    .executeTakeFirstOrThrow()
  const due_at = new Date(at.getTime() + (cause === null ? 0 : GATHER_MS)).toISOString()
  const { numAffectedRows = 0n } = await sql`
    insert into messages (org_id, notification_id, channel, due_at, created_at)
    select ${this_org}, ${notification_id}::uuid, c.channel, ${due_at}::timestamptz, ${at.toISOString()}::timestamptz
    from (${channels_on()}) c where c.channel = any (${wanted.channels ?? channels}::text[])
    returning channel`.execute(db)
  if (numAffectedRows > 0n) await start_own_job(db, 'send_messages')
  return notification_id
}

/**
 * The cause is over: its messages that wait are not sent. Returns the channels that had a message of it, in which the end should be
 * said too.
 */
export async function end_cause(db: Database, { cause, at }: { cause: string; at: Date }): Promise<Channel[]> {
  const ended = await db
    .updateTable('notifications')
    .set({ ended_at: at.toISOString() })
    .where('cause', '=', cause)
    .where('ended_at', 'is', null)
    .returning('notification_id')
    .execute()
  if (ended.length === 0) return []
  const heard = await db
    .selectFrom('messages')
    .select('channel')
    .distinct()
    .where(
      'notification_id',
      'in',
      ended.map(({ notification_id }) => notification_id),
    )
    .where('state', 'in', ['sending', 'sent', 'delivered'])
    .execute()
  return ['dashboard', ...heard.map(({ channel }) => channel as Channel)]
}
