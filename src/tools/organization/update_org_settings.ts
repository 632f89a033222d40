import { z } from 'zod'
import { checked } from '#engine/access/orgs.ts'
import { follow_settings, look_again } from '#engine/access/settings_changed.ts'
import { refuse } from '#engine/outcomes.ts'
import { difference, write_change } from '#engine/records/history.ts'
import { sentence } from '#engine/sentence.ts'
import { tool } from '#engine/tool.ts'
import { follow_figures } from '#jobs/of_figures.ts'
import { languages, message } from '#messages/message.ts'
import { org_name } from '#tools/org_name.ts'
import { read_settings, settings_fields } from './org_settings.ts'

const INDUSTRY_CHARS_MAX = 100

const hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 22:00')

const input = {
  name: org_name.optional(),
  currency: z.string().optional().describe('Reporting currency, ISO 4217. Earlier totals are converted again.'),
  time_zone: z.string().optional().describe('IANA time zone of the calendar days.'),
  language: z.enum(languages).optional().describe('Language of the sentences in answers.'),
  industry: z.string().trim().max(INDUSTRY_CHARS_MAX).nullable().optional().describe('Null clears it.'),
  demands_two_factor: z.boolean().optional().describe('People need a second factor to act on the organization.'),
  shows_first_steps: z.boolean().optional().describe('False dismisses the first steps.'),
  quiet_hours: z
    .strictObject({ from: hour, to: hour })
    .nullable()
    .optional()
    .describe(
      'No notifications between these times of the day, in the time zone of the organization. Null: at any time.',
    ),
  channels: z.strictObject({ email: z.boolean() }).optional().describe('How notifications are sent.'),
}

export const update_org_settings = tool({
  about: 'Change settings of the organization.',
  scopes: ['admin:*'],
  effect: 'write',
  destructive: true,
  internal: true,
  idempotent: true,
  input,
  result: {
    ...settings_fields,
    note: sentence('What the change means for figures. Null: nothing.').nullable(),
  },
  example: { name: 'Casa Lumbre' },
  async run(given, context) {
    const { db, org } = context
    const { quiet_hours, channels, industry, ...named } = given
    const columns = {
      ...named,
      industry,
      ...(quiet_hours !== undefined && { quiet_from: quiet_hours?.from ?? null, quiet_to: quiet_hours?.to ?? null }),
      ...(channels && { email_notifications: channels.email }),
    }
    const values = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
    if (Object.keys(values).length === 0) refuse(`Name a setting to change: ${Object.keys(input).join(', ')}.`)
    if (quiet_hours && quiet_hours.from === quiet_hours.to)
      refuse('quiet_hours must have two different times. Null: notifications at any time.')
    const before = await read_settings(db, org.modules_off)
    await db
      .updateTable('orgs')
      .set(await checked(db, values))
      .execute()
    const after = await read_settings(db, org.modules_off)
    const place = { org_id: org.org_id, now: context.now }
    if (quiet_hours !== undefined) await look_again(db, place)
    await follow_settings(db, { ...place, before, after })
    if (before.currency !== after.currency) await follow_figures(context.enqueue)
    const change = difference(before, after, Object.keys(input))
    if (change) await write_change(context, { record: 'organization', record_id: org.org_id, ...change })
    return { ...after, note: note_of(before, after) }
  },
})

interface Counting {
  currency: string
  time_zone: string
}

/** Both change earlier figures, also those that somebody has shared. */
function note_of(before: Counting, after: Counting) {
  if (before.currency !== after.currency)
    return message('settings.currency_changed', { before: before.currency, after: after.currency })
  if (before.time_zone !== after.time_zone) return message('settings.time_zone_changed', { after: after.time_zone })
  return null
}
