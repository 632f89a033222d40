import { own_id } from '#engine/fields.ts'
import { reader_of } from '#engine/notifications/reads.ts'
import { pages } from '#engine/pages.ts'
import { tool } from '#engine/tool.ts'
import { chosen_input, count_unread, notification, read_notifications, unread } from './rows.ts'

const notifications = pages('notifications', notification, {
  before: own_id('notification_id', 'a notification').describe('Only older ones than this notification.'),
  id_of: ({ notification_id }) => notification_id,
  rows: 20,
  rows_max: 100,
})
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
    ...notifications.input,
  },
  result: {
    ...notifications.fields,
    unread,
  },
  example: { unread_only: true },
  async run({ limit, ...chosen }, { db, caller }) {
    const reader = reader_of(caller)
    const found = await read_notifications(db, { reader, ...chosen, limit: limit + 1 })
    const rows = found.map(({ total, ...row }) => row)
    return { ...notifications.of(rows, limit), unread: await count_unread(db, reader) }
  },
})
