// The alerts of a rule.
import type { Verdict } from '#domain/alert_conditions.ts'
import { exact_text } from '#domain/exact.ts'
import { add_days } from '#domain/windows.ts'
import type { Severity } from '#engine/notifications/notify.ts'
import type { FigureContext } from '#engine/tool.ts'
import type { Rule } from './rules.ts'

/** Platforms restate figures for about two months. Alerts of older days stay as they are. */
const RESTATED_DAYS = 62
/** Openings within the counted days that make a rule flapping. */
const OPENINGS_FLAPPING = 4

export const is_opening_of_flapping = (count: number) => count >= OPENINGS_FLAPPING

const columns = ['incident_id', 'day', 'state', 'version', 'is_sent', 'channels', 'severity'] as const

/** Alerts that a restatement can withdraw, the oldest first. */
export const recent_incidents = ({ db, today }: FigureContext, rule_id: string) =>
  db
    .selectFrom('alert_incidents')
    .select(columns)
    .where('rule_id', '=', rule_id)
    .where('state', 'in', ['open', 'resolved'])
    .where('day', '>=', add_days(today, -RESTATED_DAYS))
    .orderBy('day')
    .execute()

export type Incident = Awaited<ReturnType<typeof recent_incidents>>[number]

/** The number of alerts that opened from a day on. Withdrawn ones do not count. */
export async function openings_since({ db }: FigureContext, rule_id: string, from: string): Promise<number> {
  const { count } = await db
    .selectFrom('alert_incidents')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('rule_id', '=', rule_id)
    .where('state', 'in', ['open', 'resolved'])
    .where('day', '>=', from)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export interface Opening {
  day: string
  verdict: Verdict
  version: string
  severity: Severity
  is_complete: boolean
  is_settled: boolean
  is_sent: boolean
}

export const open_incident = ({ db, now }: FigureContext, rule: Rule, { verdict, ...opening }: Opening) =>
  db
    .insertInto('alert_incidents')
    .values({
      ...opening,
      rule_id: rule.rule_id,
      channels: rule.channels,
      value: exact_text(verdict.value),
      expected: verdict.expected === null ? null : exact_text(verdict.expected),
      opened_at: now.toISOString(),
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
