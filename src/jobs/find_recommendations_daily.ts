import { is_quarter_after } from '#domain/windows.ts'
import { scheduled_job } from '#engine/job.ts'
import { find_recommendations } from '#jobs/find_recommendations.ts'

/** Hour of the organization's clock at which the rules run, also without a sync. People read the result in the morning. */
const MORNING_HOUR = 6

export const find_recommendations_daily = scheduled_job({
  about: 'Ask the rules of recommendations each morning.',
  attempts_max: 3,
  // Some time zones are a quarter of an hour apart from others.
  cron: '*/15 * * * *',
  async run({ in_reachable, in_org, now }) {
    const at = now()
    const orgs = await in_reachable((db) =>
      db
        .selectFrom('connections as c')
        .innerJoin('orgs as o', 'o.org_id', 'c.org_id')
        .select(['o.org_id', 'o.time_zone'])
        .distinct()
        .where('c.status', '=', 'active')
        .where('o.ended_at', 'is', null)
        .execute(),
    )
    for (const { org_id, time_zone } of orgs) {
      if (is_quarter_after(MORNING_HOUR, at, time_zone))
        await in_org(org_id, (_, enqueue) => enqueue(find_recommendations, {}))
    }
  },
})
