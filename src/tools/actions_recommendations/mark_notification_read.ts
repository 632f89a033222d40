import { tool } from '#engine/tool.ts'
import { mark, mark_input, mark_result } from '#tools/mark_notifications.ts'

export const mark_notification_read = tool({
  about:
    'Mark a notification, or all that exist now, as read. Reading is a matter of each person: others still see them as unread.',
  keywords: {
    es: 'marcar notificación como leída',
    en: 'mark notification as read',
    pt: 'marcar notificação como lida',
  },
  scopes: ['notifications:write'],
  effect: 'write',
  idempotent: true,
  input: mark_input,
  result: mark_result,
  example: { all: true },
  run: mark,
})
