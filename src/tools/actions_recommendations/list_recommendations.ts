import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { limit, listed } from '#engine/lists.ts'
import { notification_modules, severities } from '#engine/notifications/notify.ts'
import { sentence } from '#engine/sentence.ts'
import { outside_text, own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import {
  by_impact,
  type RecommendationRow,
  type RecommendationStatus,
  recommendation_fields,
  recommendation_statuses,
  shown_recommendation,
  status_now,
  verdict_notes,
} from '#tools/recommendations.ts'

const LIMIT_MAX = 200

const recommendations = listed(
  'recommendations',
  z.strictObject({
    ...recommendation_fields,
    module: z.enum(notification_modules),
    status: z.enum(recommendation_statuses).describe('resolved: the evidence is no longer there.'),
    evidence: z
      .record(outside_text(), z.union([outside_text(), z.number()]).nullable())
      .describe('The figures on which it stands; money in the reporting currency.'),
    found_at: own_text().describe('When the rule last found it.'),
    created_at: own_text(),
    snoozed_until: own_text().nullable(),
    reason: outside_text().nullable().describe('Why it was dismissed.'),
  }),
  'Ask for a severity or a module, or raise limit.',
  'Critical ones first, then by effect_low.',
  { short: { fields: ['recommendation_id', 'rule', 'severity', 'title', 'effect_low', 'effect_high'] } },
)

interface Row extends RecommendationRow {
  module: (typeof notification_modules)[number]
  status_now: RecommendationStatus
  found_at: string
  created_at: string
  snoozed_until: string | null
  reason: string | null
  total: bigint
}

export const list_recommendations = tool({
  about:
    'What rules recommend: campaigns that cost more than they bring, budgets, tired creatives, carts, stock, connections; each with evidence, monthly effect and next call.',
  keywords: {
    es: 'recomendaciones sugerencias qué debería mejorar',
    en: 'recommendations suggestions what should I improve advice',
    pt: 'recomendações sugestões o que devo melhorar',
  },
  scopes: ['notifications:read'],
  effect: 'read',
  input: {
    status: z.enum(recommendation_statuses).default('new').describe('Only with this status.'),
    severity: z.enum(severities).optional().describe('Only of this severity.'),
    module: z.enum(notification_modules).optional().describe('Only of this module.'),
    limit: limit(50, LIMIT_MAX),
  },
  result: {
    currency: f.currency,
    ...recommendations.fields,
    notes: z.array(sentence()).describe('What could not be evaluated, so that silence does not mean that all is well.'),
  },
  example: { severity: 'critical' },
  async run({ status, severity, module, limit }, context) {
    const { db, now, org } = context
    const is = (column: string, wanted: string | undefined) =>
      wanted === undefined ? sql`true` : sql`${sql.ref(column)} = ${wanted}`
    const { rows } = await sql<Row>`
      select r.*, ${status_now(now)} as status_now, count(*) over () as total from ${of_org('recommendations', 'r')}
      where ${status_now(now)} = ${status} and ${is('r.severity', severity)} and ${is('r.module', module)}
      order by ${by_impact} limit ${limit}`.execute(db)
    const shown = rows.map((row) => ({
      ...shown_recommendation(row, org.currency),
      module: row.module,
      status: row.status_now,
      evidence: row.evidence,
      found_at: row.found_at,
      created_at: row.created_at,
      snoozed_until: row.status_now === 'snoozed' ? row.snoozed_until : null,
      reason: row.reason,
    }))
    return {
      currency: org.currency,
      ...recommendations.of(shown, rows[0]?.total ?? 0n),
      notes: await verdict_notes(context),
    }
  },
})
