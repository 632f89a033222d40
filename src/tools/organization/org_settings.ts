// The settings of an organization, as get_org_settings and update_org_settings answer them.
import { z } from 'zod'
import type { Database } from '#db/pool.ts'
import { modules } from '#engine/access/modules.ts'
import { outside_text, own_text } from '#engine/texts.ts'
import { languages } from '#messages/message.ts'

export const settings_fields = {
  org_id: z.uuid(),
  name: outside_text(),
  kind: z.enum(['business', 'agency']),
  plan: own_text(),
  currency: own_text(),
  time_zone: own_text(),
  language: z.enum(languages),
  industry: outside_text().nullable(),
  demands_two_factor: z.boolean(),
  shows_first_steps: z.boolean().describe('Until they are done or dismissed.'),
  quiet_hours: z
    .strictObject({ from: own_text(), to: own_text() })
    .nullable()
    .describe(
      'Hours without notifications, HH:MM in time_zone. An end before the start is on the next day. Null: none.',
    ),
  channels: z.strictObject({ email: z.boolean() }).describe('How notifications are sent.'),
  modules: z
    .array(z.strictObject({ module: z.enum(modules), enabled: z.boolean() }))
    .describe('Switched by the operator of this Tablero.'),
}

export async function read_settings(db: Database, off: ReadonlySet<string>) {
  const { quiet_from, quiet_to, email_notifications, ...org } = await db
    .selectFrom('orgs')
    .select(['org_id', 'name', 'kind', 'plan', 'currency', 'time_zone', 'language', 'industry', 'demands_two_factor'])
    .select(['quiet_from', 'quiet_to', 'email_notifications', 'shows_first_steps'])
    .executeTakeFirstOrThrow()
  return {
    ...org,
    kind: org.kind as 'business' | 'agency',
    language: org.language as (typeof languages)[number],
    quiet_hours: quiet_from === null ? null : { from: quiet_from, to: quiet_to! },
    channels: { email: email_notifications },
    modules: modules.map((module) => ({ module, enabled: !off.has(module) })),
  }
}
