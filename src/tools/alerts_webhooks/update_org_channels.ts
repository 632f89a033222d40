import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { z } from 'zod'
import { look_again } from '#engine/access/settings_changed.ts'
import { clear_channel, set_chat, set_phone } from '#engine/notifications/channels.ts'
import { is_retired, vendor_of } from '#engine/notifications/chat_forms.ts'
import { check_address } from '#engine/outbound_webhooks/address.ts'
import { refuse } from '#engine/outcomes.ts'
import { difference, write_change } from '#engine/records/history.ts'
import { tool } from '#engine/tool.ts'
import { channel_fields, show_channels } from '#tools/channels.ts'

const URL_CHARS_MAX = 2_000
const PHONE_CHARS_MAX = 40

const RETIRED =
  'chat_webhook_url is a connector of Teams, which Microsoft has ended. Make a workflow "When a Teams webhook request is received" in the channel, and give its address.'

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
const time = (about: string) =>
  z
    .string()
    .refine((text) => text === '' || TIME.test(text), 'must be a time of day from 00:00 to 23:59, or empty')
    .optional()
    .describe(about)

const input = {
  chat_webhook_url: z
    .string()
    .trim()
    .max(URL_CHARS_MAX)
    .optional()
    .describe(
      'Address of an incoming webhook: Slack, Discord, Google Chat, Teams Workflows, or another https address that takes JSON.',
    ),
  messaging_phone: z
    .string()
    .trim()
    .max(PHONE_CHARS_MAX)
    .optional()
    .describe(
      'Number with country code, such as +52 55 1234 5678. Its owner confirms it with the code of the settings page.',
    ),
  notification_quiet_hours_start: time('HH:MM in the time zone of the organization. From then on, messages wait.'),
  notification_quiet_hours_end: time('HH:MM. Messages that waited leave as one.'),
}

export const update_org_channels = tool({
  about:
    'Set where notifications go outside of the dashboard, a chat or a phone, and the hours in which they wait. Only passed fields change, and an empty string clears one.',
  keywords: {
    es: 'canales de chat no molestar Slack',
    en: 'notification channels quiet hours Slack',
    pt: 'canais de chat não perturbe Slack',
  },
  scopes: ['notifications:write'],
  effect: 'write',
  destructive: true,
  idempotent: true,
  open_world: true,
  input,
  result: channel_fields,
  async look({ chat_webhook_url: url }, { outbound }) {
    if (!url) return
    await check_address(outbound, 'chat_webhook_url', url)
    if (is_retired(new URL(url).hostname)) refuse(RETIRED)
  },
  example: { notification_quiet_hours_start: '22:00', notification_quiet_hours_end: '07:30' },
  async run(given, context) {
    const { db, org, now, messaging_phone } = context
    const { chat_webhook_url, messaging_phone: phone } = given
    if (Object.values(given).every((value) => value === undefined))
      refuse(`Name a field to change: ${Object.keys(input).join(', ')}. An empty string clears it.`)
    const before = await show_channels(db, messaging_phone)
    const number = phone && e164(phone)
    const quiet = quiet_of(before, given)
    if (chat_webhook_url === '') await clear_channel(db, 'chat')
    else if (chat_webhook_url !== undefined) {
      const vendor = vendor_of(new URL(chat_webhook_url).hostname)
      await set_chat(db, { url: chat_webhook_url, sealed: context.seal_chat_address(chat_webhook_url), vendor, now })
    }
    if (phone === '') await clear_channel(db, 'messaging')
    else if (number) await set_phone(db, number, now)
    if (quiet) {
      await db.updateTable('orgs').set(quiet).execute()
      await look_again(db, { ...org, now })
    }
    const after = await show_channels(db, messaging_phone)
    const change = difference(before, after, Object.keys(channel_fields))
    if (change) await write_change(context, { record: 'organization', record_id: org.org_id, ...change })
    return after
  },
})

function e164(text: string): string {
  const found = parsePhoneNumberFromString(text)
  if (!found?.isValid())
    refuse('messaging_phone must be a phone number that exists, with its country code, such as +52 55 1234 5678.')
  return found.number
}

interface Quiet {
  notification_quiet_hours_start?: string | null
  notification_quiet_hours_end?: string | null
}

/** Both or none. Undefined: no change. */
function quiet_of(before: Quiet, given: Quiet) {
  const { notification_quiet_hours_start: start, notification_quiet_hours_end: end } = given
  if (start === undefined && end === undefined) return undefined
  const quiet_from = (start === undefined ? before.notification_quiet_hours_start : start) || null
  const quiet_to = (end === undefined ? before.notification_quiet_hours_end : end) || null
  if ((quiet_from === null) !== (quiet_to === null))
    refuse('Quiet hours have a start and an end. Give both, or clear both with empty strings.')
  if (quiet_from !== null && quiet_from === quiet_to)
    refuse(
      'notification_quiet_hours_start and notification_quiet_hours_end must differ. Clear both for no quiet hours.',
    )
  return { quiet_from, quiet_to }
}
