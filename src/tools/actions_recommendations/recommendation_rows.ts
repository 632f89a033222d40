// The rows of the lists of recommendations: their fields, and how they are read.
import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { limit, total_of } from '#engine/lists.ts'
import { notification_modules, type Severity } from '#engine/notifications/notify.ts'
import { outside_text, own_text } from '#engine/texts.ts'
import type { Context } from '#engine/tool.ts'
import {
  by_impact,
  type RecommendationRow,
  type RecommendationStatus,
  recommendation_fields,
  recommendation_statuses,
  shown_recommendation,
  status_now,
} from '#tools/recommendations.ts'

type Module = (typeof notification_modules)[number]

/** More than an organization usually has open. */
const LIMIT_MAX = 200
export const recommendation_limit = limit(50, LIMIT_MAX)

export const recommendation = z.strictObject({
  ...recommendation_fields,
  module: z.enum(notification_modules),
  status: z.enum(recommendation_statuses).describe('resolved: the evidence is no longer there.'),
  evidence: z
    .record(own_text(), z.union([outside_text(), z.number()]).nullable())
    .describe('The figures on which it stands; money in its currency.'),
  found_at: own_text().describe('When the rule last found it.'),
  created_at: own_text(),
  snoozed_until: own_text().nullable(),
  reason: outside_text().nullable().describe('Why it was dismissed.'),
  proposed_action_id: z.uuid().nullable().describe('The open proposal of this change. null: there is none.'),
})

interface Row extends RecommendationRow {
  module: Module
  status_now: RecommendationStatus
  found_at: string
  created_at: string
  snoozed_until: string | null
  reason: string | null
  proposed_action_id: string | null
  total: bigint
}

interface Chosen {
  statuses: readonly RecommendationStatus[]
  severity?: Severity | undefined
  module?: Module | undefined
  limit: number
}

/** The most important ones first. `total` counts those beyond the limit too. */
export async function read_recommendations(context: Context, { statuses, severity, module, limit }: Chosen) {
  const { db, now } = context
  const is = (column: string, wanted: string | undefined) =>
    wanted === undefined ? sql`true` : sql`${sql.ref(column)} = ${wanted}`
  const { rows } = await sql<Row>`
    select r.*, ${status_now(now)} as status_now, count(*) over () as total, (
        select a.action_id from ${of_org('actions', 'a')} where a.status in ('pending', 'approved') and a.connection_id = r.connection_id
          and a.action_type = r.action_type and a.target ->> 'id' = r.action_target order by a.created_at desc limit 1
      ) as proposed_action_id
    from ${of_org('recommendations', 'r')}
    where ${status_now(now)} = any (${statuses}) and ${is('r.severity', severity)} and ${is('r.module', module)}
    order by ${by_impact(context)} limit ${limit}`.execute(db)
  const shown = rows.map((row) => ({
    ...shown_recommendation(row, context),
    module: row.module,
    status: row.status_now,
    evidence: row.evidence,
    found_at: row.found_at,
    created_at: row.created_at,
    snoozed_until: row.status_now === 'snoozed' ? row.snoozed_until : null,
    reason: row.reason,
    proposed_action_id: row.proposed_action_id,
  }))
  return { rows: shown, total: total_of(rows) }
}
