// Warnings about the channels that a rule names: its alerts go only to those that are on.
import { type Channel, read_channels_on } from '#engine/notifications/notify.ts'
import type { Context } from '#engine/tool.ts'
import { type Message, message } from '#messages/message.ts'

/** Reads the channels once, and warns about any rule. A rule that names none uses those that are on. */
export async function channel_warnings({ db }: Pick<Context, 'db'>) {
  const on = await read_channels_on(db)
  return ({ channels }: { channels?: readonly Channel[] | null | undefined }): Message[] =>
    (channels ?? []).flatMap((channel) =>
      channel === 'dashboard' || on.has(channel) ? [] : message(`channel_off.${channel}`),
    )
}
