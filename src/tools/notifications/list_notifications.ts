import { list_tool } from '#engine/list_tool.ts'
import { counted_rows, limit } from '#engine/lists.ts'
import { reader_of } from '#engine/notifications/reads.ts'
import { chosen_input, count_unread, notification, read_notifications, unread } from './rows.ts'

const LIMIT_MAX = 200

export const list_notifications = list_tool({
  about: 'Recent notifications of the organization: what happened, how severe it is, and whether you have read it.',
  keywords: {
    es: 'notificaciones sin leer',
    en: 'unread notifications',
    pt: 'notificações não lidas',
  },
  scopes: ['notifications:read'],
  input: { ...chosen_input, limit: limit(20, LIMIT_MAX) },
  example: { unread_only: true },
  list: 'notifications',
  row: notification.shape,
  hint: 'Ask for a module, for unread_only, or raise limit.',
  order: 'Newest first.',
  short: { fields: ['notification_id', 'module', 'severity', 'title', 'created_at', 'is_read'] },
  also: { unread },
  async read(chosen, { db, caller }) {
    const reader = reader_of(caller)
    const found = await read_notifications(db, { reader, ...chosen })
    return { ...counted_rows(found), unread: await count_unread(db, reader) }
  },
})
