import { tool } from '#engine/tool.ts'
import { mark, mark_input, mark_result } from '#tools/mark_notifications.ts'

export const mark_own_notifications = tool({
  about: 'Mark your own notifications as read, in any role.',
  scopes: ['notifications:read'],
  effect: 'write',
  internal: true,
  idempotent: true,
  input: mark_input,
  result: mark_result,
  example: { all: true },
  run: mark,
})
