import { z } from 'zod'
import { healths, unhealthy_first } from '#domain/health.ts'
import { outside_text, own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { health_of_connection, suspect_connections } from '#figures/sources/suspect_connections.ts'
import { languages } from '#messages/message.ts'

/** Number of connections that the answer names. */
const TRACKING_SHOWN_MAX = 50

export const get_organization_info = tool({
  about:
    'The organization: name, industry, reporting currency, time zone, plan, modules, what is connected and whether it can be trusted.',
  keywords: {
    es: 'organización empresa rubro moneda zona horaria plan módulos permisos configuración créditos quién soy cliente de la agencia',
    en: 'organization company industry currency time zone plan modules permissions settings credits who am I client of the agency',
    pt: 'organização empresa setor moeda fuso horário plano módulos permissões configurações créditos quem sou cliente da agência',
  },
  scopes: ['agents:read'],
  effect: 'read',
  input: {},
  result: {
    org_id: z.uuid(),
    name: outside_text(),
    kind: z.enum(['business', 'agency']),
    plan: own_text(),
    industry: outside_text().nullable().describe('As the organization says; null: not said.'),
    currency: f.currency,
    language: z.enum(languages).describe('Language of the sentences in answers.'),
    time_zone: own_text().describe('Zone whose calendar days every figure counts in.'),
    today: own_text().describe('Today’s date there.'),
    profile: z.record(outside_text(), z.unknown()).describe('Empty: no tool writes it yet.'),
    modules_off: z.array(own_text()).describe('Modules that are switched off.'),
    tracking: z
      .array(
        z.strictObject({
          platform: own_text(),
          name: outside_text(),
          health: z.enum(healths),
          last_sync: own_text().nullable(),
        }),
      )
      .describe('Connected platforms and whether their figures can be trusted; of many, unhealthy ones first.'),
    more_tracking: f.by_health.optional().describe('Connections that are not named, by health.'),
  },
  example: {},
  async run(_, context) {
    const { db, org, today } = context
    const { industry, profile } = await db
      .selectFrom('orgs')
      .select(['industry', 'profile'])
      .where('org_id', '=', org.org_id)
      .executeTakeFirstOrThrow()
    const connections = await db
      .selectFrom('connections')
      .select([
        'connection_id',
        'platform',
        'name',
        'needs_reconnection',
        'created_at',
        'last_sync_at',
        'last_rows_at',
        'last_error_at',
      ])
      .where('status', '=', 'active')
      .orderBy('platform')
      .orderBy('connection_id')
      .execute()
    const suspect = await suspect_connections(context)
    const tracking = unhealthy_first(
      connections.map((row) => ({
        platform: row.platform,
        name: row.name,
        health: health_of_connection(row, context, suspect),
        last_sync: row.last_sync_at,
      })),
      TRACKING_SHOWN_MAX,
    )
    return {
      org_id: org.org_id,
      name: org.name,
      kind: org.kind,
      plan: org.plan,
      industry,
      currency: org.currency,
      language: org.language,
      time_zone: org.time_zone,
      today,
      profile: (profile ?? {}) as Record<string, unknown>,
      modules_off: [...org.modules_off].sort(),
      tracking: tracking.shown,
      ...(tracking.left_out && { more_tracking: tracking.left_out }),
    }
  },
})
