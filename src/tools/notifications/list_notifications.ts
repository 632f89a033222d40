import { limit, listed } from '#engine/lists.ts'
import { reader_of } from '#engine/notifications/reads.ts'
import { tool } from '#engine/tool.ts'
import { chosen_input, count_unread, notification, read_notifications, unread } from './rows.ts'

const LIMIT_MAX = 200

const notifications = listed(
  'notifications',
  notification,
  'Ask for a module, for unread_only, or raise limit.',
  'Newest first.',
  { short: { fields: ['notification_id', 'module', 'severity', 'title', 'created_at', 'is_read'] } },
)

export const list_notifications = tool({
  about: 'Recent notifications of the organization: what happened, how severe it is, and whether you have read it.',
  keywords: {
    es: 'notificaciones sin leer',
    en: 'unread notifications',
    pt: 'notificações não lidas',
  },
  scopes: ['notifications:read'],
  effect: 'read',
  input: { ...chosen_input, limit: limit(20, LIMIT_MAX) },
  result: { ...notifications.fields, unread },
  example: { unread_only: true },
  async run(chosen, { db, caller }) {
    const reader = reader_of(caller)
    const shown = await read_notifications(db, { reader, ...chosen })
    return { ...notifications.of_counted(shown), unread: await count_unread(db, reader) }
  },
})
