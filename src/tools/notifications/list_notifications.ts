import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { limit, listed } from '#engine/lists.ts'
import { notification_modules, severities } from '#engine/notifications/notify.ts'
import { reader_of } from '#engine/notifications/reads.ts'
import { restored } from '#engine/notifications/stored.ts'
import { sentence } from '#engine/sentence.ts'
import { own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'

const LIMIT_MAX = 200

const notifications = listed(
  'notifications',
  z.strictObject({
    notification_id: z.uuid(),
    module: z.enum(notification_modules),
    kind: own_text().describe('What happened.'),
    severity: z.enum(severities),
    title: sentence(),
    text: sentence(),
    link: own_text().nullable().describe('Path of the page about it.'),
    created_at: own_text(),
    ended_at: own_text().nullable().describe('When its cause ended. null: it has not, or has no end.'),
    is_read: z.boolean().describe('By you. A key reads as its owner.'),
  }),
  'Ask for a module, for unread_only, or raise limit.',
  'Newest first.',
  { short: { fields: ['notification_id', 'module', 'severity', 'title', 'created_at', 'is_read'] } },
)

interface Row {
  notification_id: string
  module: (typeof notification_modules)[number]
  kind: string
  severity: (typeof severities)[number]
  title: unknown
  text: unknown
  link: string | null
  created_at: string
  ended_at: string | null
  is_read: boolean
  total: bigint
}

export const list_notifications = tool({
  about: 'Recent notifications of the organization: what happened, how severe it is, and whether you have read it.',
  keywords: {
    es: 'notificaciones sin leer',
    en: 'unread notifications',
    pt: 'notificações não lidas',
  },
  scopes: ['notifications:read'],
  effect: 'read',
  input: {
    module: z.enum(notification_modules).optional().describe('Only of this module.'),
    unread_only: z.boolean().default(false).describe('Only what you have not read.'),
    limit: limit(20, LIMIT_MAX),
  },
  result: { ...notifications.fields, unread: z.int().describe('Unread ones of the organization, in all modules.') },
  example: { unread_only: true },
  async run({ module, unread_only, limit }, { db, caller }) {
    const reader = reader_of(caller)
    const is_read = sql`exists (select from ${of_org('notification_reads', 'r')}
      where r.notification_id = n.notification_id and r.reader = ${reader})`
    const matching = sql`${of_org('notifications', 'n')} where ${module === undefined ? sql`true` : sql`n.module = ${module}`}
      and ${unread_only ? sql`not ${is_read}` : sql`true`}`
    const unread = sql`(select count(*) from ${of_org('notifications', 'n')} where not ${is_read})`
    const { rows } = await sql<Row>`
      select n.notification_id, n.module, n.kind, n.severity, n.title, n.text, n.link, n.created_at, n.ended_at, ${is_read} as is_read,
        (select count(*) from ${matching}) as total
      from ${matching} order by n.created_at desc, n.notification_id desc limit ${limit}`.execute(db)
    const counted = await sql<{ unread: bigint }>`select ${unread} as unread`.execute(db)
    const shown = rows.map((row) => ({ ...row, title: restored(row.title), text: restored(row.text) }))
    return { ...notifications.of_counted(shown), unread: Number(counted.rows[0]!.unread) }
  },
})
