import { expire } from '#engine/approvals/decide.ts'
import { scheduled_job } from '#engine/job.ts'

/** Organizations of one run. The rest wait for a minute. */
const ORGS_MAX = 200

export const expire_actions = scheduled_job({
  about: 'End proposals about which nobody decided in time.',
  attempts_max: 1,
  cron: '* * * * *',
  async run({ in_reachable, in_org, now, signal }) {
    const over = await in_reachable((db) =>
      db
        .selectFrom('actions')
        .select('org_id')
        .distinct()
        .where('status', '=', 'pending')
        .where('expires_at', '<=', now().toISOString())
        .limit(ORGS_MAX)
        .execute(),
    )
    for (const { org_id } of over) {
      signal.throwIfAborted()
      await in_org(org_id, (db) => expire(db, now()))
    }
  },
})
