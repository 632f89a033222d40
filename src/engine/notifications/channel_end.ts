// The end of a channel that takes nothing any more, because its address was deleted or its number has no such account.
import type { Database } from '#db/pool.ts'
import { type Address, switch_off } from '#engine/notifications/channels.ts'
import { notify } from '#engine/notifications/notify.ts'
import { fail_waiting } from '#engine/notifications/outbox.ts'
import { message } from '#messages/message.ts'

const sentences = {
  chat: { title: message('notification.channel_off.chat.title'), text: message('notification.channel_off.chat.text') },
  messaging: {
    title: message('notification.channel_off.messaging.title'),
    text: message('notification.channel_off.messaging.text'),
  },
}

/** The address takes nothing any more. When the channel still has it, it ends, and admins learn it in the dashboard and by email. */
export async function end_channel(
  db: Database,
  { org_id, channel, address_id, reason, at }: Address & { org_id: string; reason: string; at: Date },
): Promise<void> {
  if (!(await switch_off(db, { channel, address_id }, reason))) return
  await fail_waiting(db, channel, 'channel_off')
  await notify(db, {
    org_id,
    at,
    module: 'alertas',
    kind: 'channel_off',
    severity: 'warning',
    link: `/o/${org_id}/settings/organization`,
    ...sentences[channel],
    channels: ['dashboard', 'email'],
  })
}
