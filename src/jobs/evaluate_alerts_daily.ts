import { is_quarter_after } from '#domain/windows.ts'
import { scheduled_job } from '#engine/job.ts'
import { evaluate_alerts } from '#jobs/evaluate_alerts.ts'

/** Hour of the organization's clock at which every rule is evaluated, also without a sync. */
const MORNING_HOUR = 7

export const evaluate_alerts_daily = scheduled_job({
  about: 'Evaluate alert rules each morning.',
  attempts_max: 3,
  // Some time zones are a quarter of an hour apart from others.
  cron: '*/15 * * * *',
  async run({ in_reachable, in_org, now }) {
    const at = now()
    const orgs = await in_reachable((db) =>
      db
        .selectFrom('alert_rules as r')
        .innerJoin('orgs as o', 'o.org_id', 'r.org_id')
        .select(['o.org_id', 'o.time_zone'])
        .distinct()
        .where('r.enabled', '=', true)
        .where('o.ended_at', 'is', null)
        .execute(),
    )
    for (const { org_id, time_zone } of orgs) {
      if (is_quarter_after(MORNING_HOUR, at, time_zone))
        await in_org(org_id, (_, enqueue) => enqueue(evaluate_alerts, {}))
    }
  },
})
