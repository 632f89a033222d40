import { z } from 'zod'
import { limit } from '#engine/lists.ts'
import { reader_of } from '#engine/notifications/reads.ts'
import { tool } from '#engine/tool.ts'
import { chosen_input, count_unread, notification, read_notifications, unread } from './rows.ts'

const LIMIT_MAX = 100
/** Every open page of every person asks after each notification. */
const CALLS_PER_MINUTE = 600

export const list_own_notifications = tool({
  about: 'Notifications of the organization with their texts and links, a page at a time, newest first.',
  scopes: ['notifications:read'],
  effect: 'read',
  internal: true,
  rate: CALLS_PER_MINUTE,
  input: {
    ...chosen_input,
    before: z
      .uuid('must be the notification_id of a notification, a UUID')
      .optional()
      .describe('Only older ones than this notification.'),
    limit: limit(20, LIMIT_MAX),
  },
  result: {
    notifications: z.array(notification),
    next_before: z.uuid().nullable().describe('Of the next page. null: this is the last one.'),
    unread,
  },
  example: { unread_only: true },
  async run({ limit, ...chosen }, { db, caller }) {
    const reader = reader_of(caller)
    const found = await read_notifications(db, { reader, ...chosen, limit: limit + 1 })
    const notifications = found.slice(0, limit).map(({ total, ...row }) => row)
    const next_before = found.length > limit ? notifications.at(-1)!.notification_id : null
    return { notifications, next_before, unread: await count_unread(db, reader) }
  },
})
