import { area } from '#engine/tool.ts'
import { mark_notification_read } from '#tools/actions_recommendations/mark_notification_read.ts'

export const actions_recommendations = area({
  title: 'Actions and recommendations',
  tools: {
    mark_notification_read,
  },
})
