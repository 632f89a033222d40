import { area } from '#engine/tool.ts'
import { choose_notification_emails } from './choose_notification_emails.ts'
import { get_org_channels } from './get_org_channels.ts'
import { hold_critical_notifications } from './hold_critical_notifications.ts'
import { list_notifications } from './list_notifications.ts'
import { list_own_notifications } from './list_own_notifications.ts'
import { mark_own_notifications } from './mark_own_notifications.ts'
import { start_phone_confirmation } from './start_phone_confirmation.ts'

export const notifications = area({
  title: 'Notifications',
  tools: {
    choose_notification_emails,
    get_org_channels,
    hold_critical_notifications,
    list_notifications,
    list_own_notifications,
    mark_own_notifications,
    start_phone_confirmation,
  },
})
