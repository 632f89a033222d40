import { z } from 'zod'
import { check_values } from '#engine/access/orgs.ts'
import { refuse } from '#engine/outcomes.ts'
import { difference, write_change } from '#engine/records/history.ts'
import { tool } from '#engine/tool.ts'
import { languages } from '#messages/message.ts'
import { read_settings, settings_fields } from './org_settings.ts'

const NAME_CHARS_MAX = 100

const input = {
  name: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(NAME_CHARS_MAX, `must have at most ${NAME_CHARS_MAX} characters`)
    .optional(),
  currency: z.string().max(10).optional().describe('Reporting currency, ISO 4217. Past totals are converted again.'),
  time_zone: z.string().max(100).optional().describe('IANA time zone of the calendar days.'),
  language: z.enum(languages).optional().describe('Language of the sentences in answers.'),
  industry: z.string().trim().max(NAME_CHARS_MAX).nullable().optional().describe('Null clears it.'),
  demands_two_factor: z.boolean().optional().describe('People need a second factor to act on the organization.'),
  shows_first_steps: z.boolean().optional().describe('False dismisses the first steps.'),
}

export const update_org_settings = tool({
  about: 'Change settings of the organization.',
  scopes: ['admin:*'],
  effect: 'write',
  internal: true,
  idempotent: true,
  input,
  result: settings_fields,
  example: { name: 'Casa Lumbre' },
  async run(given, context) {
    const { db, org } = context
    const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    if (Object.keys(values).length === 0) refuse(`Name a setting to change: ${Object.keys(input).join(', ')}.`)
    const { industry: _, ...checked } = given
    check_values(checked)
    const before = await read_settings(db, org.modules_off)
    await db.updateTable('orgs').set(values).execute()
    const after = await read_settings(db, org.modules_off)
    const change = difference(before, after, Object.keys(input))
    if (change) await write_change(context, { record: 'organization', record_id: org.org_id, ...change })
    return after
  },
})
