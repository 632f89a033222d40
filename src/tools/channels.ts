// The channels of an organization, as get_org_channels and update_org_channels answer them.
import { z } from 'zod'
import type { Database } from '#db/pool.ts'
import { read_channels } from '#engine/notifications/channels.ts'
import { chat_vendors } from '#engine/notifications/chat_forms.ts'
import { outside_text, own_text } from '#engine/texts.ts'

const state = z.enum(['on', 'unconfirmed', 'off'])
const off_reason = own_text().nullable().describe('Why Tablero switched it off. null: it did not.')

export const channel_fields = {
  chat: z
    .strictObject({ host: outside_text(), format: z.enum(chat_vendors), state, off_reason })
    .nullable()
    .describe('The address itself is a secret, and is not shown.'),
  messaging: z
    .strictObject({
      phone: own_text(),
      state: state.describe('unconfirmed: its owner has not sent the code of the settings page, so it gets nothing.'),
      off_reason,
    })
    .nullable(),
  messaging_is_configured: z.boolean().describe('False: this Tablero has no number of its own, so phones get nothing.'),
  notification_quiet_hours_start: own_text().nullable().describe('HH:MM in time_zone.'),
  notification_quiet_hours_end: own_text().nullable().describe('HH:MM. Before the start: on the next day.'),
  time_zone: own_text(),
  email: z.boolean().describe('Notifications are sent by email too.'),
  quiet_holds_critical: z.boolean().describe('Critical ones wait for the end of the quiet hours too.'),
}

type State = z.output<typeof state>

export async function show_channels(db: Database, messaging_phone: string | undefined) {
  const org = await db
    .selectFrom('orgs')
    .select(['quiet_from', 'quiet_to', 'time_zone', 'email_notifications', 'quiet_holds_critical'])
    .executeTakeFirstOrThrow()
  const { chat, phone } = await read_channels(db)
  return {
    chat: chat
      ? {
          host: chat.shown,
          format: chat.vendor as (typeof chat_vendors)[number],
          state: chat.state as State,
          off_reason: chat.off_reason,
        }
      : null,
    messaging: phone ? { phone: phone.shown, state: phone.state as State, off_reason: phone.off_reason } : null,
    messaging_is_configured: messaging_phone !== undefined,
    notification_quiet_hours_start: org.quiet_from,
    notification_quiet_hours_end: org.quiet_to,
    time_zone: org.time_zone,
    email: org.email_notifications,
    quiet_holds_critical: org.quiet_holds_critical,
  }
}
