import { end_unsent, unsent } from '#engine/actions/unsent.ts'
import { expire, undecided } from '#engine/approvals/decide.ts'
import { scheduled_job } from '#engine/job.ts'

/** Organizations of one run. The rest wait for a minute. */
const ORGS_MAX = 200

export const expire_actions = scheduled_job({
  about: 'End proposals about which nobody decided in time, and changes that wait for a connection that was ended.',
  attempts_max: 1,
  cron: '* * * * *',
  async run({ in_reachable, in_org, now, signal }) {
    const over = await in_reachable((db) =>
      undecided(db, now()).select('a.org_id').distinct().limit(ORGS_MAX).execute(),
    )
    const waiting = await in_reachable((db) => unsent(db).select('e.org_id').distinct().limit(ORGS_MAX).execute())
    for (const org_id of new Set([...over, ...waiting].map((one) => one.org_id))) {
      signal.throwIfAborted()
      await in_org(org_id, async (db) => {
        await expire(db, now())
        await end_unsent(db, now())
      })
    }
  },
})
