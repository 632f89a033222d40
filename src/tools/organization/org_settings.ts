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
  modules: z
    .array(z.strictObject({ module: z.enum(modules), enabled: z.boolean() }))
    .describe('Switched by the operator of this Tablero.'),
}

export async function read_settings(db: Database, off: ReadonlySet<string>) {
  const org = await db
    .selectFrom('orgs')
    .select([
      'org_id',
      'name',
      'kind',
      'plan',
      'currency',
      'time_zone',
      'language',
      'industry',
      'demands_two_factor',
      'shows_first_steps',
    ])
    .executeTakeFirstOrThrow()
  return {
    ...org,
    kind: org.kind as 'business' | 'agency',
    language: org.language as (typeof languages)[number],
    modules: modules.map((module) => ({ module, enabled: !off.has(module) })),
  }
}
