// Marking notifications as read, for the published tool and for people of any role.
import { z } from 'zod'
import { own_id } from '#engine/fields.ts'
import { mark_read, reader_of } from '#engine/notifications/reads.ts'
import { refuse } from '#engine/outcomes.ts'
import type { Context } from '#engine/tool.ts'

export const mark_input = {
  notification_id: own_id('notification_id', 'a notification')
    .optional()
    .describe('One notification; list_notifications shows them.'),
  all: z.boolean().optional().describe('True: all that exist now.'),
}

export const mark_result = {
  marked: z.int().describe('Notifications that you had not read before.'),
}

interface Input {
  notification_id?: string
  all?: boolean
}

export async function mark({ notification_id, all = false }: Input, { db, caller, now }: Context) {
  if (all === (notification_id !== undefined)) refuse('Give either notification_id or all: true.')
  if (notification_id !== undefined) await must_exist(db, notification_id)
  return { marked: await mark_read(db, { reader: reader_of(caller), notification_id, now }) }
}

async function must_exist(db: Context['db'], notification_id: string): Promise<void> {
  const found = await db
    .selectFrom('notifications')
    .select('notification_id')
    .where('notification_id', '=', notification_id)
    .executeTakeFirst()
  if (!found) refuse('No notification has this notification_id. list_notifications shows them.')
}
