// The stored rules as the evaluation uses them.

import type { Database } from '#db/pool.ts'
import { type AlertCondition, type AlertTerms, type ComparisonPeriod, has_period } from '#domain/alert_conditions.ts'
import { exact } from '#domain/exact.ts'
import type { Channel } from '#engine/notifications/notify.ts'

interface StoredTerms {
  condition: string
  threshold: string | number
  comparison_period: string | null
}

/** The terms of a rule. A period that its condition does not have counts as none. */
export const terms_of = ({ condition, threshold, comparison_period }: StoredTerms): AlertTerms => ({
  condition: condition as AlertCondition,
  threshold: exact(String(threshold)),
  comparison_period: has_period(condition) ? (comparison_period as ComparisonPeriod | null) : null,
})

/** Reads a rule and locks it until the end of the transaction. Undefined: it was deleted or switched off. */
export const lock_rule = (db: Database, rule_id: string) =>
  db
    .selectFrom('alert_rules')
    .selectAll()
    .where('rule_id', '=', rule_id)
    .where('enabled', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()

export type Rule = NonNullable<Awaited<ReturnType<typeof lock_rule>>>

export const channels_of = ({ channels }: { channels: string[] | null }) =>
  channels === null ? {} : { channels: channels as Channel[] }

/** Forgets what a rule found. A rule with another condition starts again, and its open alert has ended. */
export async function start_again(db: Database, rule_id: string, now: Date): Promise<void> {
  await end_open_alert(db, rule_id, now)
  await db.deleteFrom('alert_evaluations').where('rule_id', '=', rule_id).execute()
  await db
    .updateTable('alert_rules')
    .set({
      is_firing: false,
      no_data_since: null,
      no_data_reason: null,
      no_data_source: null,
      flapping_since: null,
      evaluated_day: null,
      last_value: null,
      evaluated_at: null,
    })
    .where('rule_id', '=', rule_id)
    .execute()
}

async function end_open_alert(db: Database, rule_id: string, now: Date): Promise<void> {
  await db
    .updateTable('alert_incidents')
    .set({ state: 'ended', closed_at: now.toISOString() })
    .where('rule_id', '=', rule_id)
    .where('state', '=', 'open')
    .execute()
}
