// The rows of the lists of notifications: their fields, and how the caller's own are read.
import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import type { Database } from '#db/pool.ts'
import { notification_modules, severities } from '#engine/notifications/notify.ts'
import { restored } from '#engine/notifications/stored.ts'
import { sentence } from '#engine/sentence.ts'
import { own_text } from '#engine/texts.ts'

export const notification = z.strictObject({
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
})

export const chosen_input = {
  module: z.enum(notification_modules).optional().describe('Only of this module.'),
  unread_only: z.boolean().default(false).describe('Only what you have not read, and whose cause has not ended.'),
}

export const unread = z
  .int()
  .describe('Unread ones of the organization, in all modules. Those whose cause has ended do not count.')

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

interface Chosen {
  reader: string
  module?: (typeof notification_modules)[number] | undefined
  unread_only: boolean
  /** Older than this notification. */
  before?: string | undefined
  limit: number
}

const is_read_by = (reader: string) => sql`exists (select from ${of_org('notification_reads', 'r')}
  where r.notification_id = n.notification_id and r.reader = ${reader})`
/** What has ended needs nobody any more. */
const is_unread_by = (reader: string) => sql`(n.ended_at is null and not ${is_read_by(reader)})`

/** Newest first. `total` counts all that match, also those beyond the limit. */
export async function read_notifications(db: Database, { reader, module, unread_only, before, limit }: Chosen) {
  const is_read = is_read_by(reader)
  const matching = sql`${of_org('notifications', 'n')} where ${module === undefined ? sql`true` : sql`n.module = ${module}`}
    and ${unread_only ? is_unread_by(reader) : sql`true`}`
  const is_older =
    before === undefined
      ? sql`true`
      : sql`(n.created_at, n.notification_id) < (select b.created_at, b.notification_id from ${of_org('notifications', 'b')}
          where b.notification_id = ${before}::uuid)`
  const { rows } = await sql<Row>`
    select n.notification_id, n.module, n.kind, n.severity, n.title, n.text, n.link, n.created_at, n.ended_at, ${is_read} as is_read,
      (select count(*) from ${matching}) as total
    from ${matching} and ${is_older} order by n.created_at desc, n.notification_id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, title: restored(row.title), text: restored(row.text) }))
}

export async function count_unread(db: Database, reader: string): Promise<number> {
  const { rows } = await sql<{ unread: bigint }>`
    select count(*) as unread from ${of_org('notifications', 'n')} where ${is_unread_by(reader)}`.execute(db)
  return Number(rows[0]!.unread)
}
